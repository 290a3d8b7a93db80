#pragma once
#include "../model/tree.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Overrides reach everything below Trainer.Config: patterns that start with one of its parts other than the model are
/// not judged.
constexpr bool beside_the_model(std::string_view pattern) {
  return is_choice("profiler|metrics|tokenizer|dataloader|optimizer|lr_scheduler|checkpoint|activation_checkpoint|validator|loss",
                   pattern.substr(0, pattern.find_first_of(".*?[")));
}
}  // namespace detail

inline constexpr rule override_rules[] = {
    {.code = "TS6001",
     .title = "a pattern names a module of the model",
     .reason = "a pattern that matches nothing replaces nothing, without an error",
     .source = "torchtitan config/override.py: fnmatch over the path from the root of Trainer.Config",
     .check =
         [](const job& j, sayer& say) {
           for (std::size_t i = 0; i < j.override_.imports.size(); ++i)
             for (std::size_t k = 0; k < j.override_.imports[i].fqns.size(); ++k) {
               const std::string_view pattern = j.override_.imports[i].fqns[k];
               if (j.model.n_layers <= 0 || detail::beside_the_model(pattern) || count_matches(j.model, naming::torchtitan, pattern) > 0)
                 continue;
               auto said = say.element(j.override_.imports, {"[", i, "].fqns[", k, "]"},
                                       {"override.imports[", i, "].fqns[", k, "] = \"", pattern, "\" matches no module of the model"});
               const text rooted = detail::join({"*.", pattern});
               if (const std::int64_t n = count_matches(j.model, naming::torchtitan, rooted); n > 0)
                 said.fix({"\"", rooted, "\""})
                     .hint({"with \"*.\" in front it matches ", n, " modules: paths start with model_spec.model"});
               // whether the fork matches from the root is not confirmed, so its own tutorial's form is not refused there
               if (say.target.neuron && count_matches(j.model, naming::torchtitan, rooted) > 0) said.as(severity::warning);
             }
         },
     .targets = on::torchtitan,
     .warns = true},
    {.code = "TS6002",
     .title = "no module is replaced twice",
     .reason = "two overrides of one module, or of a module and one that holds it, conflict",
     .source = "torchtitan config/override.py",
     .check =
         [](const job& j, sayer& say) {
           const auto& imports = j.override_.imports;
           for (std::size_t a = 0; a < imports.size(); ++a)
             for (std::size_t b = 0; b < imports.size(); ++b) {
               if (a == b) continue;
               bool found = false;
               for (const text& p : imports[a].fqns)
                 for (const text& q : imports[b].fqns) {
                   module_path where;
                   // each pair once: (a, b) also sees (b, a) when both match the same node
                   // a pattern over several kinds of modules replaces those of the override's own class, which is not known here
                   if (found || !names_one_kind(j.model, naming::torchtitan, p) || !names_one_kind(j.model, naming::torchtitan, q))
                     continue;
                   if (!meets(j.model, naming::torchtitan, p, q, where)) continue;
                   module_path back;
                   if (b < a && meets(j.model, naming::torchtitan, q, p, back)) continue;
                   found = true;
                   say.element(j.override_.imports, {"[", a, "]"},
                               {"override.imports[", a, "] (", imports[a].target, ") and override.imports[", b, "] (", imports[b].target,
                                ") both replace ", where.view(), " or a module that holds it"});
                 }
             }
         },
     .targets = on::torchtitan},
    {.code = "TS6003",
     .title = "an override names what it imports",
     .reason = "the target is a function, module.function",
     .source = "torchtitan config/override.py",
     .check =
         [](const job& j, sayer& say) {
           for (std::size_t i = 0; i < j.override_.imports.size(); ++i) {
             const std::string_view target = j.override_.imports[i].target;
             const std::size_t dot = target.rfind('.');
             if (dot == target.npos || dot == 0 || dot + 1 == target.size())
               say.element(j.override_.imports, {"[", i, "].target"},
                           {"override.imports[", i, "].target = \"", target, "\" is not of the form module.function"});
           }
         },
     .targets = on::torchtitan},
};

}  // namespace trainspec::inline v0
