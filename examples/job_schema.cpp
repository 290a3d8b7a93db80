// The JSON Schema of job files, for an editor or a validator of one's own; and of a struct that is no job.
#include <cstdint>
#include <cstdio>

#include <trainspec/text/schema.hpp>
#include <trainspec/trainspec.hpp>

struct quota {
  std::int64_t gpus = 8;
  trainspec::text queue = "normal";

  static constexpr void describe(auto& io) {
    io("gpus", &quota::gpus, "devices that the job may take", {.min = 1, .max = 1024});
    io("queue", &quota::queue, "where it waits", {.choices = "normal|urgent"});
  }
};

int main() {
  std::fputs(trainspec::to_json_schema<quota>().c_str(), stdout);
  return trainspec::to_json_schema<trainspec::job>().empty();  // as `trainspec schema` prints it
}
