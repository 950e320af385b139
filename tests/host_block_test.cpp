#include "pipeline/host_block.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <new>

namespace turntile {
namespace {

struct CountingPinning : Pinning {
    bool pin(std::byte* data, std::size_t size_bytes) noexcept override {
        ++pinned;
        last_data = data;
        last_bytes = size_bytes;
        return possible;
    }
    void unpin(std::byte* data) noexcept override {
        EXPECT_EQ(data, last_data);
        --pinned;
    }
    bool possible = true;
    int pinned = 0;
    std::byte* last_data = nullptr;
    std::size_t last_bytes = 0;
};

TEST(HostBlock, HasWhatWasAskedForOnWholePages) {
    for (const std::size_t size_bytes :
         {std::size_t{1}, std::size_t{4096}, std::size_t{4097}, std::size_t{5'000'000}}) {
        const HostBlock block(size_bytes);
        EXPECT_GE(block.size_bytes(), size_bytes);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.data()) % 4096, 0U);
        std::memset(block.data(), 0xA5, block.size_bytes());
    }
    EXPECT_EQ(HostBlock(0).data(), nullptr);
}

TEST(HostBlock, KeepsWhatIsInItWhenItGrows) {
    HostBlock block(10'000);
    std::memset(block.data(), 0x5A, 10'000);
    block.grow(40'000'000);
    EXPECT_GE(block.size_bytes(), 40'000'000U);
    for (std::size_t i = 0; i < 10'000; ++i)
        ASSERT_EQ(std::to_integer<int>(block.data()[i]), 0x5A);
    block.data()[40'000'000 - 1] = std::byte{1};
    std::byte* const data = block.data();
    block.grow(1000);
    EXPECT_EQ(block.data(), data) << "it never shrinks";
}

TEST(HostBlock, SaysWhenMemoryRunsOut) {
    HostBlock block(10'000);
    const std::size_t size_bytes = block.size_bytes();
    EXPECT_THROW(block.grow(std::size_t{1} << 60), std::bad_alloc);
    EXPECT_EQ(block.size_bytes(), size_bytes);
    EXPECT_THROW(HostBlock(std::size_t{1} << 60), std::bad_alloc);
}

TEST(HostBlock, IsPinnedUntilItGrowsOrGoes) {
    const auto pinning = std::make_shared<CountingPinning>();
    {
        HostBlock block(10'000);
        block.pin(pinning);
        EXPECT_TRUE(block.is_pinned());
        EXPECT_EQ(pinning->last_bytes, block.size_bytes());
        block.grow(1'000'000);
        EXPECT_FALSE(block.is_pinned());
        EXPECT_EQ(pinning->pinned, 0);
        block.pin(pinning);
        HostBlock moved = std::move(block);
        EXPECT_TRUE(moved.is_pinned());
        EXPECT_EQ(pinning->pinned, 1);
    }
    EXPECT_EQ(pinning->pinned, 0);
    pinning->possible = false;
    HostBlock block(10'000);
    block.pin(pinning);
    EXPECT_FALSE(block.is_pinned());
}

}  // namespace
}  // namespace turntile
