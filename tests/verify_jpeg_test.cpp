#include "pipeline/verify_jpeg.hpp"

#include <gtest/gtest.h>

#include "io/jpeg_lossless.hpp"
#include "pipeline/heap_memory.hpp"
#include "pipeline/verify_result.hpp"
#include "tests/coded_jpeg.hpp"
#include "tests/pixel_memory.hpp"
#include "turntile/error.hpp"
#include "turntile/photo.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

constexpr int qualities[] = {1, 2, 10, 50, 90, 100};

Turner& turner() {
    static Turner one({.backend = BackendChoice::cpu});
    return one;
}

std::string failure(const Bytes& file, const Picture& picture) {
    HeapMemory memory;
    try {
        verify_jpeg(file, inspect(file), picture, memory);
        return "";
    } catch (const ImageError& error) {
        return error.what();
    }
}

/// The components of a JPEG of noise, or of a smooth picture.
Picture components(const JpegRecipe& recipe, Size size, BufferSource& memory) {
    const Bytes file = make_jpeg(size, recipe);
    return decode(file, inspect(file), 0, memory, {.components_for = Turn::none});
}

std::vector<JpegRecipe> all_recipes() {
    std::vector<JpegRecipe> all = jpeg_codings();
    for (const auto& more : {four_component_jpegs(), rare_samplings()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

class VerifyJpeg : public testing::TestWithParam<JpegRecipe> {};

TEST_P(VerifyJpeg, PassesEveryTurnHoweverCoarseTheTables) {
    for (const int quality : qualities)
        for (const Size size : {Size{96, 48}, Size{71, 45}, Size{16, 16}, Size{1, 1}}) {
            JpegRecipe recipe = GetParam();
            recipe.quality = quality;
            const Bytes file = make_jpeg(size, recipe);
            for (const Turn turn : all_turns)
                EXPECT_NO_THROW(turn_encoded(
                    file, {.turn = turn}, {.lossless = Lossless::never, .verify = true}, turner()))
                    << name(turn) << " of " << size.width << "x" << size.height << " at quality "
                    << quality;
        }
}

TEST_P(VerifyJpeg, PassesEveryQualityOfANewTable) {
    const Bytes file = make_jpeg({71, 45}, GetParam());
    for (const int quality : qualities)
        EXPECT_NO_THROW(turn_encoded(file, {.turn = Turn::rotate_90},
                                     {.jpeg_quality = quality, .verify = true}, turner()))
            << quality;
}

TEST_P(VerifyJpeg, FailsWhatIsTurnedOtherwise) {
    for (const bool smooth : {false, true})
        for (const int quality : qualities) {
            JpegRecipe recipe = GetParam();
            recipe.quality = quality;
            recipe.smooth = smooth;
            const Bytes file = make_jpeg({96, 96}, recipe);
            HeapMemory memory;
            const Picture picture =
                decode(file, inspect(file), 0, memory, {.components_for = Turn::none});
            EXPECT_EQ(failure(encode(picture, {}), picture), "");
            for (const Turn turn : all_turns) {
                if (turn == Turn::none) continue;
                const Bytes other = turn_encoded(file, {.turn = turn}, {}, turner()).bytes;
                EXPECT_NE(failure(other, picture), "") << name(turn) << " at quality " << quality;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Codings, VerifyJpeg, testing::ValuesIn(all_recipes()),
                         [](const auto& test) { return test.param.label; });

// A row has 12 MCUs, and 6 after the turn.
TEST(VerifyLossless, PassesRestartsWhereverTheyStandAndNoOtherTurn) {
    for (const unsigned interval : {5U, 6U, 12U}) {
        const Bytes source =
            make_jpeg({192, 96}, {.label = "Restarts", .restart_interval = interval});
        PhotoReport report;
        report.source = inspect(source);
        report.turn = Turn::transpose;
        report.size = turned(report.source.size, report.turn);
        verify_lossless(source, turn_jpeg_lossless(source, Turn::transpose).bytes, report);
        EXPECT_THROW(
            verify_lossless(source, turn_jpeg_lossless(source, Turn::rotate_90).bytes, report),
            ImageError);
    }
}

TEST(VerifyJpegPixels, PassEveryQualityFromAnotherFormat) {
    for (const int channels : {1, 3})
        for (const int quality : qualities)
            for (const Size size : {Size{96, 48}, Size{71, 45}, Size{1, 1}}) {
                PixelMemory memory(11);
                const Picture picture = random_picture(size, {channels, Sample::u8}, memory);
                const Bytes file = encode(picture, {.jpeg_quality = quality});
                EXPECT_EQ(failure(file, picture), "") << channels << ", " << quality;
            }
}

TEST(VerifyJpegPixels, FailWhereOneBlockIsTorn) {
    for (const int quality : qualities) {
        HeapMemory memory;
        const Picture picture =
            components({.label = "420", .quality = quality, .smooth = true}, {96, 48}, memory);
        const Bytes file = encode(picture, {});
        ASSERT_EQ(failure(file, picture), "");
        for (std::int64_t y = 32; y < 40; ++y)
            for (std::int64_t x = 64; x < 72; ++x)
                picture.planes[0].row(y)[x] ^= std::byte{128};
        EXPECT_EQ(failure(file, picture),
                  "the result, read back, differs from what was turned at sample 64, 32 of "
                  "component 1");
    }
}

TEST(VerifyJpegPixels, FailInAnotherSize) {
    HeapMemory memory;
    const Bytes file = make_jpeg({64, 48}, {.label = "420"});
    const Picture picture = components({.label = "420"}, {48, 64}, memory);
    EXPECT_EQ(failure(file, picture), "the result, read back, has another size or kind of pixel");
}

}  // namespace
}  // namespace turntile::tests
