// A user's own section and rule: a job with a [site] table, checked together with everything else.
#include <cstdio>

#include <boost/hana/append.hpp>

#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/trainspec.hpp>

namespace site {
struct budget {
  trainspec::text project{};
  std::int64_t hours = 24;

  static constexpr void describe(auto& io) {
    io("project", &budget::project, "who pays", {.choices = "search|speech|vision"});
    io("hours", &budget::hours, "longest run", {.min = 1, .max = 72, .unit = "hours"});
  }
};

struct job : trainspec::job {
  budget site{.project = "search"};

  static constexpr void describe(auto& io) {
    trainspec::job::describe(io);
    io("site", &job::site, "our own table");
  }
};

constexpr trainspec::basic_rule<job> rules[] = {
    {.code = "SITE01",
     .title = "a project has at most 128 devices a day",
     .reason = "the others wait",
     .source = "house rules",
     .check =
         [](const job& j, trainspec::sayer& say) {
           const std::int64_t n = trainspec::world_size(j);
           if (j.site.hours > 24 && n > 128)
             say(j.site.hours, {"site.hours = ", j.site.hours, " on ", n, " devices; more than 128 devices are lent for 24 hours"})
                 .because(j.machine.nodes)
                 .fix({"hours = 24"});
         }},
};
constexpr auto all_rules = boost::hana::append(trainspec::rule_groups, trainspec::basic_rule_group{"site", rules});
}  // namespace site

int main() {
  const auto file = trainspec::check_string<site::job>(R"([model]
flavor = "8B"
[machine]
instance = "8xH100"
nodes = 32
[training]
seq_len = 50000
[site]
project = "speach"
hours = 48
)",
                                                       "job.toml", {}, site::all_rules);
  std::fputs(trainspec::to_text(file.problems).c_str(), stdout);
  return file.problems.find("SITE01") && file.problems.errors() == 3 ? 0 : 1;
}
