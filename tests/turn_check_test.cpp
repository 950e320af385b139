#include "turntile/turn_check.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tests/reference.hpp"

namespace turntile {
namespace {

// A part of one 64-byte block of memory, as a view of one-byte pixels.
class OverlapTest : public testing::Test {
  protected:
    ImageView part(std::size_t first, std::int64_t width, std::int64_t height, std::size_t pitch) {
        return {.data = memory_.data() + first,
                .width = width,
                .height = height,
                .pixel_bytes = 1,
                .pitch_bytes = pitch};
    }

    // Which bytes of the memory are pixels of `view`, byte by byte.
    std::array<bool, 64> bytes_of(ImageView view) const {
        std::array<bool, 64> bytes{};
        for (std::int64_t y = 0; y < view.height; ++y)
            for (std::int64_t x = 0; x < view.width; ++x)
                bytes.at(static_cast<std::size_t>(view.row(y) + x - memory_.data())) = true;
        return bytes;
    }

    bool share_a_byte(ImageView a, ImageView b) const {
        const auto bytes_of_a = bytes_of(a);
        const auto bytes_of_b = bytes_of(b);
        for (std::size_t i = 0; i < bytes_of_a.size(); ++i)
            if (bytes_of_a.at(i) && bytes_of_b.at(i)) return true;
        return false;
    }

