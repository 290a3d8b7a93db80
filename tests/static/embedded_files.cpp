// Jobs that trainspec_add_job embeds.
#include <jobs/hostile.hpp>
#include <jobs/of_windows.hpp>

namespace {
using namespace trainspec;

constexpr const job& hostile = jobs::hostile.job();
static_assert(hostile.info.name == "a;b [c] $d{");
static_assert(hostile.info.description == ")\" \\ )\" \"quoted\" @x@ ${NAME} #]==] 'single' \xC3\xA9\xC3\xA9");
static_assert(hostile.training.steps == 16);
static_assert(hostile.activation_checkpoint.force_recompute_mm_shapes_by_fqns.size() == 3);
static_assert(hostile.activation_checkpoint.force_recompute_mm_shapes_by_fqns[1] == "\\n" &&
              hostile.activation_checkpoint.force_recompute_mm_shapes_by_fqns[2] == "\n");

static_assert(jobs::of_windows.job().info.description == "one\ntwo");
static_assert(jobs::of_windows.with_origins().origin_of(&jobs::of_windows.job().info.description).line == 4);
static_assert(jobs::of_windows.with_origins().origin_of(&jobs::of_windows.job().info.name).column == 8);
}  // namespace
