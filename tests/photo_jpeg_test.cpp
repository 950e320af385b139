// JPEG to JPEG in its own components: how it is coded stays, turned with the picture.
#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "io/jpeg_lossless.hpp"
#include "tests/coded_jpeg.hpp"
#include "tests/jpeg_coefficients.hpp"
#include "tests/pictures.hpp"
#include "turntile/error.hpp"
#include "turntile/photo.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

// What is not whole units of sampling, and what is not whole blocks.
constexpr Size sizes[] = {{96, 48}, {100, 52}, {71, 45}, {48, 97}, {3, 2}, {1, 1}};

std::vector<JpegRecipe> all_recipes() {
    std::vector<JpegRecipe> all = jpeg_codings();
    for (const auto& more : {four_component_jpegs(), rare_samplings()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

cv::Mat pixels(const Bytes& file) {
    const cv::Mat bytes(1, static_cast<int>(file.size()), CV_8UC1,
                        const_cast<std::byte*>(file.data()));
    return cv::imdecode(bytes, cv::IMREAD_COLOR | cv::IMREAD_IGNORE_ORIENTATION);
}

Turner& turner() {
    static Turner one({.backend = BackendChoice::cpu});
    return one;
}

Bytes turned_file(const Bytes& file, Turn turn, const PhotoOptions& options = {}) {
    return turn_encoded(file, {.turn = turn}, options, turner()).bytes;
}

/// Whether a sample of chroma stands for more than 2x2 pixels.
bool is_coarse(const CodedPicture& picture) {
    return picture.planes[0].sampling.width > 2 || picture.planes[0].sampling.height > 2;
}

class PhotoJpeg : public testing::TestWithParam<JpegRecipe> {};

TEST_P(PhotoJpeg, KeepsItsCoding) {
    for (const Size size : sizes) {
        const Bytes file = make_jpeg(size, GetParam());
        const CodedPicture before = read_coded(file);
        for (const Turn turn : all_turns) {
            if (turn == Turn::none) continue;
            const CodedPicture after = read_coded(turned_file(file, turn));
            expect_turned_coding(before, after, turn);
            for (std::size_t i = 0; i < before.planes.size() && !is_coarse(before); ++i)
                EXPECT_EQ(after.planes[i].sampling, turned(before.planes[i].sampling, turn));
        }
    }
}

TEST_P(PhotoJpeg, IsThePictureTurned) {
    JpegRecipe recipe = GetParam();
    recipe.smooth = true;
    for (const Size size : {Size{192, 96}, Size{71, 45}}) {
        const Bytes file = make_jpeg(size, recipe);
        const cv::Mat before = pixels(file);
        for (const Turn turn : all_turns)
            EXPECT_GT(psnr(turned_by_oracle(before, turn),
                           pixels(turned_file(file, turn, {.verify = true}))),
                      size.width == 192 ? 50 : 36)
                << name(turn) << " of " << size.width << "x" << size.height;
    }
}

INSTANTIATE_TEST_SUITE_P(Codings, PhotoJpeg, testing::ValuesIn(all_recipes()),
                         [](const auto& test) { return test.param.label; });

TEST(PhotoJpegSampling, ThatIsCoarseIsKeptWhereItFitsTheSize) {
    for (const JpegRecipe& recipe : rare_samplings())
        for (const Turn turn : all_turns) {
            if (turn == Turn::none) continue;
            const CodedPicture whole = read_coded(make_jpeg({96, 48}, recipe));
            const Bytes turned_whole = turned_file(make_jpeg({96, 48}, recipe), turn);
            EXPECT_EQ(read_coded(turned_whole).planes[0].sampling,
                      turned(whole.planes[0].sampling, turn))
                << recipe << ", " << name(turn);
        }
    const TurnedPhoto odd = turn_encoded(make_jpeg({71, 45}, rare_samplings()[0]),
                                         {.turn = Turn::rotate_180}, {}, turner());
    EXPECT_EQ(read_coded(odd.bytes).planes[0].sampling, (Size{1, 1}));
    ASSERT_EQ(odd.report.notes.size(), 1U);
    EXPECT_TRUE(odd.report.notes[0].starts_with("written at full resolution in all colours"));
}

const JpegRecipe baseline = {.label = "Baseline"};
const JpegRecipe progressive = {.label = "Progressive", .progressive = true, .quality = 60};

TEST(PhotoJpegOptions, QualityReplacesTheStepsOnly) {
    const Bytes file = make_jpeg({96, 48}, {.label = "422", .luma_down = 1, .progressive = true});
    const CodedPicture after = read_coded(turned_file(file, Turn::rotate_90, {.jpeg_quality = 30}));
    const CodedPicture customary = read_coded(make_jpeg({8, 8}, {.label = "30", .quality = 30}));
    EXPECT_TRUE(after.progressive);
    EXPECT_EQ(after.planes[0].sampling, (Size{1, 2}));
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(after.planes[i].steps, customary.planes[i].steps);
}

TEST(PhotoJpegOptions, ProgressiveIsKeptOrSet) {
    for (const JpegRecipe& recipe : {baseline, progressive}) {
        const Bytes file = make_jpeg({96, 48}, recipe);
        const auto is_progressive = [&](Progressive wanted) {
            return read_coded(turned_file(file, Turn::rotate_90, {.progressive = wanted}))
                .progressive;
        };
        EXPECT_EQ(is_progressive(Progressive::keep), recipe.progressive);
        EXPECT_TRUE(is_progressive(Progressive::on));
        EXPECT_FALSE(is_progressive(Progressive::off));
    }
}

TEST(PhotoJpegOptions, AFileThatIsAsWantedIsLeftAlone) {
    const Bytes file = make_jpeg({96, 48}, progressive);
    const auto action = [&](Progressive wanted) {
        return turn_encoded(file, {}, {.progressive = wanted}, turner()).report.action;
    };
    EXPECT_EQ(action(Progressive::on), PhotoAction::untouched);
    EXPECT_EQ(action(Progressive::off), PhotoAction::turned);
}

// After a quarter turn columns are rows, and a table that is not transposed rounds the wrong
// frequencies.
TEST(PhotoJpegSteps, AreWorthFiveDecibelsTransposed) {
    cv::Mat picture = smooth_picture(512, 384);
    cv::Mat noise(picture.size(), CV_8UC3);
    cv::RNG(5).fill(noise, cv::RNG::UNIFORM, 0, 64);
    cv::blur(noise, noise, {3, 3});
    picture += noise;
    std::vector<unsigned char> encoded;
    cv::imencode(".jpg", picture, encoded, {cv::IMWRITE_JPEG_QUALITY, 60});
    const auto bytes = std::as_bytes(std::span(encoded));
    const Bytes file(bytes.begin(), bytes.end());
    const cv::Mat expected = turned_by_oracle(pixels(file), Turn::rotate_90);
    const double transposed = psnr(expected, pixels(turned_file(file, Turn::rotate_90)));
    const double customary =
        psnr(expected, pixels(turned_file(file, Turn::rotate_90, {.jpeg_quality = 60})));
    EXPECT_GT(transposed, customary + 5);
}

TEST(PhotoJpegSteps, OfZeroAreDamage) {
    const Bytes file = with_steps(make_jpeg({96, 48}, baseline), {.step = 0});
    try {
        turned_file(file, Turn::rotate_90);
        FAIL() << "divided by 0";
    } catch (const ImageError& error) {
        EXPECT_STREQ(error.what(), "damaged JPEG data: a quantisation step is 0");
    }
}

TEST(PhotoJpegSteps, OfSixteenBitsStayAsFarAsTheyMatter) {
    const Bytes file =
        with_steps(make_jpeg({96, 48}, baseline), {.first = 61, .count = 3, .step = 65535});
    ASSERT_EQ(read_coded(file).planes[0].steps[63], 65535);
    const CodedPicture after = read_coded(turned_file(file, Turn::rotate_90));
    EXPECT_EQ(after.planes[0].steps[63], 8191);
    EXPECT_EQ(after.planes[0].steps[0], read_coded(file).planes[0].steps[0]);
    const CodedPicture lossless =
        read_coded(turned_file(file, Turn::rotate_90, {.lossless = Lossless::require}));
    EXPECT_EQ(lossless.planes[0].steps[63], 65535);
}

TEST(PhotoJpegLossless, IsChosenWhereTheTurnIsPerfect) {
    const Bytes whole = make_jpeg({96, 48}, baseline);
    const Bytes partial = make_jpeg({96, 50}, baseline);
    const auto report = [&](const Bytes& file, const PhotoOptions& options) {
        return turn_encoded(file, {.turn = Turn::rotate_90}, options, turner()).report;
    };
    EXPECT_EQ(report(whole, {}).action, PhotoAction::turned);
    EXPECT_TRUE(report(whole, {}).could_be_lossless);
    EXPECT_FALSE(report(partial, {}).could_be_lossless);
    EXPECT_EQ(report(whole, {.lossless = Lossless::automatic}).action, PhotoAction::lossless);
    EXPECT_EQ(report(whole, {.lossless = Lossless::require}).action, PhotoAction::lossless);
    const PhotoReport encoded = report(partial, {.lossless = Lossless::automatic});
    EXPECT_EQ(encoded.action, PhotoAction::turned);
    EXPECT_EQ(encoded.notes,
              std::vector<std::string>{"re-encoded: its sides are not whole 16x16 blocks"});
    EXPECT_EQ(encoded.size, (Size{50, 96}));
    const PhotoReport cut = report(partial, {.lossless = Lossless::automatic, .trim = true});
    EXPECT_EQ(cut.action, PhotoAction::lossless);
    EXPECT_EQ(cut.size, (Size{48, 96}));
    EXPECT_EQ(cut.notes, std::vector<std::string>{"trimmed to whole 16x16 blocks"});
    EXPECT_THROW(report(partial, {.lossless = Lossless::require}), ImageError);
    EXPECT_THROW(report(whole, {.lossless = Lossless::require, .format = Format::png}), ImageError);
    EXPECT_EQ(report(whole, {.jpeg_quality = 50, .lossless = Lossless::automatic}).action,
              PhotoAction::turned);
}

TEST(PhotoJpegLossless, IsVerified) {
    const Bytes file = make_jpeg({96, 50}, progressive);
    for (const Turn turn : all_turns)
        EXPECT_NO_THROW(turned_file(
            file, turn, {.lossless = Lossless::automatic, .trim = true, .verify = true}))
            << name(turn);
}

TEST(PhotoJpegLossless, SetsProgressiveWithoutDecoding) {
    const Bytes file = make_jpeg({95, 47}, baseline);
    const TurnedPhoto photo = turn_encoded(
        file, {}, {.progressive = Progressive::on, .lossless = Lossless::automatic}, turner());
    EXPECT_EQ(photo.report.action, PhotoAction::lossless);
    EXPECT_TRUE(read_coded(photo.bytes).progressive);
    EXPECT_EQ(read_coded(photo.bytes).planes, read_coded(file).planes);
}

TEST(PhotoJpegMemory, OfCoefficientsIsToldByTheHeaders) {
    const auto info = [](const JpegRecipe& recipe) { return inspect(make_jpeg({96, 48}, recipe)); };
    const FileInfo plain = info(baseline);
    EXPECT_EQ(plain.coefficient_bytes, 96U * 48 * 3) << "4:2:0 has half a sample of chroma a pixel";
    EXPECT_FALSE(plain.holds_read_coefficients);
    EXPECT_FALSE(plain.holds_written_coefficients);
    EXPECT_TRUE(info(progressive).holds_read_coefficients);
    EXPECT_TRUE(info({.label = "Scans", .one_scan_each = true}).holds_read_coefficients);
    const FileInfo own = inspect(
        turn_jpeg_lossless(make_jpeg({96, 48}, progressive), Turn::none, {.progressive = false})
            .bytes);
    EXPECT_FALSE(own.holds_read_coefficients);
    EXPECT_TRUE(own.holds_written_coefficients);
}

TEST(PhotoJpegColours, OfCmykAreNotConverted) {
    const Bytes file = make_jpeg({96, 48}, four_component_jpegs()[0]);
    try {
        turned_file(file, Turn::rotate_90, {.format = Format::png});
        FAIL() << "converted";
    } catch (const ImageError& error) {
        EXPECT_STREQ(error.what(), "a CMYK JPEG cannot become PNG: its colours are not converted");
    }
}

class PhotoJpegDamage : public testing::TestWithParam<Lossless> {
  protected:
    static PhotoReport report(const Bytes& file, Turn turn, std::vector<Loss> allowed = {}) {
        return turn_encoded(file, {.turn = turn},
                            {.lossless = GetParam(), .allowed = std::move(allowed)}, turner())
            .report;
    }
};

TEST_P(PhotoJpegDamage, AMissingEndMarkerIsANote) {
    for (const JpegRecipe& recipe : {baseline, progressive})
        for (const Turn turn : {Turn::rotate_90, Turn::none})
            EXPECT_EQ(report(without_last(make_jpeg({96, 480}, recipe), 2), turn).notes,
                      std::vector<std::string>{"the JPEG has no end marker"});
}

TEST_P(PhotoJpegDamage, MissingRowsNeedLeaveAndAreNoted) {
    for (const JpegRecipe& recipe : {baseline, progressive})
        for (const Turn turn : {Turn::rotate_90, Turn::none}) {
            const Bytes file = make_jpeg({96, 480}, recipe);
            const Bytes half = without_last(file, file.size() / 3);
            try {
                report(half, turn);
                FAIL() << recipe;
            } catch (const TruncatedImage& error) {
                const std::string reason = error.what();
                EXPECT_TRUE(reason.starts_with("the JPEG data ends early, ")) << reason;
                EXPECT_TRUE(reason.ends_with(" (--allow truncated permits it)")) << reason;
            }
            const std::vector<std::string> notes = report(half, turn, {Loss::truncated}).notes;
            ASSERT_EQ(notes.size(), 2U);
            EXPECT_TRUE(notes[1].starts_with("the JPEG data ends early, ")) << notes[1];
        }
}

TEST_P(PhotoJpegDamage, BytesAfterTheEndAreANoteAndStay) {
    Bytes file = make_jpeg({96, 48}, baseline);
    file.insert(file.end(), 9, std::byte{0x42});
    const TurnedPhoto photo =
        turn_encoded(file, {.turn = Turn::rotate_90}, {.lossless = GetParam()}, turner());
    EXPECT_EQ(photo.report.notes,
              std::vector<std::string>{"unknown bytes after the JPEG's end, which are kept"});
    EXPECT_EQ(Bytes(photo.bytes.end() - 9, photo.bytes.end()), Bytes(9, std::byte{0x42}));
}

TEST_P(PhotoJpegDamage, BytesAfterTheEndAreNotSaidToStayWhereTheyGo) {
    Bytes file = make_jpeg({96, 48}, baseline);
    file.insert(file.end(), 9, std::byte{0x42});
    const auto notes = [&](const PhotoOptions& options) {
        return turn_encoded(file, {.turn = Turn::rotate_90}, options, turner()).report.notes;
    };
    EXPECT_EQ(notes({.lossless = GetParam(), .strip = true}), std::vector<std::string>{});
    EXPECT_EQ(notes({.lossless = GetParam(), .format = Format::png}),
              std::vector<std::string>{"not kept: unknown bytes after the JPEG's end"});
}

TEST_P(PhotoJpegDamage, MorePicturesInTheFileNeedLeave) {
    Bytes file = make_jpeg({96, 48}, baseline);
    const Bytes second = make_jpeg({16, 16}, baseline);
    file.insert(file.end(), second.begin(), second.end());
    EXPECT_THROW(turned_file(file, Turn::rotate_90, {.lossless = GetParam()}), ImageError);
    EXPECT_THROW(turned_file(file, Turn::none, {.lossless = GetParam(), .strip = true}),
                 ImageError);
    EXPECT_EQ(turned_file(file, Turn::none, {.lossless = GetParam()}), file);
    const PhotoOptions with_leave{.lossless = GetParam(), .allowed = {Loss::extras}};
    EXPECT_LT(turned_file(file, Turn::rotate_90, with_leave).size(), file.size());
}

TEST_P(PhotoJpegDamage, AnOddMarkIsANote) {
    Bytes file = make_jpeg({96, 48}, baseline);
    file[11] = std::byte{9};  // JFIF 9.x
    EXPECT_EQ(report(file, Turn::rotate_90).notes,
              std::vector<std::string>{"the JPEG has an odd JFIF or Adobe mark"});
}

INSTANTIATE_TEST_SUITE_P(Ways, PhotoJpegDamage,
                         testing::Values(Lossless::never, Lossless::automatic),
                         [](const auto& test) {
                             return test.param == Lossless::never ? "Encoded" : "Lossless";
                         });

}  // namespace
}  // namespace turntile::tests
