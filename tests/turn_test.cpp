#include "turntile/turn.hpp"

#include <gtest/gtest.h>

#include "turntile/error.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"
#include "turntile/turn_check.hpp"

TEST(Turn, A) {
    EXPECT_EQ(1, 1);
}
