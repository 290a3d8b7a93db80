#pragma once
#include "../model/parameters.hpp"
#include "../schema/nearest.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// A shell pattern as a regular expression: what `*.wo.weight` was meant to be.
constexpr text regex_of_glob(std::string_view glob) {
  sentence s;
  for (const char& c : glob) {
    if (c == '*')
      s << ".*";
    else if (c == '?')
      s << ".";
    else if (c == '.')
      s << "\\\\.";  // in a TOML string
    else
      s << std::string_view(&c, 1);
  }
  return text::copy(s.view());
}
}  // namespace detail

inline constexpr rule optimizer_rules[] = {
    {.code = "TS4301",
     .title = "the pattern of a parameter group is a regular expression",
     .reason = "patterns are those of Python's re, not of the shell; a wrong one stops the run after the weights are initialised",
     .source = "torchtitan 0.3.0 components/optimizer/optimizer.py, tried",
     .check =
         [](const job& j, sayer& say) {
           for (std::size_t i = 0; i < j.optimizer.param_groups.size(); ++i) {
             const text& pattern = j.optimizer.param_groups[i].pattern;
             const regex judged(pattern.view());
             if (judged.judged() != regex::verdict::wrong) continue;
             auto said = say.element(
                 j.optimizer.param_groups, {"[", i, "].pattern"},
                 {"optimizer.param_groups[", i, "].pattern = \"", pattern, "\": ", judged.problem(), " at position ", judged.position()});
             if (pattern.view().find_first_of("\\[(|+") == std::string_view::npos)
               said.fix({"pattern = \"", detail::regex_of_glob(pattern), "\""});
           }
         },
     .targets = on::config_tree},
    {.code = "TS4302",
     .title = "a parameter group takes parameters",
     .reason =
         "a pattern found in no parameter's name, or only in those of earlier groups, stops the run after the weights are initialised",
     .source = "torchtitan 0.3.0 components/optimizer/optimizer.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const auto& groups = j.optimizer.param_groups;
           if (j.model.n_layers <= 0 || j.model.backend == "transformers") return;
           for (std::size_t i = 0; i < groups.size(); ++i) {
             if (regex(groups[i].pattern.view()).judged() != regex::verdict::good) return;  // later groups depend on it
             if (takes_parameters(j, i)) continue;
             auto said = say.element(j.optimizer.param_groups, {"[", i, "].pattern"},
                                     {"optimizer.param_groups[", i, "].pattern = \"", groups[i].pattern, "\" takes no parameter",
                                      i > 0 ? " that an earlier group leaves" : ""});
             if (groups[i].pattern.view().find("output") != std::string_view::npos)
               said.hint({"the head is called lm_head"});
             else if (j.model.enable_weight_tying && groups[i].pattern.view().find("lm_head") != std::string_view::npos)
               said.hint({"a tied head has no parameter of its own"});
             else if (j.activation_checkpoint.mode == "selective" || j.activation_checkpoint.mode == "full")
               said.hint({"with activation checkpointing the names are like layers.0._checkpoint_wrapped_module.attention.wo.weight"});
             else
               said.hint({"names are like layers.0.attention.wo.weight"});
           }
         },
     .targets = on::config_tree},
};

}  // namespace trainspec::inline v0
