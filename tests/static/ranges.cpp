// Ranges and choices are checked in constant expressions with the sentences of the run-time way in.
#include <optional>
#include <string_view>

#include "trainspec/rules/ranges.hpp"
#include "trainspec/spec/job.hpp"

namespace {
using namespace trainspec;

constexpr bool breaks_once(const job& j, std::string_view code, std::string_view message, std::string_view fix) {
  report r;
  check_ranges(j, r);
  return r.issues.size() == 1 && r.issues[0].code == code && r.issues[0].message == message && r.issues[0].fix == fix;
}
constexpr bool clean(const job& j) {
  report r;
  check_ranges(j, r);
  return r.issues.empty();
}

static_assert(clean(job{}));

static_assert([] {
  job j;
  j.training.seq_len = 0;
  return breaks_once(j, "TS1301", "training.seq_len = 0 is out of range: it must be from 1 to 2147483647 (tokens)", "seq_len = 1");
}());
static_assert([] {
  job j;
  j.version = 2;
  return breaks_once(j, "TS1301", "version = 2 is out of range: it must be 1", "version = 1");
}());
static_assert([] {
  job j;
  j.optimizer.lr = 0;
  return breaks_once(j, "TS1301", "optimizer.lr = 0 is out of range: it must be greater than 0", "");
}());
static_assert([] {
  job j;
  j.optimizer.betas = {0.9, 1.5};
  return breaks_once(j, "TS1301", "optimizer.betas[1] = 1.5 is out of range: it must be from 0 to 1", "");
}());
static_assert([] {
  job j;
  j.optimizer.betas = {0.9};
  return breaks_once(j, "TS1203", "optimizer.betas has 1 element; it needs exactly 2", "");
}());
static_assert([] {
  job j;
  j.lr_scheduler.decay_ratio = 1.5;
  return breaks_once(j, "TS1301", "lr_scheduler.decay_ratio = 1.5 is out of range: it must be from 0 to 1", "decay_ratio = 1");
}());
static_assert([] {
  job j;
  j.activation_checkpoint.mode = "sellective";
  return breaks_once(j, "TS1302", "activation_checkpoint.mode = \"sellective\" is not one of: none, selective, full, memory_budget",
                     "mode = \"selective\"");
}());
static_assert([] {
  job j;
  j.model.backend = " Native ";
  return breaks_once(j, "TS1302", "model.backend = \" Native \" is not one of: native, transformers, nki_moe", "backend = \"native\"");
}());
static_assert([] {
  job j;
  j.compile.components = {text("model"), text("los")};
  return breaks_once(j, "TS1302", "compile.components[1] = \"los\" is not one of: model, loss", "");
}());
static_assert([] {
  job j;
  param_group g;
  g.optimizer_kwargs.lr = -1.0;
  j.optimizer.param_groups.push_back(param_group{});
  j.optimizer.param_groups.push_back(g);
  return breaks_once(j, "TS1301", "optimizer.param_groups[1].optimizer_kwargs.lr = -1 is out of range: it must be greater than 0", "");
}());

// the flags name the fields, and places come from the origins
static_assert([] {
  sourced<job> j;
  j.value.training.seq_len = 0;
  j.mark({&j.value.training.seq_len}, {way::file, j.from.source("job.toml"), 14, 11, 12});
  report r;
  bool bad[field_count<job>]{};
  check_ranges(j, r, bad);
  int count = 0;
  for (const bool b : bad) count += b;
  return count == 1 && bad[field_number(j.value, &j.value.training.seq_len)] && r.issues[0].origin == "job.toml:14:11" &&
         r.issues[0].at.line == 14 && r.issues[0].at.end_column == 12;
}());

static_assert(edit_distance("sellective", "selective") == 1);
static_assert(edit_distance("1f1b", "1F1B") == 0);
static_assert(edit_distance("abcd", "abdc") == 1);
static_assert(edit_distance("", "abc") == 3);
static_assert(edit_distance("kitten", "sitting", 2) == 3);
static_assert(nearest_choice("1F1B|GPipe", "1F1Bx") == "1F1B");
static_assert(nearest_choice("1F1B|GPipe", "zero") == "");
}  // namespace
