#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "describe.hpp"
#include "node.hpp"

// Run-time rows of a described type: one per leaf, with the type erased, made once. Engines that read and write files walk
// these, so a section costs them no templates.

namespace trainspec::inline v0 {

/// What kept a node from being stored in a field.
struct store_result {
  enum class fault : unsigned char { none, wrong_type, beyond_64_bits, beyond_type, too_long };
  fault what = fault::none;
  const node* at = nullptr;               ///< the value, or the element, that is wrong
  int element = -1;                       ///< its index in a list
  field_kind wanted = field_kind::other;  ///< wrong_type: what the value or element has to be
  std::int64_t low = 0;                   ///< beyond_type of an integer: smallest the field holds
  std::uint64_t high = 0;                 ///< beyond_type: greatest
  std::size_t capacity = 0;               ///< too_long: elements the field holds
  explicit operator bool() const { return what == fault::none; }
};

struct row;
struct section_row;

/// What a list of sections ([[optimizer.param_groups]]) can do.
struct element_row {
  const std::vector<row>& (*rows)() = nullptr;
  const std::vector<section_row>& (*sections)() = nullptr;
  std::size_t (*size)(const void* list) = nullptr;
  const void* (*at)(const void* list, std::size_t index) = nullptr;
  void* (*append)(void* list) = nullptr;  ///< a new element with its defaults; null when the list is full
  void (*clear)(void* list) = nullptr;
};

/// One leaf of a described type.
struct row {
  std::string path{};     ///< "training.seq_len"
  std::string section{};  ///< "training"; empty: the root
  std::string_view name{}, doc{};
  facts about{};
  field_kind kind{};
  bool optional = false;
  int number = 0;                                              ///< as `walk` counts: the index of the field's origin
  std::size_t offset = 0;                                      ///< of the member in the root object
  std::size_t capacity = 0;                                    ///< of a list; 0: no limit
  node (*load)(const void* member) = nullptr;                  ///< the value; null for an absent optional
  store_result (*store)(const node&, void* member) = nullptr;  ///< changes nothing when it fails; null for kind tables
  element_row elements{};                                      ///< kind tables

