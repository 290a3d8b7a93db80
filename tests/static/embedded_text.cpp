// TOML that is read in the compiler.
#include <trainspec/trainspec.hpp>

namespace {
using namespace trainspec;

TRAINSPEC_JOB(pretrain, R"(
[model]
flavor = "0.6B"
[training]
seq_len = 2_048
[optimizer]
lr = 3e-4
betas = [0.9, 0.99]
[[optimizer.param_groups]]
pattern = 'norm\.weight'
optimizer_kwargs = {weight_decay = 0}
[[optimizer.param_groups]]
pattern = "w2"
[override]
imports = [{target = "kernels.norm", kwargs = {eps = 1e-6, fused = true, level = 2, name = "n"}}]
)");
static_assert(pretrain.job().model.dim == 1024);
static_assert(pretrain.job().training.seq_len == 2048);
static_assert(pretrain.job().optimizer.lr == 3e-4);
static_assert(pretrain.job().optimizer.betas == list<double, 2>(0.9, 0.99));
static_assert(pretrain.job().optimizer.param_groups.size() == 2);
static_assert(pretrain.job().optimizer.param_groups[0].pattern == "norm\\.weight");
static_assert(pretrain.job().optimizer.param_groups[0].optimizer_kwargs.weight_decay == 0.0);
static_assert(!pretrain.job().optimizer.param_groups[1].optimizer_kwargs.weight_decay);
static_assert(pretrain.job().override_.imports[0].kwargs[3].string == "n" && pretrain.job().override_.imports[0].kwargs[0].number == 1e-6);

// strings are C strings, as literals are
static_assert(pretrain.job().model.flavor.c_str()[4] == '\0' && pretrain.job().override_.imports[0].kwargs[0].name.c_str()[3] == '\0');

// origins: what the text gives, and what a preset fills in
constexpr const sourced<job>& with_places = pretrain.with_origins();
static_assert(with_places.origin_of(&with_places.value.training.seq_len).how == way::file);
static_assert(with_places.origin_of(&with_places.value.training.seq_len).line == 5);
static_assert(with_places.origin_of(&with_places.value.training.seq_len).column == 11);
static_assert(with_places.origin_of(&with_places.value.model.dim).how == way::preset);

// the same job in C++
static_assert(qwen3_config("0.6B").seq_len(2048).checked().job().model == pretrain.job().model);

// numbers are the nearest doubles, as the compiler's own
struct number {
  std::string_view literal;
  double value;
};
constexpr number numbers[] = {{"0.1", 0.1},
                              {"1e-8", 1e-8},
                              {"8e-4", 8e-4},
                              {"1.7976931348623157e308", 1.7976931348623157e308},
                              {"2.2250738585072014e-308", 2.2250738585072014e-308},
                              {"9007199254740993.0", 9007199254740993.0},
                              {"9007199254740992.999999999999999999", 9007199254740992.999999999999999999},
                              {"0.30000000000000004", 0.30000000000000004},
                              {"1e23", 1e23},
                              {"123456789012345678901234567890.5", 123456789012345678901234567890.5},
                              {"6.02214076e+23", 6.02214076e23}};
constexpr double value_of(std::string_view literal) {
  decimal d;
  bool fraction = false;
  std::size_t i = 0;
  for (; i < literal.size() && literal[i] != 'e'; ++i)
    if (literal[i] == '.')
      fraction = true;
    else
      d.digit(literal[i], fraction);
  int power = 0, sign = 1;
  for (++i; i < literal.size(); ++i)
    if (literal[i] == '-')
      sign = -1;
    else if (literal[i] != '+')
      power = power * 10 + (literal[i] - '0');
  d.shift(sign * power);
  return d.value().value();
}
constexpr bool all_nearest() {
  for (const number& n : numbers)
    if (value_of(n.literal) != n.value) return false;
  return true;
}
static_assert(all_nearest());

// a job of one's own type, in a function
struct site {
  text project = "search";
  static constexpr void describe(auto& io) { io("project", &site::project, "who pays", {.choices = "search|speech"}); }
};
struct my_job : job {
  site ours{};
  static constexpr void describe(auto& io) {
    job::describe(io);
    io("site", &my_job::ours, "our own table");
  }
};
constexpr bool reads_own_sections() {
  constexpr auto mine = embedded_job<my_job>([] { return toml_source("mine.toml", "model.flavor = '0.6B'\nsite.project = 'speech'"); });
  return mine.job().ours.project == "speech";
}
static_assert(reads_own_sections());
}  // namespace
