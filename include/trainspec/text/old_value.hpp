#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "../presets/renames.hpp"
#include "../schema/node.hpp"
#include "source_text.hpp"

namespace trainspec::inline v0 {

namespace detail {
inline std::int64_t integer_at(const node& root, std::string_view section, std::initializer_list<std::string_view> keys,
                               std::int64_t otherwise) {
  const node* const t = root.find(section);
  for (const std::string_view k : keys)
    if (const node* n = t == nullptr ? nullptr : t->find(k); n != nullptr && n->is == node::kind::integer && n->string.empty())
      return n->integer;
  return otherwise;
}
/// local_batch_size x data-parallel degree x accumulation steps, where all three are known.
inline std::string accumulated(const node& steps, const node& root) {
  const std::int64_t local = integer_at(root, "training", {"local_batch_size", "batch_size"}, 8);
  const std::int64_t shard = integer_at(root, "parallelism", {"data_parallel_shard_degree"},  //
                                        integer_at(root, "job", {"model_parallel_size"}, -1));
  const std::int64_t copies = integer_at(root, "parallelism", {"data_parallel_replicate_degree"}, 1);
  std::int64_t product = 0;
  if (steps.is != node::kind::integer || steps.integer < 1 || local < 1 || shard < 1 || copies < 1) return {};
  if (__builtin_mul_overflow(local, shard, &product) || __builtin_mul_overflow(product, copies, &product) ||
      __builtin_mul_overflow(product, steps.integer, &product))
    return {};
  return std::to_string(product);
}
}  // namespace detail

/// The value, in TOML, that a field has when its old name had `value`; empty where that takes more than arithmetic. `holder`
/// is the table of the old name, `root` the file and `written` its text.
inline std::string old_value(const rename& by, const node& value, const node& holder, const node& root, const source_text& written) {
  switch (by.value) {
    case becomes::same: return written.value(value);
    case becomes::negated: return value.is != node::kind::boolean ? "" : value.boolean ? "false" : "true";
    case becomes::first_beta:
    case becomes::second_beta: {
      const node* const one = holder.find("beta1");
      const node* const two = holder.find("beta2");
      return "[" + (one != nullptr ? written.value(*one) : "0.9") + ", " + (two != nullptr ? written.value(*two) : "0.95") + "]";
    }
    case becomes::accumulation: return detail::accumulated(value, root);
    case becomes::sequences: {
      const std::int64_t length = detail::integer_at(root, "training", {"seq_len", "max_context_length"}, 0);
      if (value.is != node::kind::integer || length < 1 || value.integer % length != 0) return {};
      return std::to_string(value.integer / length);
    }
    case becomes::otherwise: return {};
  }
  return {};
}

}  // namespace trainspec::inline v0