  const void* member(const void* object) const { return static_cast<const char*>(object) + offset; }
  void* member(void* object) const { return static_cast<char*>(object) + offset; }
};

/// One section of a described type.
struct section_row {
  std::string path{};    ///< "model.rope_scaling"
  std::string parent{};  ///< "model"
  std::string_view name{}, doc{};
};

template <described J>
const std::vector<row>& rows_of();
template <described J>
const std::vector<section_row>& sections_of();

namespace detail {

template <class V>
concept integer_leaf = std::is_integral_v<V> && !std::is_same_v<V, bool>;
/// Owns its characters: a view could not keep what a file says.
template <class V>
concept string_leaf = std::is_convertible_v<const V&, std::string_view> && std::is_constructible_v<V, std::string_view> &&
                      !std::is_same_v<V, std::string_view>;
template <class V>
concept list_leaf = !string_leaf<V> && requires(V v, typename V::value_type t) {
  v.size();
  v.begin();
  v.clear();
  v.push_back(t);
};
/// A list of named scalars, such as the arguments of a function: an inline table in a file.
template <class V>
concept table_leaf = list_leaf<V> && requires(typename V::value_type t) {
  requires string_leaf<std::remove_cvref_t<decltype(t.name)>> && string_leaf<std::remove_cvref_t<decltype(t.string)>>;
  { t.kind } -> std::convertible_to<field_kind>;
  { t.integer } -> std::convertible_to<std::int64_t>;
  { t.number } -> std::convertible_to<double>;
};

template <class V>
constexpr field_kind kind_of() {
  if constexpr (is_optional<V>)
    return kind_of<typename V::value_type>();
  else if constexpr (std::is_same_v<V, bool>)
    return field_kind::boolean;
  else if constexpr (integer_leaf<V>)
    return field_kind::integer;
  else if constexpr (std::is_floating_point_v<V>)
    return field_kind::number;
  else if constexpr (string_leaf<V>)
    return field_kind::string;
  else if constexpr (table_leaf<V>)
    return field_kind::table;
  else if constexpr (list_leaf<V>) {
    if constexpr (described<typename V::value_type>) return field_kind::tables;
    constexpr field_kind item = kind_of<typename V::value_type>();
    return item == field_kind::integer  ? field_kind::integers
           : item == field_kind::number ? field_kind::numbers
           : item == field_kind::string ? field_kind::strings
                                        : field_kind::other;
  } else
    return field_kind::other;
}

template <class V>
node load_value(const V& v);

inline node load_object(const std::vector<row>& rows, const void* object) {
  node table;
  table.is = node::kind::table;
  for (const row& r : rows) {
    node value = r.load(r.member(object));
    if (value.is == node::kind::null) continue;
    node* into = &table;
    for (std::size_t from = 0; from < r.section.size();) {
      const std::size_t dot = r.section.find('.', from);
      const std::string name = r.section.substr(from, dot == r.section.npos ? dot : dot - from);
      from += name.size() + 1;
      node* next = nullptr;
      for (auto& [key, entry] : into->entries)
        if (key == name) next = &entry;
      if (next == nullptr) {
        next = &into->entries.emplace_back(name, node{}).second;
        next->is = node::kind::table;
      }
      into = next;
    }
    into->entries.emplace_back(r.name, std::move(value));
  }
  return table;
}

template <class V>
node load_value(const V& v) {
  node n;
  constexpr field_kind kind = kind_of<V>();
  if constexpr (is_optional<V>) {
    return v.has_value() ? load_value(*v) : n;
  } else if constexpr (kind == field_kind::boolean) {
    n.is = node::kind::boolean;
    n.boolean = v;
  } else if constexpr (kind == field_kind::integer) {
    n.is = node::kind::integer;
    if (std::is_unsigned_v<V> && static_cast<std::uint64_t>(v) > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      n.string = std::to_string(static_cast<std::uint64_t>(v));
    else
      n.integer = static_cast<std::int64_t>(v);
  } else if constexpr (kind == field_kind::number) {
    n.is = node::kind::number;
    n.number = static_cast<double>(v);
  } else if constexpr (kind == field_kind::string) {
    n.is = node::kind::string;
    n.string = std::string_view(v);
  } else if constexpr (kind == field_kind::table) {
    n.is = node::kind::table;
    for (const auto& item : v) {
      node value;
      switch (item.kind) {
        case field_kind::boolean: value = load_value(item.integer != 0); break;
        case field_kind::number: value = load_value(item.number); break;
        case field_kind::string: value = load_value(item.string); break;
        default: value = load_value(item.integer); break;
      }
      n.entries.emplace_back(std::string_view(item.name), std::move(value));
    }
  } else {
    n.is = node::kind::array;
    for (const auto& item : v) {
      if constexpr (kind == field_kind::tables)
        n.items.push_back(load_object(rows_of<typename V::value_type>(), &item));
      else
        n.items.push_back(load_value(static_cast<typename V::value_type>(item)));
    }
  }
  return n;
}

inline store_result misfit(store_result::fault what, const node& at, field_kind wanted) {
  store_result r;
  r.what = what;
  r.at = &at;
  r.wanted = wanted;
  return r;
}

template <class V>
store_result store_value(const node& n, V& v) {
  using enum store_result::fault;
  constexpr field_kind kind = kind_of<V>();
  if constexpr (is_optional<V>) {
    if (n.is == node::kind::null) {
      v.reset();
      return {};
    }
    typename V::value_type value{};
    store_result r = store_value(n, value);
    if (r) v = std::move(value);
    return r;
  } else if constexpr (kind == field_kind::boolean) {
    if (n.is != node::kind::boolean) return misfit(wrong_type, n, kind);
    v = n.boolean;
    return {};
  } else if constexpr (kind == field_kind::integer) {
    const bool beyond = !n.string.empty() && (n.is == node::kind::integer || n.is == node::kind::number);
    if (beyond) return misfit(beyond_64_bits, n, kind);
    if (n.is != node::kind::integer) return misfit(wrong_type, n, kind);
    using limits = std::numeric_limits<V>;
    const bool low = std::is_unsigned_v<V> ? n.integer < 0 : n.integer < static_cast<std::int64_t>(limits::min());
    const bool high = n.integer > 0 && static_cast<std::uint64_t>(n.integer) > static_cast<std::uint64_t>(limits::max());
    if (low || high) {
      store_result r = misfit(beyond_type, n, kind);
      r.low = static_cast<std::int64_t>(limits::min());
      r.high = static_cast<std::uint64_t>(limits::max());
      return r;
    }
    v = static_cast<V>(n.integer);
    return {};
  } else if constexpr (kind == field_kind::number) {
    // a double may be too great for a narrower field
    const double most = static_cast<double>(std::numeric_limits<V>::max());
    const bool finite = n.number - n.number == 0;
    if (n.is == node::kind::number && finite && (n.number > most || n.number < -most)) return misfit(beyond_type, n, kind);
    if (n.is == node::kind::number)
      v = static_cast<V>(n.number);
    else if (n.is == node::kind::integer && !n.string.empty())
      return misfit(beyond_64_bits, n, kind);
    else if (n.is == node::kind::integer)
      v = static_cast<V>(n.integer);
    else
      return misfit(wrong_type, n, kind);
    return {};
  } else if constexpr (kind == field_kind::string) {
    if (n.is != node::kind::string) return misfit(wrong_type, n, kind);
    v = V(std::string_view(n.string));
    return {};
  } else {
    constexpr bool table = kind == field_kind::table;
    if (n.is != (table ? node::kind::table : node::kind::array)) return misfit(wrong_type, n, kind);
    V fresh{};
    fresh.clear();
    const std::size_t count = table ? n.entries.size() : n.items.size();
    for (std::size_t i = 0; i < count; ++i) {
      typename V::value_type item{};
      store_result r;
      const node& from = table ? n.entries[i].second : n.items[i];
      if constexpr (table) {
        item.name = std::string_view(n.entries[i].first);
        if (from.is == node::kind::boolean) {
          item.kind = field_kind::boolean;
          item.integer = from.boolean;
        } else if (from.is == node::kind::number) {
          item.kind = field_kind::number;
          item.number = from.number;
        } else if (from.is == node::kind::string) {
          item.kind = field_kind::string;
          item.string = std::string_view(from.string);
        } else if (from.is == node::kind::integer) {
          item.kind = field_kind::integer;
          r = store_value(from, item.integer);
        } else {
          r = misfit(wrong_type, from, field_kind::other);
        }
      } else {
        r = store_value(from, item);
      }
      r.element = static_cast<int>(i);
      if (!r) return r;
      if constexpr (requires { V::capacity; }) {
        if (i >= V::capacity) {
          r = misfit(too_long, from, kind);
          r.capacity = V::capacity;
          return r;
        }
      }
      fresh.push_back(std::move(item));
    }
    v = std::move(fresh);
    return {};
  }
}

template <class V>
element_row elements_of() {
  using item = typename V::value_type;
  return {.rows = &rows_of<item>,
          .sections = &sections_of<item>,
          .size = [](const void* l) { return static_cast<std::size_t>(static_cast<const V*>(l)->size()); },
          .at = [](const void* l, std::size_t i) -> const void* {
            return &*(static_cast<const V*>(l)->begin() + static_cast<std::ptrdiff_t>(i));
          },
          .append = [](void* l) -> void* {
            V& v = *static_cast<V*>(l);
            const std::size_t before = v.size();
            v.push_back(item{});
            return v.size() > before ? &*(v.begin() + static_cast<std::ptrdiff_t>(before)) : nullptr;
          },
          .clear = [](void* l) { static_cast<V*>(l)->clear(); }};
}

struct row_tables {
  std::vector<row> rows{};
  std::vector<section_row> sections{};
};

template <class T>
struct row_maker {
  T& object;
  const char* root;
  std::string section;
  row_tables& into;
  int& next;

  template <class P>
  void operator()(std::string_view name, P p, std::string_view doc = {}, const facts& about = {}) {
    auto& m = trainspec::member(object, p);
    using V = std::remove_cvref_t<decltype(m)>;
    const std::string path = section.empty() ? std::string(name) : section + "." + std::string(name);
    if constexpr (described<V>) {
      into.sections.push_back({path, section, name, doc});
      row_maker<V> inner{m, root, path, into, next};
      description<V>::of(inner);
    } else {
      const int number = next++;
      if constexpr (kind_of<V>() != field_kind::other) {
        row r;
        r.path = path;
        r.section = section;
        r.name = name;
        r.doc = doc;
        r.about = about;
        r.kind = kind_of<V>();
        r.optional = is_optional<V>;
        r.number = number;
        r.offset = static_cast<std::size_t>(reinterpret_cast<const char*>(std::addressof(m)) - root);
        if constexpr (requires { V::capacity; }) r.capacity = V::capacity;
        r.load = [](const void* v) { return load_value(*static_cast<const V*>(v)); };
        if constexpr (kind_of<V>() == field_kind::tables)
          r.elements = elements_of<V>();
        else
          r.store = [](const node& n, void* v) { return store_value(n, *static_cast<V*>(v)); };
        into.rows.push_back(std::move(r));
      }
    }
  }
};

template <described J>
const row_tables& tables_of() {
  static const row_tables made = [] {
    row_tables t;
    // only asked where its members are: nothing is written
    J& prototype = const_cast<J&>(defaults_of<J>());
    int next = 0;
    row_maker<J> maker{prototype, reinterpret_cast<const char*>(std::addressof(prototype)), {}, t, next};
    description<J>::of(maker);
    return t;
  }();
  return made;
}
}  // namespace detail

/// The rows of a described type, in the order of `describe`. Made on the first call, which may come from any thread. Leaves
/// of types that no file can hold are left out (their numbers are too).
template <described J>
const std::vector<row>& rows_of() {
  return detail::tables_of<J>().rows;
}

/// The sections of a described type, each before those inside it.
template <described J>
const std::vector<section_row>& sections_of() {
  return detail::tables_of<J>().sections;
}

/// The row of a path, or null. (Inside an element of a list of tables the path starts at the element.)
inline const row* find_row(const std::vector<row>& rows, std::string_view path) {
  for (const row& r : rows)
    if (r.path == path) return &r;
  return nullptr;
}
inline const section_row* find_section(const std::vector<section_row>& sections, std::string_view path) {
  for (const section_row& s : sections)
    if (s.path == path) return &s;
  return nullptr;
}

/// A described value as a tree, absent optionals left out.
template <described J>
node tree_of(const J& value) {
  return detail::load_object(rows_of<J>(), std::addressof(value));
}

}  // namespace trainspec::inline v0
