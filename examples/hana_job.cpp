// Generic code over a job with Boost.Hana: which sections differ from their defaults, and a section as a map.
#include <cstdio>

#include <boost/hana.hpp>

#include <trainspec/schema/hana.hpp>
#include <trainspec/trainspec.hpp>

namespace hana = boost::hana;
using namespace trainspec;

int main() {
  const job j = qwen3_config("4B").steps(100).lr(1e-4).seed(7).erase().value;
  const job defaults;
  hana::for_each(hana::keys(j), [&](auto key) {
    if (!hana::equal(hana::at_key(j, key), hana::at_key(defaults, key))) std::printf("[%s] is not all default\n", hana::to<const char*>(key));
  });

  const auto schedule = hana::to_map(j.lr_scheduler);
  static_assert(decltype(hana::length(schedule))::value == 5);
  std::printf("warm-up of %lld steps\n", static_cast<long long>(schedule[BOOST_HANA_STRING("warmup_steps")]));

  // the numbers of a section, whatever their names
  int numbers = 0;
  hana::for_each(hana::members(j.training), [&](const auto& member) { numbers += std::is_arithmetic_v<std::decay_t<decltype(member)>> ? 1 : 0; });
  std::printf("[training] has %d numbers and switches\n", numbers);
}
