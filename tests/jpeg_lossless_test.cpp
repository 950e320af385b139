#include "io/jpeg_lossless.hpp"

#include <gtest/gtest.h>
#include <turbojpeg.h>

#include <algorithm>
#include <array>
#include <map>

#include "tests/coded_jpeg.hpp"
#include "tests/jpeg_coefficients.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

TJXOP operation_of(Turn turn) {
    switch (turn) {
        case Turn::none: return TJXOP_NONE;
        case Turn::flip_horizontal: return TJXOP_HFLIP;
        case Turn::rotate_180: return TJXOP_ROT180;
        case Turn::flip_vertical: return TJXOP_VFLIP;
        case Turn::transpose: return TJXOP_TRANSPOSE;
        case Turn::rotate_90: return TJXOP_ROT90;
        case Turn::transverse: return TJXOP_TRANSVERSE;
        case Turn::rotate_270: return TJXOP_ROT270;
    }
    return TJXOP_NONE;
}

/// What jpegtran makes of `file`: both are TurboJPEG's transform.
Bytes turned_by_turbojpeg(const Bytes& file, Turn turn, int options) {
    const tjhandle handle = tjInitTransform();
    tjtransform transform = {};
    transform.op = operation_of(turn);
    transform.options = options;
    unsigned char* memory = nullptr;
    unsigned long memory_bytes = 0;
    const int result = tjTransform(handle, reinterpret_cast<const unsigned char*>(file.data()),
                                   file.size(), 1, &memory, &memory_bytes, &transform, 0);
    EXPECT_EQ(result, 0) << tjGetErrorStr2(handle);
    const auto* const bytes = reinterpret_cast<const std::byte*>(memory);
    Bytes turned(bytes, bytes + memory_bytes);
    tjFree(memory);
    tjDestroy(handle);
    return turned;
}

std::string failure(const Bytes& file, Turn turn, const LosslessOptions& options = {}) {
    try {
        turn_jpeg_lossless(file, turn, options);
        return "";
    } catch (const ImageError& error) {
        return error.what();
    }
}

