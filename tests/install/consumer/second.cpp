#include <trainspec/trainspec.hpp>
#include <trainspec/version.hpp>

const char* version_seen_by_second_unit() { return TRAINSPEC_VERSION; }
