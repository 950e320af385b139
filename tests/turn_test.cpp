#include "turntile/turn.hpp"

#include <gtest/gtest.h>

#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"
#include "turntile/turn_check.hpp"
#include "turntile/error.hpp"

TEST(Turn, A) { EXPECT_EQ(1, 1); }
