// A user's own sections, described or adapted with Boost.Hana, and own rules.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <trainspec/schema/hana.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/text/toml_write.hpp>
#include <trainspec/trainspec.hpp>

namespace hana = boost::hana;

namespace foreign {
struct cluster {
  int racks = 3;
  double watts = 1.5;
  std::string room = "a";
};
}  // namespace foreign
BOOST_HANA_ADAPT_STRUCT(foreign::cluster, racks, watts, room);

namespace {
using namespace trainspec;

struct my_job : job {
  foreign::cluster cluster{};
  static constexpr void describe(auto& io) {
    job::describe(io);
    io("cluster", &my_job::cluster, "where it stands");
  }
};

constexpr basic_rule<my_job> rules[] = {
    {.code = "MY0001",
     .title = "power is enough",
     .reason = "fuses",
     .source = "house rules",
     .check =
         [](const my_job& j, sayer& say) {
           if (j.cluster.watts < static_cast<double>(world_size(j)))
             say(j.cluster.watts, {"cluster.watts = ", j.cluster.watts, " for ", world_size(j), " devices"}).because(j.machine.nodes);
         }},
};
constexpr auto groups = hana::append(rule_groups, basic_rule_group{"mine", rules});

template <class Section>
void hana_works_on(const Section& s) {
  int n = 0;
  hana::for_each(hana::members(s), [&](const auto&) { ++n; });
  int keys = 0;
  hana::for_each(hana::keys(s), [&](auto) { ++keys; });
  CHECK(n > 0);
  CHECK(n == keys);
  CHECK(hana::equal(s, Section(s)));
  CHECK(decltype(hana::length(hana::to_map(s)))::value == static_cast<std::size_t>(n));
}
}  // namespace

TEST_CASE("a foreign Hana struct is read from TOML as a section, with places and suggestions") {
  const auto file =
      check_string<my_job>("[model]\nflavor = \"4B\"\n[cluster]\nracks = 7\nroon = \"b\"\nwatts = \"many\"\n", "job.toml", {}, groups);
  CHECK(file.job.value.cluster.racks == 7);
  REQUIRE(file.problems.issues.size() == 2);
  CHECK(file.problems.issues[0].code == "TS1101");
  CHECK(file.problems.issues[0].fix == "room = \"b\"");
  CHECK(file.problems.issues[1].code == "TS1201");
  CHECK(file.problems.issues[1].at.line == 6);
}

TEST_CASE("a user's rule speaks with place and related values beside the library's") {
  const auto file =
      check_string<my_job>("[model]\nflavor = \"4B\"\n[machine]\nnodes = 2\n[cluster]\nwatts = 0.5\n", "job.toml", {}, groups);
  REQUIRE(file.problems.issues.size() == 1);
  const issue& i = file.problems.issues[0];
  CHECK(i.code == "MY0001");
  CHECK(i.path == "cluster.watts");
  CHECK(i.at.line == 6);
  CHECK(i.related.at(0).at.line == 4);
}

TEST_CASE("a job with a section of the user's is written and read back") {
  my_job j;
  j.cluster.room = "b \"c\"";
  j.cluster.racks = -1;
  const auto back = load_string<my_job>(to_toml(j), "back.toml");
  CHECK(back.ok());
  CHECK(back.job.value.cluster.room == j.cluster.room);
  CHECK(back.job.value.cluster.racks == -1);
}

TEST_CASE("the builder builds a user's job") {
  const auto j = basic_builder<my_job>().flavor("4B").set(&my_job::cluster, &foreign::cluster::racks, 9).erase();
  CHECK(j.value.cluster.racks == 9);
  CHECK(check(j, target::torchtitan_0_3, groups).ok());
}

TEST_CASE("members, keys, at_key, equal, for_each and to_map work on every section") {
  const job j;
  hana::for_each(hana::members(j), [](const auto& section) {
    if constexpr (described<std::decay_t<decltype(section)>>) hana_works_on(section);
  });
  hana_works_on(j);
  hana_works_on(j.model.rope_scaling);
  hana_works_on(param_group{});
  hana_works_on(override_import{});
  CHECK(hana::at_key(j.training, BOOST_HANA_STRING("seq_len")) == 2048);
  training changed;
  changed.steps = 1;
  CHECK(!hana::equal(j.training, changed));
}
