#pragma once
#include "../model/tree.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

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
               if (j.model.n_layers <= 0 || count_matches(j.model, naming::torchtitan, pattern) > 0) continue;
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
                   if (found || !meets(j.model, naming::torchtitan, p, q, where)) continue;
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
};

}  // namespace trainspec::inline v0
