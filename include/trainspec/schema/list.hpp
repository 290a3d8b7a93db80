#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

namespace trainspec::inline v0 {

/// A list with a fixed capacity, so that a job with lists in it can be a `constexpr` variable.
///
/// The array sits in a union and the constructor takes the elements one by one: g++ 12 can neither destroy a temporary
/// that holds an array of a class with a destructor in a constant expression, nor an `std::initializer_list` of one.
template <class T, std::size_t Capacity>
class list {
  union {
    T items_[Capacity];
  };
  std::size_t size_ = 0;

 public:
  using value_type = T;
  static constexpr std::size_t capacity = Capacity;

  constexpr list() : items_{} {}
  template <class... U>
    requires(sizeof...(U) > 0 && sizeof...(U) <= Capacity && (std::is_convertible_v<const U&, T> && ...))
  constexpr list(const U&... u) : items_{T(u)...}, size_(sizeof...(U)) {}
  constexpr list(const list& other) : items_{}, size_(other.size_) { assign(other); }
  constexpr list(list&& other) noexcept : items_{}, size_(other.size_) {
    for (std::size_t i = 0; i < size_; ++i) items_[i] = std::move(other.items_[i]);
  }
  constexpr list& operator=(const list& other) {
    if (this != &other) {
      clear();
      size_ = other.size_;
      assign(other);
    }
    return *this;
  }
  constexpr ~list() {
    for (T& item : items_) item.~T();
  }

  /// Appends; false (and nothing changed) when the list is full.
  constexpr bool push_back(T item) {
    if (size_ == Capacity) return false;
    items_[size_++] = std::move(item);
    return true;
  }
  constexpr void clear() {
    for (std::size_t i = 0; i < size_; ++i) items_[i] = T{};
    size_ = 0;
  }

  constexpr std::size_t size() const noexcept { return size_; }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const T* data() const noexcept { return items_; }
  constexpr const T* begin() const noexcept { return items_; }
  constexpr const T* end() const noexcept { return items_ + size_; }
  constexpr T* begin() noexcept { return items_; }
  constexpr T* end() noexcept { return items_ + size_; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  constexpr T& operator[](std::size_t i) { return items_[i]; }

  friend constexpr bool operator==(const list& a, const list& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(a.items_[i] == b.items_[i])) return false;
    return true;
  }

 private:
  constexpr void assign(const list& other) {
    for (std::size_t i = 0; i < other.size_; ++i) items_[i] = other.items_[i];
  }
};

}  // namespace trainspec::inline v0
