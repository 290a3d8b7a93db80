#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "../report/reading_codes.hpp"
#include "../rules/check.hpp"
#include "../schema/json_quote.hpp"

namespace trainspec::inline v0::detail {

/// The greatest N of which `folder` holds a whole checkpoint "step-N", as torchtitan finds it; -1: none. A folder that
/// cannot be read has none.
inline std::int64_t newest_checkpoint(const std::filesystem::path& folder) {
  std::int64_t newest = -1;
  std::error_code error;
  for (std::filesystem::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    const std::string name = i->path().filename().string();
    if (!name.starts_with("step-")) continue;
    std::int64_t step = -1;
    const char* last = name.data() + name.size();
    const auto [at, problem] = std::from_chars(name.data() + 5, last, step);
    if (problem != std::errc() || at != last || step < 0) continue;
    std::error_code ignored;
    if (std::filesystem::exists(i->path() / ".metadata", ignored) ||
        std::filesystem::exists(i->path() / "model.safetensors.index.json", ignored))
      newest = std::max(newest, step);
  }
  return newest;
}

/// Refuses (TS5301) a job that says which weights it starts from while its folder has a checkpoint, unless it says that it
/// goes on: by `checkpoint.resume`, or by naming the step.
template <described J>
void check_resume(const sourced<J>& j, report& into) {
  const checkpoint& c = j.value.checkpoint;
  const bool from_path = !c.initial_load_path.empty();
  if (!c.enable || c.resume || c.load_step >= 0 || (!from_path && !c.initial_load_in_hf)) return;
  const std::filesystem::path folder = std::filesystem::path(j.value.info.dump_folder.view()) / c.folder.view();
  const std::int64_t step = newest_checkpoint(folder);
  if (step < 0) return;

  const void* field = from_path ? static_cast<const void*>(std::addressof(c.initial_load_path)) : std::addressof(c.initial_load_in_hf);
  issue i;
  i.code = "TS5301";
  i.title = title_of_reading(i.code);
  i.reason = find_reading_code(i.code)->reason;
  i.source = "torchtitan components/checkpointer/base.py (0.2: components/checkpoint.py)";
  i.path = from_path ? "checkpoint.initial_load_path" : "checkpoint.initial_load_in_hf";
  i.message = (folder / ("step-" + std::to_string(step))).string() + " exists: the run would go on from it, and " + std::string(i.path) +
              " would have no effect";
  i.value = from_path ? json_quoted(c.initial_load_path) : std::string("true");
  i.fix = "resume = true";
  i.hint = "or another job.dump_folder or checkpoint.folder, to start anew";
  const origin& o = j.origin_of(field);
  describe_origin(o, j.from.source_of(o), i.origin, i.at);
  into.issues.push_back(std::move(i));
}

}  // namespace trainspec::inline v0::detail
