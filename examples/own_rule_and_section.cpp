// A user's own section and rule: a job with a [site] table, checked together with everything else.
#include <cstdint>
#include <cstdio>

#include <boost/hana/append.hpp>

#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/trainspec.hpp>

namespace {

/// The section: members with defaults, and their description.
struct budget {
  trainspec::text project = "search";
  std::int64_t hours = 24;

  static constexpr void describe(auto& io) {
    io("project", &budget::project, "who pays", {.choices = "search|speech|vision"});
    io("hours", &budget::hours, "longest run", {.min = 1, .max = 72, .unit = "hours"});
  }
};

/// The job: all of trainspec's sections, and the new one.
struct my_job : trainspec::job {
  budget site{};

  static constexpr void describe(auto& io) {
    trainspec::job::describe(io);
    io("site", &my_job::site, "our own table");
  }
};

/// The rule, which may speak of fields of both.
constexpr trainspec::basic_rule<my_job> site_rules[] = {
    {.code = "SITE01",
     .title = "long runs have at most 128 devices",
     .reason = "the others wait",
     .source = "house rules",
     .check =
         [](const my_job& j, trainspec::sayer& say) {
           const std::int64_t n = trainspec::world_size(j);
           if (j.site.hours > 24 && n > 128)
             say(j.site.hours, {"site.hours = ", j.site.hours, " on ", n, " devices; more than 128 devices are lent for 24 hours"})
                 .because(j.machine.nodes)
                 .fix({"hours = 24"});
         }},
};
constexpr auto all_rules = boost::hana::append(trainspec::rule_groups, trainspec::basic_rule_group{"site", site_rules});

constexpr const char* text = R"([model]
flavor = "8B"
[machine]
instance = "8xH100"
nodes = 32
[training]
seq_len = 50000
[site]
project = "speach"
hours = 48
)";

}  // namespace

int main() {
  // read: types, names, ranges
  trainspec::loaded<my_job> file = trainspec::load_string<my_job>(text, "job.toml");
  std::printf("read: %lld hours for %s, %zu wrong\n\n", static_cast<long long>(file.job.value.site.hours),
              file.job.value.site.project.c_str(), file.problems.errors());

  // checked: presets filled in, the library's rules and ours
  trainspec::check_loaded(file, {}, all_rules);
  std::fputs(trainspec::to_text(file.problems).c_str(), stdout);
  return file.problems.find("SITE01") && file.problems.errors() == 3 ? 0 : 1;
}
