#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "facts.hpp"
#include "list.hpp"
#include "text.hpp"

namespace trainspec::inline v0 {

/// Where a type's one declaration of its fields is found. The default is the member `static constexpr void
/// describe(auto& io)`, which calls `io(name, &T::member, doc, facts)` for each field; a type that cannot have such a
/// member specialises this. (schema/hana.hpp does so for every foreign Boost.Hana Struct.)
template <class T>
struct description {
  static constexpr void of(auto& io)
    requires requires { T::describe(io); }
  {
    T::describe(io);
  }
};

struct ignored_io {
  constexpr void operator()(std::string_view, auto, std::string_view = {}, const facts& = {}) {}
};

/// True for a section: a struct whose fields are described.
template <class T>
concept described = std::is_class_v<T> && requires(ignored_io& io) { description<T>::of(io); };

/// The member that a pointer to member (or, for foreign structs, an accessor) names.
template <class T, class P>
constexpr decltype(auto) member(T& object, P p) {
  if constexpr (std::is_member_object_pointer_v<P>)
    return (object.*p);
  else
    return p(object);
}
template <class T, class P>
using member_type = std::remove_cvref_t<decltype(member(std::declval<T&>(), std::declval<P>()))>;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_list = false;
template <class T, std::size_t N>
inline constexpr bool is_list<list<T, N>> = true;

enum class field_kind : unsigned char { integer, number, boolean, string, integers, numbers, strings, table, tables, other };

/// A scalar of a file, of one of the four kinds; `name`: its key, in a list of named scalars.
struct given_scalar {
  field_kind kind = field_kind::integer;
  std::int64_t integer = 0;  ///< kind integer (boolean: 0 or 1)
  double number = 0;
  std::string_view string{}, name{};
};

/// A list whose type is erased, for a visitor that fills it.
struct list_slot {
  constexpr virtual void clear() = 0;
  /// Appends an element with its defaults; false when the list is full.
  constexpr virtual bool append() = 0;
  /// Writes into the last element; false when it is of another type.
  constexpr virtual bool put(const given_scalar&) = 0;
  constexpr virtual std::size_t capacity() const = 0;

 protected:
  constexpr ~list_slot() = default;
};

/// Where a leaf's value is kept, by type; all null for types that are not among these.
struct slots {
  std::int64_t* integer = nullptr;
  double* number = nullptr;
  bool* boolean = nullptr;
  text* string = nullptr;
  std::optional<std::int64_t>* optional_integer = nullptr;
  std::optional<double>* optional_number = nullptr;
  list_slot* items = nullptr;
};

/// A leaf of a described value, with its type erased: what a visitor sees.
struct leaf {
  std::string_view name{};
  std::string_view doc{};
  const facts& about;
  int number = 0;  ///< its place in the walk: the index of its origin
  field_kind kind{};
  bool present = true;                     ///< false: an optional that holds nothing
  const void* address = nullptr;           ///< of the member, to tell fields apart
  std::int64_t integer = 0;                ///< kind integer (boolean: 0 or 1)
  double number_value = 0;                 ///< kind number
  std::string_view string{};               ///< kind string
  const text* strings = nullptr;           ///< kind strings
  const std::int64_t* integers = nullptr;  ///< kind integers
  const double* numbers = nullptr;         ///< kind numbers
  bool has_items = false;                  ///< one of the three is set (g++ 12 cannot compare them with null in constants)
  std::size_t size = 0;                    ///< elements of a list
  slots at{};                              ///< where a scalar is kept, for a visitor whose object may be written
};

/// Sees each leaf in the order of describe(), inside the sections that hold it.
struct visitor {
  constexpr virtual void enter(std::string_view) {}
  constexpr virtual void field(const leaf&) = 0;
  constexpr virtual void leave() {}
  /// Whether the elements of a list of tables are to be seen too, each inside `enter_element(name, index)`; their leaves
  /// bear the number of the list.
  constexpr virtual bool wants_elements() const { return false; }
  constexpr virtual void enter_element(std::string_view, std::size_t) {}

