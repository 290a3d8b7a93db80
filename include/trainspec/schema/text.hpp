#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trainspec::inline v0 {

/// A string that is cheap in a constant expression and safe at run time.
///
/// In a constant expression it is a view of a literal (so a job may be a `constexpr` variable); at run time it owns a
/// copy. `text::copy(s)` owns a copy in both, for strings that are put together while a constant is evaluated.
class text {
 public:
  constexpr text() noexcept = default;
  constexpr text(const char* s) { take(s); }
  constexpr text(std::string_view s) { take(s); }
  template <class String>
    requires(!std::is_same_v<std::remove_cvref_t<String>, text> && !std::is_convertible_v<const String&, const char*> &&
             std::is_convertible_v<const String&, std::string_view>)
  constexpr text(const String& s) {
    take(std::string_view(s));
  }
  constexpr text(const text& other) {
    if (other.heap_) {
      own(other.view());
    } else {
      data_ = other.data_;
      size_ = other.size_;
    }
  }
  constexpr text(text&& other) noexcept { swap(other); }
  constexpr text& operator=(text other) noexcept {
    swap(other);
    return *this;
  }
  constexpr ~text() { delete[] heap_; }

  /// An owned copy, in a constant expression too (where it must not outlive the evaluation).
  static constexpr text copy(std::string_view s) {
    text t;
    t.own(s);
    return t;
  }

  constexpr std::string_view view() const noexcept { return {data_, size_}; }
  constexpr operator std::string_view() const noexcept { return view(); }
  /// Zero-terminated when the text is empty, a literal or owned.
  constexpr const char* c_str() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }

  constexpr void swap(text& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(heap_, other.heap_);
  }

  friend constexpr bool operator==(const text& a, const text& b) noexcept { return a.view() == b.view(); }
  template <class String>
    requires(!std::is_same_v<String, text> && std::is_convertible_v<const String&, std::string_view>)
  friend constexpr bool operator==(const text& a, const String& b) noexcept {
    return a.view() == std::string_view(b);
  }

 private:
  const char* data_ = "";
  std::size_t size_ = 0;
  char* heap_ = nullptr;  ///< what data_ points to, when it is owned

  constexpr void take(std::string_view s) {
    if (std::is_constant_evaluated()) {
      data_ = s.data();
      size_ = s.size();
    } else {
      own(s);
    }
  }
  constexpr void own(std::string_view s) {
    if (s.empty()) return;
    char* p = new char[s.size() + 1];
    for (std::size_t i = 0; i < s.size(); ++i) p[i] = s[i];
    p[s.size()] = '\0';
    data_ = heap_ = p;
    size_ = s.size();
  }
};

}  // namespace trainspec::inline v0
