#pragma once
#include "../schema/utf8.hpp"
