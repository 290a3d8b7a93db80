#pragma once
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "../presets/targets.hpp"
#include "../report/report.hpp"
#include "../schema/origins.hpp"

namespace trainspec::inline v0 {

/// Which targets a rule is for: a set of bits, made from the features of the targets.
struct target_set {
  unsigned bits = ~0U;
  constexpr bool has(target t) const { return (bits >> static_cast<unsigned>(t) & 1U) != 0; }
};
constexpr target_set targets_where(bool (*feature)(const target_features&)) {
  target_set set{0};
  for (const target_features& t : targets)
    if (feature(t)) set.bits |= 1U << static_cast<unsigned>(t.target);
  return set;
}
namespace on {
inline constexpr target_set all{};
inline constexpr target_set torchtitan = targets_where([](const target_features& t) { return t.torchtitan; });
inline constexpr target_set neuron = targets_where([](const target_features& t) { return t.neuron; });
inline constexpr target_set libtorch = targets_where([](const target_features& t) { return t.target == target::libtorch; });
inline constexpr target_set fixed_rope_table = targets_where([](const target_features& t) { return !t.rope_table_grows; });
inline constexpr target_set config_tree = targets_where([](const target_features& t) { return t.config_tree; });
inline constexpr target_set grouped_mm = targets_where([](const target_features& t) { return t.grouped_mm; });
inline constexpr target_set casts_in_fsdp = targets_where([](const target_features& t) { return t.casts_in_fsdp; });
inline constexpr target_set ddp_divides_twice = targets_where([](const target_features& t) { return t.ddp_divides_twice; });
inline constexpr target_set cuda_graphs = targets_where([](const target_features& t) { return t.cuda_graphs; });
}  // namespace on

class sayer;

/// One thing that must hold for a job. `check` says what does not, through the sayer. `Job` is `job`, or a user's type
/// derived from it.
template <class Job>
struct basic_rule {
  std::string_view code{};
  std::string_view title{};   ///< what must hold
  std::string_view reason{};  ///< why, in one line
  std::string_view source{};  ///< where that is known from
  void (*check)(const Job&, sayer&) = nullptr;
  trainspec::severity severity = severity::error;
  target_set targets{};
  bool warns = false;  ///< an error, but in some cases only a warning (`as`)

  constexpr bool may_warn() const { return warns || severity == trainspec::severity::warning; }
};
using rule = basic_rule<job>;

/// Rules of one subject.
template <class Job>
struct basic_rule_group {
  std::string_view subject{};
  const basic_rule<Job>* first = nullptr;
  std::size_t count = 0;

  template <std::size_t N>
  constexpr basic_rule_group(std::string_view s, const basic_rule<Job> (&rules)[N]) : subject(s), first(rules), count(N) {}
  constexpr const basic_rule<Job>* begin() const { return first; }
  constexpr const basic_rule<Job>* end() const { return first + count; }
};
template <class Job, std::size_t N>
basic_rule_group(std::string_view, const basic_rule<Job> (&)[N]) -> basic_rule_group<Job>;
using rule_group = basic_rule_group<job>;

namespace detail {
/// A field that an issue names, until its path is looked up.
struct pending_field {
  std::size_t issue = 0;
  int related = -1;  ///< -1: the issue's own field
  const void* address = nullptr;
  text suffix{};       ///< "[1].fqns[0]"
  bool leads = false;  ///< the issue's message is to begin with the field and its value
  bool idle = false;   ///< the field has no effect, for what its related field says
};
/// What nobody has set has these values.
inline constexpr job default_job{};
constexpr text join(std::initializer_list<word> words) {
  sentence s;
  for (const word& w : words) s << w;
  return text::copy(s.view());
}
}  // namespace detail

/// What a rule speaks through. In a call the field comes first, then the sentence:
/// `say(j.training.seq_len, {"training.seq_len = ", n, " is ..."}).fix({"seq_len = 4096"}).because(j.machine.lnc)`.
class sayer {
 public:
  report& into;
  const target_features& target;
  std::vector<detail::pending_field> pending{};

  constexpr sayer(report& r, const target_features& t) : into(r), target(t) {}

  /// What was said, to add to it.
  class said {
    sayer& by_;
    std::size_t at_;

   public:
    constexpr said(sayer& by, std::size_t at) : by_(by), at_(at) {}
    /// Text that can be pasted.
    constexpr said& fix(std::initializer_list<word> words) {
      by_.into.issues[at_].fix = detail::join(words);
      return *this;
    }
    /// Shown beside the value.
    constexpr said& hint(std::initializer_list<word> words) {
      by_.into.issues[at_].hint = detail::join(words);
      return *this;
    }
    /// Another field that the sentence depends on.
    constexpr said& because(const auto& field) {
      auto& related = by_.into.issues[at_].related;
      by_.pending.push_back({at_, static_cast<int>(related.size()), __builtin_addressof(field), {}});
      related.push_back({});
      return *this;
    }
    constexpr said& as(severity s) {
      by_.into.issues[at_].severity = s;
      return *this;
    }
  };

  constexpr said operator()(const auto& field, std::initializer_list<word> words) {
    pending.push_back({into.issues.size(), -1, __builtin_addressof(field), {}});
    return add(words);
  }
  /// For an element of a list of tables: `say.element(j.override_.imports, {"[", i, "].target"}, {...})`.
  constexpr said element(const auto& field, std::initializer_list<word> suffix, std::initializer_list<word> words) {
    pending.push_back({into.issues.size(), -1, __builtin_addressof(field), detail::join(suffix)});
    return add(words);
  }
  /// For a field that nothing reads: silent while it has its default, else the path, the value and the words, such as
  /// "has no effect while ...". Silent too where a stronger file or argument switched off what a weaker one had set.
  constexpr void idle(const auto& field, const auto& by_default, std::initializer_list<word> words, const auto& because) {
    if (field == by_default) return;
    pending.push_back({into.issues.size(), -1, __builtin_addressof(field), {}, true, true});
    add(words).because(because);
  }

 private:
  constexpr said add(std::initializer_list<word> words) {
    issue i;
    i.message = detail::join(words);
    into.issues.push_back(std::move(i));
    return {*this, into.issues.size() - 1};
  }
};

}  // namespace trainspec::inline v0
