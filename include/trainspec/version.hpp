#pragma once
/// The one place that holds the version; CMake and the Python build read it from here.
#define TRAINSPEC_VERSION_MAJOR 0
#define TRAINSPEC_VERSION_MINOR 1
#define TRAINSPEC_VERSION_PATCH 0
#define TRAINSPEC_VERSION "0.1.0"
