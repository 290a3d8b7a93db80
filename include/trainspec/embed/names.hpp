#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "../schema/describe.hpp"
#include "../schema/sentence.hpp"

namespace trainspec::inline v0 {

/// The fields and sections that one may write: of a job, or of an element of one of its lists. Made only to say what an
/// unknown name is like.
struct known_names {
  struct entry {
    text section{}, parent{};  ///< a field's section, a section's parent
    std::string_view name{};
    field_kind kind{};
  };
  std::vector<entry> fields{};
  std::vector<entry> sections{};
};

namespace detail {
class name_collector final : public visitor {
 public:
  known_names names{};

  /// `list`: the number of the list whose elements are meant, -1 for the job itself.
  constexpr explicit name_collector(int list) : list_(list) {}
  constexpr bool wants_elements() const override { return list_ >= 0; }
  constexpr void enter(std::string_view name) override {
    ++depth_;
    if (!collects()) return;
    entry& e = names.sections.emplace_back();
    e.parent = text::copy(section_.view());
    e.name = name;
    push(name);
  }
  constexpr void enter_element(std::string_view, std::size_t index) override {
    element_ = ++depth_;
    inside_ = last_list_ == list_ && index == 0;
    section_.clear();
  }
  constexpr void leave() override {
    if (depth_ == element_) {
      element_ = 0;
      inside_ = false;
    }
    --depth_;
    if (collects()) pop();
  }
  constexpr void field(const leaf& l) override {
    if (element_ == 0 && l.kind == field_kind::tables) last_list_ = l.number;
    if (!collects()) return;
    entry& e = names.fields.emplace_back();
    e.section = text::copy(section_.view());
    e.name = l.name;
    e.kind = l.kind;
  }

 private:
  using entry = known_names::entry;

  int list_, depth_ = 0, element_ = 0, last_list_ = -1;
  bool inside_ = false;
  sentence section_{};

  constexpr bool collects() const { return list_ < 0 ? element_ == 0 : inside_; }
  constexpr void push(std::string_view name) { section_ << (section_.empty() ? "" : ".") << name; }
  constexpr void pop() {
    const std::size_t dot = section_.view().rfind('.');
    section_.size_ = dot == std::string_view::npos ? 0 : dot;
  }
};
}  // namespace detail

}  // namespace trainspec::inline v0