 protected:
  constexpr ~visitor() = default;
};

namespace detail {
constexpr void find_slot(slots& s, std::int64_t& v) { s.integer = &v; }
constexpr void find_slot(slots& s, double& v) { s.number = &v; }
constexpr void find_slot(slots& s, bool& v) { s.boolean = &v; }
constexpr void find_slot(slots& s, text& v) { s.string = &v; }
constexpr void find_slot(slots& s, std::optional<std::int64_t>& v) { s.optional_integer = &v; }
constexpr void find_slot(slots& s, std::optional<double>& v) { s.optional_number = &v; }
constexpr void find_slot(slots&, auto&) {}

template <class V>
constexpr void read_leaf(leaf& l, const V& v) {
  if constexpr (is_optional<V>) {
    l.present = v.has_value();
    if (v)
      read_leaf(l, *v);
    else
      read_leaf(l, typename V::value_type{});
  } else if constexpr (std::is_same_v<V, bool>) {
    l.kind = field_kind::boolean;
    l.integer = v;
  } else if constexpr (std::is_integral_v<V>) {
    l.kind = field_kind::integer;
    l.integer = static_cast<std::int64_t>(v);
  } else if constexpr (std::is_floating_point_v<V>) {
    l.kind = field_kind::number;
    l.number_value = v;
  } else if constexpr (std::is_convertible_v<const V&, std::string_view>) {
    l.kind = field_kind::string;
    l.string = v;
  } else if constexpr (is_list<V>) {
    using item = typename V::value_type;
    l.size = v.size();
    if constexpr (std::is_same_v<item, text>) {
      l.kind = field_kind::strings;
      l.strings = v.data();
      l.has_items = true;
    } else if constexpr (std::is_integral_v<item>) {
      l.kind = field_kind::integers;
      l.has_items = std::is_same_v<item, std::int64_t>;
      if constexpr (std::is_same_v<item, std::int64_t>) l.integers = v.data();
    } else if constexpr (std::is_floating_point_v<item>) {
      l.kind = field_kind::numbers;
      l.has_items = std::is_same_v<item, double>;
      if constexpr (std::is_same_v<item, double>) l.numbers = v.data();
    } else {
      l.kind = described<item> ? field_kind::tables : field_kind::table;
    }
  } else {
    l.kind = field_kind::other;
  }
}

template <class T, std::size_t N>
struct slot_of_list final : list_slot {
  list<T, N>& of;
  constexpr explicit slot_of_list(list<T, N>& l) : of(l) {}
  constexpr void clear() override { of.clear(); }
  constexpr bool append() override { return of.push_back(T{}); }
  constexpr std::size_t capacity() const override { return N; }
  constexpr bool put(const given_scalar& v) override {
    [[maybe_unused]] T& last = of[of.size() - 1];
    if constexpr (std::is_same_v<T, std::int64_t>)
      last = v.integer;
    else if constexpr (std::is_same_v<T, double>)
      last = v.number;
    else if constexpr (std::is_same_v<T, text>)
      last = text(v.string);
    else if constexpr (requires { last.kind = v.kind, last.integer = v.integer, last.number = v.number, last.name = last.string; }) {
      last.name = text(v.name);
      last.kind = v.kind;
      last.integer = v.integer;
      last.number = v.number;
      last.string = text(v.string);
    } else
      return false;
    return true;
  }
};

template <class T>
struct walker {
  T& object;
  visitor& sees;
  int& next;
  bool counts = true;  ///< false inside an element of a list
  template <class P>
  constexpr void operator()(std::string_view name, P p, std::string_view doc = {}, const facts& about = {}) {
    auto& m = member(object, p);
    using V = std::remove_cvref_t<decltype(m)>;
    if constexpr (described<V>) {
      sees.enter(name);
      walker<V> inner{m, sees, next, counts};
      description<V>::of(inner);
      sees.leave();
    } else {
      leaf l{.name = name, .doc = doc, .about = about, .number = next, .address = __builtin_addressof(m)};
      read_leaf(l, m);
      if constexpr (is_list<V>) {
        slot_of_list erased(m);
        l.at.items = &erased;
        sees.field(l);
      } else {
        find_slot(l.at, m);
        sees.field(l);
      }
      if constexpr (is_list<V>)
        if constexpr (described<typename V::value_type>)
          if (sees.wants_elements())
            for (std::size_t i = 0; i < m.size(); ++i) {
              sees.enter_element(name, i);
              walker<typename V::value_type> inner{m[i], sees, next, false};
              description<typename V::value_type>::of(inner);
              sees.leave();
            }
      if (counts) ++next;
    }
  }
};

struct leaf_counter final : visitor {
  int count = 0;
  constexpr void field(const leaf&) override { ++count; }
};
}  // namespace detail

/// Shows every leaf of a described value to a visitor: the one walk that all algorithms share, so that a section costs
/// one instantiation per member type however many algorithms there are.
template <described T>
constexpr void walk(const T& object, visitor& sees) {
  int next = 0;
  // one instantiation serves readers and writers: a visitor writes through `leaf::at` only if the object is its own
  detail::walker<T> w{const_cast<T&>(object), sees, next};
  description<T>::of(w);
}

namespace detail {
/// Counts by types alone, for sections that cannot be made in a constant expression (clang 16 cannot make a `std::string`
/// that holds something).
template <class T>
struct type_counter {
  int count = 0;
  template <class P>
  constexpr void operator()(std::string_view, P, std::string_view = {}, const facts& = {}) {
    using V = member_type<T, P>;
    if constexpr (described<V>) {
      type_counter<V> inner;
      description<V>::of(inner);
      count += inner.count;
    } else {
      ++count;
    }
  }
};
template <class T>
concept constant = requires { typename std::bool_constant<(static_cast<void>(T{}), true)>; };
}  // namespace detail

/// A value with every default, made once. (An aggregate's defaults are code in every place that makes one.)
template <described T>
const T& defaults_of() {
  static const T value{};
  return value;
}

/// How many leaves a described type has.
template <described T>
inline constexpr int field_count = [] {
  if constexpr (detail::constant<T>) {
    detail::leaf_counter c;
    walk(T{}, c);
    return c.count;
  } else {
    detail::type_counter<T> c;
    description<T>::of(c);
    return c.count;
  }
}();

/// A path being walked: the sections entered.
struct path_names {
  static constexpr std::size_t no_index = static_cast<std::size_t>(-1);
  struct step {
    std::string_view name{};
    std::size_t index = no_index;
  };
  step steps[6]{};
  int depth = 0;

  constexpr void push(std::string_view name, std::size_t index = no_index) {
    if (depth < 6) steps[depth] = {name, index};
    ++depth;
  }
  constexpr void pop() { --depth; }
  /// "optimizer.param_groups[1].pattern" as a list of words goes to `add(word)`.
  constexpr void write(std::string_view last, auto&& add) const {
    for (int i = 0; i < depth && i < 6; ++i) {
      add(steps[i].name);
      if (steps[i].index != no_index) {
        add("[");
        add(steps[i].index);
        add("]");
      }
      add(".");
    }
    add(last);
  }
};

}  // namespace trainspec::inline v0
