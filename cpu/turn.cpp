#include "turntile/cpu.hpp"

#include "turntile/turn_check.hpp"
