#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

namespace trainspec::inline v0 {

namespace detail {

/// A natural number of up to 2048 bits: enough for what `decimal` divides.
class big {
 public:
  constexpr big() = default;
  constexpr explicit big(std::uint64_t v) {
    limbs_[0] = static_cast<std::uint32_t>(v);
    limbs_[1] = static_cast<std::uint32_t>(v >> 32);
    size_ = v >> 32 ? 2 : v ? 1 : 0;
  }
  constexpr void multiply_add(std::uint32_t factor, std::uint32_t more = 0) {
    std::uint64_t carry = more;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{limbs_[i]} * factor;
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry) limbs_[size_++] = static_cast<std::uint32_t>(carry);
  }
  constexpr void times_ten_to(int n) {
    for (; n >= 9; n -= 9) multiply_add(1'000'000'000);
    for (; n > 0; --n) multiply_add(10);
  }
  constexpr void shift_left(int bits) {
    for (; bits >= 31; bits -= 31) multiply_add(1u << 31);
    multiply_add(1u << bits);
  }
  constexpr int bits() const {
    if (size_ == 0) return 0;
    int n = static_cast<int>(size_ - 1) * 32;
    for (std::uint32_t top = limbs_[size_ - 1]; top; top >>= 1) ++n;
    return n;
  }
  constexpr bool zero() const { return size_ == 0; }
  constexpr bool less(const big& o) const {
    if (size_ != o.size_) return size_ < o.size_;
    for (std::size_t i = size_; i-- > 0;)
      if (limbs_[i] != o.limbs_[i]) return limbs_[i] < o.limbs_[i];
    return false;
  }
  /// Takes away a number that is not greater.
  constexpr void subtract(const big& o) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::uint64_t away = (i < o.size_ ? o.limbs_[i] : 0u) + borrow;
      borrow = limbs_[i] < away;
      limbs_[i] = static_cast<std::uint32_t>(limbs_[i] - away);
    }
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  }

 private:
  std::uint32_t limbs_[64]{};
  std::size_t size_ = 0;
};

constexpr double times_two_to(double d, int n) {
  for (; n > 0; --n) d *= 2;
  for (; n < 0; ++n) d /= 2;
  return d;
}

/// numerator / denominator, rounded to the nearest double, ties to even. Nothing when that is infinite or below the normal range.
constexpr std::optional<double> quotient(big numerator, big denominator) {
  int exponent = numerator.bits() - denominator.bits();
  if (exponent > 0)
    denominator.shift_left(exponent);
  else
    numerator.shift_left(-exponent);
  if (numerator.less(denominator)) {
    numerator.shift_left(1);
    --exponent;
  }
  std::uint64_t digits = 0;  // 53 bits and the first that is rounded away
  for (int i = 0; i < 54; ++i) {
    digits <<= 1;
    if (!numerator.less(denominator)) {
      numerator.subtract(denominator);
      digits |= 1;
    }
    numerator.shift_left(1);
  }
  const bool half = digits & 1, more = !numerator.zero();
  digits >>= 1;
  if (half && (more || (digits & 1))) ++digits;
  if (digits >> 53) {
    digits >>= 1;
    ++exponent;
  }
  if (exponent > 1023 || exponent < -1022) return std::nullopt;
  return times_two_to(static_cast<double>(digits), exponent - 52);
}
}  // namespace detail

/// A decimal number that is read digit by digit, in a constant expression too, and becomes the nearest double.
class decimal {
 public:
  /// What more digits would need is refused: no job has them.
  static constexpr int most_digits = 80, most_exponent = 400;

  constexpr void digit(char c, bool fraction) {
    if (fraction) --exponent_;
    if (digits_ == 0 && c == '0') return;
    ++digits_;
    if (digits_ > most_digits) return;
    if (digits_ <= 19)
      small_ = small_ * 10 + static_cast<unsigned>(c - '0');
    else {
      if (digits_ == 20) all_ = detail::big(small_);
      all_.multiply_add(10, static_cast<std::uint32_t>(c - '0'));
    }
  }
  constexpr void shift(int powers_of_ten) { exponent_ += powers_of_ten; }

  /// Nothing when it has too many digits, or is beyond what a double holds with all its bits.
  constexpr std::optional<double> value() const {
    if (digits_ == 0) return 0.0;
    if (digits_ > most_digits || exponent_ > most_exponent || exponent_ < -most_exponent) return std::nullopt;
    // both numbers are exact doubles: one operation rounds once
    if (digits_ <= 15 && exponent_ >= -22 && exponent_ <= 22) {
      double power = 1;
      for (int i = exponent_ < 0 ? -exponent_ : exponent_; i > 0; --i) power *= 10;
      return exponent_ < 0 ? static_cast<double>(small_) / power : static_cast<double>(small_) * power;
    }
    detail::big numerator = digits_ <= 19 ? detail::big(small_) : all_, denominator(1);
    (exponent_ < 0 ? denominator : numerator).times_ten_to(exponent_ < 0 ? -exponent_ : exponent_);
    return detail::quotient(numerator, denominator);
  }

 private:
  int digits_ = 0, exponent_ = 0;
  std::uint64_t small_ = 0;
  detail::big all_{};
};

}  // namespace trainspec::inline v0