std::vector<JpegRecipe> all_recipes() {
    std::vector<JpegRecipe> all = jpeg_codings();
    for (const auto& more : {four_component_jpegs(), rare_samplings()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::string label(const testing::TestParamInfo<JpegRecipe>& test) {
    return test.param.label;
}

class JpegLossless : public testing::TestWithParam<JpegRecipe> {
  protected:
    // A whole number of blocks in every sampling, and no square.
    static constexpr Size size = {192, 96};
    const Bytes file = make_jpeg(size, GetParam());
    const CodedPicture coded = read_coded(file);
};

TEST_P(JpegLossless, TwoTurnsAreTheirComposition) {
    std::map<Turn, Bytes> once;
    for (const Turn turn : all_turns)
        once[turn] = turn_jpeg_lossless(file, turn).bytes;
    for (const Turn first : all_turns)
        for (const Turn then : all_turns)
            ASSERT_EQ(turn_jpeg_lossless(once[first], then).bytes, once[compose(first, then)])
                << name(first) << ", " << name(then);
}

TEST_P(JpegLossless, NoTurnKeepsEveryCoefficient) {
    EXPECT_EQ(read_coded(turn_jpeg_lossless(file, Turn::none).bytes).planes, coded.planes);
}

TEST_P(JpegLossless, KeepsTheCoding) {
    for (const Turn turn : all_turns) {
        const CodedPicture after = read_coded(turn_jpeg_lossless(file, turn).bytes);
        expect_turned_coding(coded, after, turn);
        for (std::size_t i = 0; i < coded.planes.size(); ++i)
            EXPECT_EQ(after.planes[i].sampling, turned(coded.planes[i].sampling, turn));
    }
}

INSTANTIATE_TEST_SUITE_P(Codings, JpegLossless, testing::ValuesIn(all_recipes()), label);

class JpegLosslessPeer : public testing::TestWithParam<JpegRecipe> {};

TEST_P(JpegLosslessPeer, GivesTurbojpegsCoefficients) {
    const Bytes file = make_jpeg({192, 96}, GetParam());
    for (const Turn turn : all_turns) {
        const Bytes ours = turn_jpeg_lossless(file, turn).bytes;
        const Bytes theirs = turned_by_turbojpeg(file, turn, TJXOPT_PERFECT);
        EXPECT_EQ(read_coded(ours).planes, read_coded(theirs).planes) << name(turn);
    }
}

TEST_P(JpegLosslessPeer, TrimsAsTurbojpegDoes) {
    for (const Size size : {Size{100, 75}, Size{97, 48}, Size{64, 33}}) {
        const Bytes file = make_jpeg(size, GetParam());
        for (const Turn turn : all_turns) {
            const LosslessJpeg ours = turn_jpeg_lossless(file, turn, {.trim = true});
            const CodedPicture theirs = read_coded(turned_by_turbojpeg(file, turn, TJXOPT_TRIM));
            EXPECT_EQ(ours.size, theirs.size) << name(turn);
            EXPECT_EQ(read_coded(ours.bytes).planes, theirs.planes) << name(turn);
        }
    }
}

std::vector<JpegRecipe> recipes_for_turbojpeg() {
    std::vector<JpegRecipe> known = jpeg_codings();
    known.push_back(rare_samplings()[0]);
    for (const JpegRecipe& recipe : four_component_jpegs())
        if (recipe.luma_across == 1) known.push_back(recipe);
    return known;
}

INSTANTIATE_TEST_SUITE_P(Codings, JpegLosslessPeer, testing::ValuesIn(recipes_for_turbojpeg()),
                         label);

const JpegRecipe baseline = {.label = "Baseline"};

TEST(JpegLosslessRefuses, SidesThatAreNotWholeBlocksAndOnlyWhereTheyAreMirrored) {
    const Bytes file = make_jpeg({100, 64}, baseline);
    EXPECT_EQ(failure(file, Turn::flip_vertical), "");
    EXPECT_EQ(failure(file, Turn::transpose), "");
    EXPECT_EQ(failure(file, Turn::rotate_90), "");
    for (const Turn turn :
         {Turn::flip_horizontal, Turn::rotate_180, Turn::rotate_270, Turn::transverse})
        EXPECT_EQ(failure(file, turn), std::string(name(turn)) +
                                           " without loss wants sides of whole 16x16 blocks; "
                                           "100x64 is not");
}

TEST(JpegLosslessRefuses, ToTrimAPictureToNothing) {
    EXPECT_EQ(failure(make_jpeg({100, 15}, baseline), Turn::rotate_90, {.trim = true}),
              "rotate_90 without loss wants sides of whole 16x16 blocks; 100x15 is not, and too "
              "small to be trimmed");
}

TEST(JpegLosslessRefuses, DataThatEndsEarlyUnlessThatIsAllowed) {
    const Bytes file = make_jpeg({64, 640}, baseline);
    const Bytes half = without_last(file, file.size() / 2);
    EXPECT_TRUE(failure(half, Turn::rotate_90).starts_with("the JPEG data ends early, near row "))
        << failure(half, Turn::rotate_90);
    const LosslessJpeg turned =
        turn_jpeg_lossless(half, Turn::rotate_90, {.allow_truncated = true});
    ASSERT_EQ(turned.notes.size(), 1U);
    EXPECT_TRUE(turned.notes[0].starts_with("the JPEG data ends early, near row "));
}

TEST(JpegLosslessRefuses, DamagedData) {
    Bytes file = make_jpeg({64, 64}, baseline);
    for (std::size_t at = file.size() - 300; at < file.size() - 200; at += 2) {
        file[at] = std::byte{0xFF};
        file[at + 1] = std::byte{0};
    }
    EXPECT_TRUE(failure(file, Turn::rotate_90).starts_with("damaged JPEG data: bad Huffman code"))
        << failure(file, Turn::rotate_90);
}

/// Three grey blocks in a row, of the customary codes: each has a first coefficient 2047 above the
/// one before it, and no other. Pictures of 8 bits end at 1023.
Bytes steep_jpeg() {
    Bytes file = make_jpeg({24, 8}, {.label = "Grey", .components = 1});
    constexpr std::array sos = {std::byte{0xFF}, std::byte{0xDA}};
    constexpr std::size_t sos_bytes = 10;
    file.erase(std::search(file.begin(), file.end(), sos.begin(), sos.end()) + sos_bytes,
               file.end());
    // 111111110: eleven bits follow. They are ones; then 1010, the block's end.
    for (int block = 0; block < 3; ++block)
        for (const int byte : {0xFF, 0, 0x7F, 0xFA})
            file.push_back(static_cast<std::byte>(byte));
    file.insert(file.end(), {std::byte{0xFF}, std::byte{0xD9}});
    return file;
}

TEST(JpegLosslessRefuses, CoefficientsThatHaveNoCodeInTheirNewOrder) {
    const Bytes file = steep_jpeg();
    EXPECT_EQ(failure(file, Turn::flip_horizontal),
              "cannot be written as JPEG: DCT coefficient out of range");
    const Bytes turned = turn_jpeg_lossless(file, Turn::flip_vertical).bytes;
    EXPECT_EQ(read_coded(turned).planes, read_coded(file).planes);
}

TEST(JpegLosslessCoding, BecomesProgressiveOrNotOnRequest) {
    const Bytes file = make_jpeg({64, 64}, baseline);
    const Bytes progressive = turn_jpeg_lossless(file, Turn::none, {.progressive = true}).bytes;
    EXPECT_TRUE(read_coded(progressive).progressive);
    EXPECT_EQ(read_coded(progressive).planes, read_coded(file).planes);
    const Bytes again = turn_jpeg_lossless(progressive, Turn::none, {.progressive = false}).bytes;
    EXPECT_FALSE(read_coded(again).progressive);
    EXPECT_EQ(read_coded(again).planes, read_coded(file).planes);
}

TEST(JpegLosslessCoding, KeepsRestartsAtRowsEnds) {
    // 192 pixels are 12 MCUs, 96 are 6.
    const Bytes file = make_jpeg({192, 96}, {.label = "Rows", .restart_interval = 24});
    EXPECT_EQ(read_coded(turn_jpeg_lossless(file, Turn::rotate_90).bytes).restart_interval, 12U);
    EXPECT_EQ(read_coded(turn_jpeg_lossless(file, Turn::rotate_180).bytes).restart_interval, 24U);
}

TEST(JpegLosslessCoding, KeepsTheSizeOfAFile) {
    // With the customary Huffman tables and with tables of its own.
    for (const JpegRecipe& recipe : {baseline, JpegRecipe{.label = "Own", .progressive = true}}) {
        const Bytes file = make_jpeg({640, 480}, recipe);
        const double bytes = double(turn_jpeg_lossless(file, Turn::rotate_90).bytes.size());
        EXPECT_NEAR(bytes / double(file.size()), 1.0, 0.02) << recipe;
    }
}

}  // namespace
}  // namespace turntile::tests
