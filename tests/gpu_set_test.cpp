#include "pipeline/gpu_set.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "turntile/error.hpp"

namespace turntile {
namespace {

constexpr int out_of_memory = 2;
constexpr int illegal_address = 700;

/// Stands for a GPU, and does what a test wants.
class FakeGpu : public Backend {
  public:
    FakeGpu(int device, std::function<void()> act) : device_(device), act_(std::move(act)) {}
    TurnReport turn(std::span<const PlanePair>, Turn, Method) override {
        act_();
        return {.device = device_};
    }
    double copy_gbps(std::size_t) override { return 1; }
    std::string hardware() const override { return "GPU " + std::to_string(device_); }

  private:
    int device_;
    std::function<void()> act_;
};

void work() {}

std::function<void()> fails_with(int code, bool sticky) {
    return [=] { throw CudaError("a fault of this test", code, sticky); };
}

GpuSet set_of(const std::vector<std::function<void()>>& acts) {
    GpuSet set;
    for (std::size_t i = 0; i < acts.size(); ++i)
        set.add(std::make_unique<FakeGpu>(static_cast<int>(i), acts[i]));
    return set;
}

std::optional<TurnReport> turn_one(GpuSet& set, std::string& why) {
    return set.turn({}, Turn::rotate_90, Method::tiled, why);
}

TEST(GpuSet, GivesEachGpuItsShare) {
    GpuSet set = set_of({work, work, work});
    std::string why;
    std::vector<int> pictures(3);
    for (int i = 0; i < 30; ++i)
        ++pictures[static_cast<std::size_t>(turn_one(set, why)->device)];
    EXPECT_EQ(pictures, std::vector<int>({10, 10, 10}));
    EXPECT_TRUE(why.empty());
    EXPECT_EQ(set.hardware(), "GPU 0, GPU 1, GPU 2");
}

TEST(GpuSet, TakesTheGpuThatHasTheLeastToDo) {
    std::mutex mutex;
    std::condition_variable changed;
    bool inside = false, leave = false;
    GpuSet set = set_of({[&] {
                             std::unique_lock lock(mutex);
                             inside = true;
                             changed.notify_all();
                             changed.wait(lock, [&] { return leave; });
                         },
                         work});
    std::string why;
    std::thread slow([&] {
        std::string none;
        EXPECT_EQ(turn_one(set, none)->device, 0);
    });
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return inside; });
    }
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(turn_one(set, why)->device, 1);
    {
        const std::lock_guard lock(mutex);
        leave = true;
    }
    changed.notify_all();
    slow.join();
}

TEST(GpuSet, DropsALostGpuAndGoesOnWithTheOthers) {
    GpuSet set = set_of({fails_with(illegal_address, true), work});
    std::string why;
    const auto first = turn_one(set, why);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->device, 1);
    EXPECT_EQ(first->lost_device, "a fault of this test");
    EXPECT_FALSE(set.all_lost());
    for (int i = 0; i < 4; ++i) {
        const auto next = turn_one(set, why);
        EXPECT_EQ(next->device, 1);
        EXPECT_TRUE(next->lost_device.empty()) << "it is lost once";
    }
}

TEST(GpuSet, SaysThatAllAreLost) {
    GpuSet set = set_of({fails_with(illegal_address, true), fails_with(illegal_address, true)});
    std::string why;
    EXPECT_FALSE(turn_one(set, why));
    EXPECT_EQ(why, "a fault of this test");
    EXPECT_TRUE(set.all_lost());
    why.clear();
    EXPECT_FALSE(turn_one(set, why));
    EXPECT_EQ(why, "every GPU in use was lost");
}

TEST(GpuSet, LeavesThePictureToTheCpuWhereMemoryRunsOut) {
    GpuSet set = set_of({fails_with(out_of_memory, false)});
    std::string why;
    EXPECT_FALSE(turn_one(set, why));
    EXPECT_EQ(why, "a fault of this test");
    EXPECT_FALSE(set.all_lost());
}

TEST(GpuSet, PassesOtherFaultsOn) {
    std::string why;
    GpuSet refused = set_of({fails_with(1, false)});
    EXPECT_THROW(turn_one(refused, why), CudaError);
    GpuSet mistaken = set_of({[] { throw std::invalid_argument("a mistake"); }});
    EXPECT_THROW(turn_one(mistaken, why), std::invalid_argument);
}

}  // namespace
}  // namespace turntile
