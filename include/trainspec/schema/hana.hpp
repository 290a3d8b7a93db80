#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <boost/hana.hpp>

#include "describe.hpp"

namespace trainspec::inline v0 {

/// The types of leaves that the Hana view of a section knows. A section with others specialises this for itself.
template <class...>
struct leaf_types {};
template <class Section>
struct hana_leaf_types;

namespace detail::view {
namespace hana = boost::hana;

template <class T, class... L>
constexpr int index_in(leaf_types<L...>) {
  int i = 0, at = -1;
  ((std::is_same_v<T, L> ? at = i : 0, ++i), ...);
  return at;
}
template <std::size_t I, class L>
struct nth;
template <std::size_t I, class H, class... R>
struct nth<I, leaf_types<H, R...>> : nth<I - 1, leaf_types<R...>> {};
template <class H, class... R>
struct nth<0, leaf_types<H, R...>> {
  using type = H;
};

/// Names and kinds of the members of a section, in order. (describe() is a run of statements, so the types come from a
/// closed list: this is what keeps the declaration of a section free of macros.)
template <class Types>
struct kinds {
  int kind[128]{};
  std::string_view name[128]{};
  std::size_t n = 0;
  template <class V, class T>
  constexpr void operator()(std::string_view s, V T::*, std::string_view = {}, const facts& = {}) {
    constexpr int k = index_in<V>(Types{});
    static_assert(k >= 0, "the type of this member is not in hana_leaf_types<Section>");
    kind[n] = k;
    name[n++] = s;
  }
};
template <class M>
struct pick {
  std::size_t want;
  std::size_t n = 0;
  M found{};
  constexpr void operator()(std::string_view, auto p, std::string_view = {}, const facts& = {}) {
    if constexpr (std::is_same_v<decltype(p), M>)
      if (n == want) found = p;
    ++n;
  }
};
template <class S>
using types_of = typename hana_leaf_types<S>::type;
template <class S>
inline constexpr auto kinds_of = [] {
  kinds<types_of<S>> k;
  S::describe(k);
  return k;
}();
template <class S, std::size_t I>
inline constexpr auto pointer = [] {
  pick<typename nth<static_cast<std::size_t>(kinds_of<S>.kind[I]), types_of<S>>::type S::*> p{I};
  S::describe(p);
  return p.found;
}();
template <auto P>
struct get {
  template <class T>
  constexpr decltype(auto) operator()(T&& t) const {
    return (static_cast<T&&>(t).*P);
  }
};
template <class S, std::size_t I, std::size_t... C>
constexpr auto key(std::index_sequence<C...>) {
  return hana::string<kinds_of<S>.name[I][C]...>{};
}
template <class S, std::size_t... I>
constexpr auto accessors(std::index_sequence<I...>) {
  return hana::make_tuple(hana::make_pair(key<S, I>(std::make_index_sequence<kinds_of<S>.name[I].size()>{}), get<pointer<S, I>>{})...);
}
template <class T>
concept own_section = std::is_class_v<T> && requires(ignored_io& io) { T::describe(io); };
}  // namespace detail::view
}  // namespace trainspec::inline v0

#include "../spec/job.hpp"

namespace trainspec::inline v0 {
template <class Section>
struct hana_leaf_types {
  using type =
      leaf_types<std::int64_t, double, bool, text, std::optional<std::int64_t>, std::optional<double>, list<text, 4>, list<text, 8>,
                 list<text, 16>, list<std::int64_t, 128>, list<double, 2>, list<param_group, 8>, list<override_import, 8>, keywords,
                 field_kind, rope_scaling, optimizer_kwargs, model, machine, training, parallelism, optimizer, lr_scheduler, checkpoint,
                 activation_checkpoint, compile, dataloader, validator, overrides, metrics, debug, job_info, check_options>;
};
}  // namespace trainspec::inline v0

namespace boost::hana {
/// Every described section is a Hana Struct: `for_each`, `members`, `keys`, `at_key`, `equal` and `to_map` work on it.
template <class T>
  requires trainspec::detail::view::own_section<T>
struct accessors_impl<T> {
  static constexpr auto apply() {
    return trainspec::detail::view::accessors<T>(std::make_index_sequence<trainspec::detail::view::kinds_of<T>.n>{});
  }
};
/// A section is comparable by `==` and a Struct: Hana must be told which of the two it is to use.
template <class T>
  requires trainspec::detail::view::own_section<T>
struct equal_impl<T, T> {
  static constexpr bool apply(const T& a, const T& b) { return a == b; }
};
}  // namespace boost::hana

namespace trainspec::inline v0 {
/// A foreign Hana Struct (BOOST_HANA_ADAPT_STRUCT) is described by its accessors, so it may stand as a section in a
/// user's job. Its fields have names, but no docs or ranges.
template <class T>
  requires(!detail::view::own_section<T> && boost::hana::Struct<T>::value)
struct description<T> {
  static constexpr void of(auto& io) {
    boost::hana::for_each(boost::hana::accessors<T>(), [&](auto pair) {
      constexpr auto name = boost::hana::first(decltype(pair){});
      io(std::string_view(boost::hana::to<const char*>(name)), boost::hana::second(pair), std::string_view{}, facts{});
    });
  }
};
}  // namespace trainspec::inline v0
