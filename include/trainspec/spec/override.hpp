#pragma once
#include <cstdint>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// One keyword argument: a TOML or JSON scalar.
struct keyword {
  text name{};
  field_kind kind = field_kind::integer;  ///< integer, number, boolean or string
  std::int64_t integer = 0;
  double number = 0;
  text string{};
  bool operator==(const keyword&) const = default;
};
using keywords = list<keyword, 4>;

/// One entry of torchtitan's `override.imports`, with the modules it applies to.
struct override_import {
  text target{};
  list<text, 8> fqns{};
  keywords kwargs{};

  static constexpr void describe(auto& io) {
    io("target", &override_import::target, "\"module.function\" that makes the replacement");
    io("fqns", &override_import::fqns, "patterns (fnmatch) of the module paths it applies to; empty: all of its kind");
    io("kwargs", &override_import::kwargs, "arguments of the function");
  }
  bool operator==(const override_import&) const = default;
};

/// Names: torchtitan 0.3 `OverrideConfig`. (`override` itself is a word of C++.)
struct overrides {
  list<override_import, 8> imports{};

  static constexpr void describe(auto& io) { io("imports", &overrides::imports, "replacements of parts of the model"); }
  bool operator==(const overrides&) const = default;
};

}  // namespace trainspec::inline v0
