// Generic code over a job with Boost.Hana: every field that differs from its default, found and printed without naming one.
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

#include <boost/hana.hpp>

#include <trainspec/schema/hana.hpp>
#include <trainspec/trainspec.hpp>

namespace hana = boost::hana;
using namespace trainspec;

namespace {

/// Calls f(path, field of a, field of b) for each field of two values of one type, in its sections too.
template <class T>
void for_each_field(const T& a, const T& b, const std::string& path, const auto& f) {
  hana::for_each(hana::accessors<T>(), [&](auto accessor) {  // pairs of a key and a function that gets the member
    const auto get = hana::second(accessor);
    const std::string name = path + hana::to<const char*>(hana::first(accessor));
    if constexpr (hana::Struct<std::decay_t<decltype(get(a))>>::value)
      for_each_field(get(a), get(b), name + ".", f);
    else
      f(name, get(a), get(b));
  });
}

template <class V>
std::string shown(const V& v) {
  if constexpr (std::is_same_v<V, bool>)
    return v ? "true" : "false";
  else if constexpr (std::is_arithmetic_v<V>)
    return std::string((sentence() << v).view());
  else if constexpr (is_optional<V>)
    return v ? shown(*v) : "absent";
  else if constexpr (std::is_convertible_v<const V&, std::string_view>)
    return '"' + std::string(std::string_view(v)) + '"';
  else
    return "a list of " + std::to_string(v.size());
}

}  // namespace

int main() {
  const job ours = qwen3_config("4B").steps(5000).lr(1e-4).seed(7).compile(true).erase().value;
  int all = 0, changed = 0;
  for_each_field(ours, job{}, "", [&](const std::string& path, const auto& value, const auto& usual) {
    ++all;
    if (value == usual) return;
    ++changed;
    std::printf("%-26s %-10s instead of %s\n", path.c_str(), shown(value).c_str(), shown(usual).c_str());
  });
  std::printf("%d of %d fields differ from their defaults\n", changed, all);

  // a section as a Hana map
  const auto schedule = hana::to_map(ours.lr_scheduler);
  static_assert(decltype(hana::length(schedule))::value == 5);
  std::printf("warm-up of %lld steps\n", static_cast<long long>(schedule[BOOST_HANA_STRING("warmup_steps")]));
  return all == field_count<job> ? 0 : 1;  // Hana and `describe` see the same fields
}