  private:
    std::array<std::byte, 64> memory_{};
};

TEST_F(OverlapTest, SameMemoryOverlaps) {
    EXPECT_TRUE(overlap(part(0, 4, 4, 8), part(0, 4, 4, 8)));
}

TEST_F(OverlapTest, OneBehindTheOtherDoNot) {
    EXPECT_FALSE(overlap(part(0, 4, 4, 4), part(16, 4, 4, 4)));
    EXPECT_FALSE(overlap(part(16, 4, 4, 4), part(0, 4, 4, 4)));
    EXPECT_TRUE(overlap(part(0, 4, 4, 4), part(15, 4, 4, 4)));
    EXPECT_TRUE(overlap(part(15, 4, 4, 4), part(0, 4, 4, 4)));
}

TEST_F(OverlapTest, SideBySideInOnePitchDoNot) {
    EXPECT_FALSE(overlap(part(0, 4, 4, 8), part(4, 4, 4, 8)));
    EXPECT_FALSE(overlap(part(4, 4, 4, 8), part(0, 4, 4, 8)));
    EXPECT_TRUE(overlap(part(0, 5, 4, 8), part(4, 4, 4, 8)));
    EXPECT_TRUE(overlap(part(4, 4, 4, 8), part(0, 5, 4, 8)));
}

TEST_F(OverlapTest, OneAboveTheOtherInOnePitchDoNot) {
    EXPECT_FALSE(overlap(part(2, 4, 2, 8), part(18, 4, 2, 8)));
    EXPECT_FALSE(overlap(part(18, 4, 2, 8), part(2, 4, 2, 8)));
}

TEST_F(OverlapTest, SlantedNeighboursInOnePitchDoNot) {
    EXPECT_FALSE(overlap(part(4, 4, 3, 8), part(8, 4, 3, 8)));
    EXPECT_FALSE(overlap(part(8, 4, 3, 8), part(4, 4, 3, 8)));
}

TEST_F(OverlapTest, EmptyOverlapsNothing) {
    EXPECT_FALSE(overlap(part(0, 0, 4, 8), part(0, 4, 4, 8)));
    EXPECT_FALSE(overlap(part(0, 4, 4, 8), part(0, 4, 0, 8)));
}

// Never a shared byte that is not seen. (Where views are far apart in one pitch or lie askew, none
// is wrongly seen either: the cases above.)
TEST_F(OverlapTest, SeesEverySharedByte) {
    for (const std::size_t src_pitch : {5U, 8U})
        for (const std::size_t dst_pitch : {5U, 8U})
            for (std::size_t src_first = 0; src_first < 24; ++src_first)
                for (std::size_t dst_first = 0; dst_first < 24; ++dst_first)
                    for (const std::int64_t width : {1, 3, 5})
                        for (const std::int64_t height : {1, 3}) {
                            const ImageView src = part(src_first, width, height, src_pitch);
                            const ImageView dst = part(dst_first, 4, 2, dst_pitch);
                            ASSERT_TRUE(overlap(src, dst) || !share_a_byte(src, dst))
                                << src_first << " " << dst_first << " " << width << "x" << height
                                << " pitches " << src_pitch << " " << dst_pitch;
                        }
}

// A call that is right, to be spoilt by one change.
struct Call {
    std::array<std::byte, 256> memory{};
    ConstImageView src{
        .data = memory.data(), .width = 3, .height = 2, .pixel_bytes = 4, .pitch_bytes = 12};
    ImageView dst{
        .data = memory.data() + 128, .width = 2, .height = 3, .pixel_bytes = 4, .pitch_bytes = 8};
    Turn turn = Turn::rotate_90;
};

struct Mistake {
    const char* name;
    std::function<void(Call&)> make;
    const char* message_has;  ///< so that the right check is known to have thrown
};

void PrintTo(const Mistake& mistake, std::ostream* out) {
    *out << mistake.name;
}

class CheckTurnMistake : public testing::TestWithParam<Mistake> {};

TEST_P(CheckTurnMistake, Throws) {
    Call call;
    GetParam().make(call);
    try {
        check_turn(call.src, call.dst, call.turn);
        FAIL() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find(GetParam().message_has), std::string::npos)
            << error.what();
    }
}

const std::vector<Mistake> mistakes = {
    {"NoTurn", [](Call& c) { c.turn = static_cast<Turn>(0); }, "0 is not one of the turns"},
    {"NinthTurn", [](Call& c) { c.turn = static_cast<Turn>(9); }, "9 is not one of the turns"},
    {"SrcNegativeWidth", [](Call& c) { c.src.width = -3; }, "the source (-3x2"},
    {"SrcNegativeHeight", [](Call& c) { c.src.height = -2; }, "negative size"},
    {"DstNegativeWidth", [](Call& c) { c.dst.width = -2; }, "the destination (-2x3"},
    {"DstNegativeHeight", [](Call& c) { c.dst.height = -3; }, "negative size"},
    {"PixelSizeZero", [](Call& c) { c.src.pixel_bytes = c.dst.pixel_bytes = 0; }, "pixel size"},
    {"PixelSizeFive", [](Call& c) { c.src.pixel_bytes = c.dst.pixel_bytes = 5; }, "pixel size"},
    {"PixelSizeDst", [](Call& c) { c.dst.pixel_bytes = 5; }, "the destination (2x3"},
    {"PixelSizesDiffer", [](Call& c) { c.dst.pixel_bytes = 2; }, "does not fit"},
    {"SrcTooWide",
     [](Call& c) {
         c.src.width = c.dst.height = std::int64_t{1} << 31;
         c.src.pitch_bytes = std::size_t{1} << 33;
     },
     "the source (2147483648x2 pixels of 4 bytes, pitch 8589934592) is wider or higher"},
    {"SrcTooHigh", [](Call& c) { c.src.height = c.dst.width = std::int64_t{1} << 31; },
     "wider or higher"},
    {"SrcWithoutMemory", [](Call& c) { c.src.data = nullptr; }, "the source (3x2"},
    {"DstWithoutMemory", [](Call& c) { c.dst.data = nullptr; }, "has no memory"},
    {"SrcPitchShort", [](Call& c) { c.src.pitch_bytes = 11; }, "pitch shorter than a row"},
    {"DstPitchShort", [](Call& c) { c.dst.pitch_bytes = 7; }, "pitch shorter than a row"},
    {"DstOfTheSourcesSize",
     [](Call& c) {
         c.dst.width = 3;
         c.dst.height = 2;
         c.dst.pitch_bytes = 12;
     },
     "rotate_90 of the source"},
    {"DstEmpty", [](Call& c) { c.dst.width = 0; }, "does not fit"},
    {"Overlap", [](Call& c) { c.dst.data = c.memory.data() + 20; }, "overlap"},
};

INSTANTIATE_TEST_SUITE_P(Each, CheckTurnMistake, testing::ValuesIn(mistakes),
                         [](const auto& each) { return each.param.name; });

TEST(CheckTurn, AcceptsEveryTurnAndPixelSize) {
    std::array<std::byte, 512> memory{};
    for (const Turn turn : all_turns)
        for (const std::size_t pixel_bytes : reference::pixel_sizes) {
            const ConstImageView src = {.data = memory.data(),
                                        .width = 3,
                                        .height = 2,
                                        .pixel_bytes = pixel_bytes,
                                        .pitch_bytes = 48};
            const Size size = reference::size_after(src.size(), turn);
            const ImageView dst = {.data = memory.data() + 256,
                                   .width = size.width,
                                   .height = size.height,
                                   .pixel_bytes = pixel_bytes,
                                   .pitch_bytes = 50};
            EXPECT_NO_THROW(check_turn(src, dst, turn)) << name(turn) << " " << pixel_bytes;
        }
}

TEST(CheckTurn, AcceptsEmptyImagesWithoutMemory) {
    const ConstImageView src = {.width = 0, .height = 7, .pixel_bytes = 3};
    const ImageView dst = {.width = 7, .height = 0, .pixel_bytes = 3};
    EXPECT_NO_THROW(check_turn(src, dst, Turn::rotate_90));
    EXPECT_THROW(check_turn(src, dst, Turn::none), std::invalid_argument);
}

TEST(IsPixelSize, IsTrueForTheEightSizesOnly) {
    std::vector<std::size_t> accepted;
    for (std::size_t bytes = 0; bytes <= 64; ++bytes)
        if (is_pixel_size(bytes)) accepted.push_back(bytes);
    EXPECT_EQ(accepted, (std::vector<std::size_t>{1, 2, 3, 4, 6, 8, 12, 16}));
}

}  // namespace
}  // namespace turntile
