#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "text.hpp"

namespace trainspec::inline v0 {

/// One item of a sentence: text or a number. Sentences are lists of these, so no template is made per sentence.
struct word {
  enum class kind : unsigned char { text, integer, number } what = kind::text;
  std::string_view s{};
  std::int64_t i = 0;
  double d = 0;
  constexpr word(const char* v) : s(v) {}
  constexpr word(std::string_view v) : s(v) {}
  constexpr word(const text& v) : s(v.view()) {}
  constexpr word(double v) : what(kind::number), d(v) {}
  template <class I>
    requires(std::is_integral_v<I> && !std::is_same_v<I, bool> && !std::is_same_v<I, char>)
  constexpr word(I v) : what(kind::integer), i(static_cast<std::int64_t>(v)) {}
};

/// A sentence being put together, in a constant expression or at run time. What exceeds the capacity is cut, visibly.
class sentence {
 public:
  static constexpr std::size_t capacity = 480;
  char data_[capacity]{};
  std::size_t size_ = 0;

  constexpr sentence() = default;

  constexpr sentence& operator<<(const word& w) {
    switch (w.what) {
      case word::kind::text: add(w.s); break;
      case word::kind::integer: add(w.i); break;
      case word::kind::number: add(w.d); break;
    }
    return *this;
  }
  constexpr std::string_view view() const { return {data_, size_}; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr void clear() { size_ = 0; }

 private:
  constexpr void add(std::string_view v) {
    const std::size_t room = capacity - size_;
    const bool cut = v.size() > room;
    const std::size_t n = cut ? room : v.size();
    for (std::size_t i = 0; i < n; ++i) data_[size_ + i] = v[i];
    size_ += n;
    if (cut && size_ >= 3)
      for (std::size_t i = 0; i < 3; ++i) data_[size_ - 3 + i] = '.';
  }
  constexpr void add(std::int64_t v) {
    if (v < 0) add(std::string_view("-"));
    char digits[20]{};
    int n = 0;
    do {
      const std::int64_t d = v % 10;
      digits[19 - n++] = static_cast<char>('0' + (d < 0 ? -d : d));
      v /= 10;
    } while (v != 0);
    add(std::string_view(digits + 20 - n, static_cast<std::size_t>(n)));
  }
  /// Whole numbers with all their digits, others with six, as printf's %g.
  constexpr void add(double v) {
    if (v != v) return add(std::string_view("nan"));
    if (v < 0) {
      add(std::string_view("-"));
      v = -v;
    }
    if (v > 1.7e308) return add(std::string_view("inf"));
    if (v <= 9007199254740992.0 && static_cast<double>(static_cast<std::int64_t>(v)) == v) return add(static_cast<std::int64_t>(v));
    int exponent = 0;
    double scaled = v;
    for (; scaled >= 10; ++exponent) scaled /= 10;
    for (; scaled < 1; --exponent) scaled *= 10;
    auto digits = static_cast<std::int64_t>(scaled * 1e5 + 0.5);
    if (digits >= 1000000) {
      digits /= 10;
      ++exponent;
    }
    char d[6]{};
    for (int i = 5; i >= 0; --i) {
      d[i] = static_cast<char>('0' + digits % 10);
      digits /= 10;
    }
    int last = 5;
    while (last > 0 && d[last] == '0') --last;
    const auto put = [this](char c) { add(std::string_view(&c, 1)); };
    if (exponent >= -5 && exponent < 15) {
      if (exponent < 0) {
        add(std::string_view("0."));
        for (int i = -1; i > exponent; --i) put('0');
        for (int i = 0; i <= last; ++i) put(d[i]);
        return;
      }
      for (int i = 0; i <= (last > exponent ? last : exponent); ++i) {
        if (i == exponent + 1) put('.');
        put(i <= 5 ? d[i] : '0');
      }
      return;
    }
    put(d[0]);
    if (last > 0) put('.');
    for (int i = 1; i <= last; ++i) put(d[i]);
    add(std::string_view("e"));
    add(std::int64_t{exponent});
  }
};

}  // namespace trainspec::inline v0
