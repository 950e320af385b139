// JPEG files through the built program: how they are coded, their metadata, and turns without loss.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/coded_jpeg.hpp"
#include "tests/file_builders.hpp"
#include "tests/jpeg_coefficients.hpp"
#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

using Json = nlohmann::json;

/// A photograph as phones write it: 1024x768, 4:2:0.
const JpegRecipe photo = {.label = "Photo", .quality = 85};

class CommandJpeg : public ::testing::Test {
  protected:
    Outcome turntile(const std::vector<std::string>& words) const {
        return run_turntile(words, {.folder = folder.path()});
    }

    /// The summary of a run that is expected to end with `exit_code`.
    Json summary(std::vector<std::string> words, int exit_code = 0) const {
        words.emplace_back("--json");
        const Outcome run = turntile(words);
        EXPECT_EQ(run.exit_code, exit_code) << run.err;
        const std::size_t last = run.out.rfind('\n', run.out.size() - 2);
        return Json::parse(run.out.substr(last == std::string::npos ? 0 : last + 1));
    }

    CodedPicture coded(const char* name) const { return read_coded(read_bytes(folder / name)); }

    ScratchFolder folder;
};

TEST_F(CommandJpeg, FourQuarterTurnsWithoutLossGiveTheSameCoefficients) {
    write_bytes(folder / "0.jpg", make_jpeg({1024, 768}, photo));
    for (const char* step : {"0 1", "1 2", "2 3", "3 4"}) {
        const std::string from = std::string(1, step[0]) + ".jpg";
        const std::string to = std::string(1, step[2]) + ".jpg";
        const Json totals = summary({"rotate", "90", from, "-o", to, "--lossless=require"});
        EXPECT_EQ(totals["lossless"], 1);
        EXPECT_EQ(totals["turned"], 0);
    }
    EXPECT_NE(coded("1.jpg").planes, coded("0.jpg").planes);
    EXPECT_EQ(coded("4.jpg").planes, coded("0.jpg").planes);
}

TEST_F(CommandJpeg, PartialBlocksFailUnderRequireAndAreReEncodedUnderAuto) {
    write_bytes(folder / "a.jpg", make_jpeg({1003, 757}, photo));
    const Outcome required =
        turntile({"rotate", "90", "a.jpg", "-o", "b.jpg", "--lossless=require"});
    EXPECT_EQ(required.exit_code, 1);
    EXPECT_NE(required.err.find("1003x757 is not whole 16x16 blocks"), std::string::npos)
        << required.err;
    EXPECT_FALSE(fs::exists(folder / "b.jpg"));
    const Outcome encoded = turntile({"rotate", "90", "a.jpg", "-o", "b.jpg", "--lossless=auto"});
    EXPECT_EQ(encoded.exit_code, 0);
    EXPECT_NE(encoded.err.find("re-encoded: its sides are not whole 16x16 blocks"),
              std::string::npos)
        << encoded.err;
    EXPECT_EQ(coded("b.jpg").size, (Size{757, 1003}));
}

TEST_F(CommandJpeg, TrimCutsThePartialBlocksOfMirroredSidesAndSaysSo) {
    write_bytes(folder / "a.jpg", make_jpeg({1003, 757}, photo));
    const Outcome run =
        turntile({"rotate", "90", "a.jpg", "-o", "b.jpg", "--lossless=require", "--trim"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.err.find("trimmed to whole 16x16 blocks"), std::string::npos) << run.err;
    EXPECT_EQ(coded("b.jpg").size, (Size{752, 1003}));
}

TEST_F(CommandJpeg, AutoIsForInPlaceAndForNothingThatAsksForPixels) {
    write_bytes(folder / "a.jpg", make_jpeg({64, 32}, photo));
    const Json into_folder = summary({"rotate", "180", "a.jpg", "-o", "out/"});
    EXPECT_EQ(into_folder["turned"], 1);
    EXPECT_EQ(into_folder["could_be_lossless"], 1);
    EXPECT_EQ(summary({"rotate", "180", "-i", "a.jpg"})["lossless"], 1);
    const std::vector<std::vector<std::string>> asking = {
        {"--quality", "90"}, {"--naive"}, {"--tiled"}, {"--lossless", "never"}};
    for (const auto& words : asking) {
        std::vector<std::string> all = {"rotate", "180", "-i", "a.jpg"};
        all.insert(all.end(), words.begin(), words.end());
        EXPECT_EQ(summary(all)["turned"], 1) << words.front();
    }
}

TEST_F(CommandJpeg, OptionsForJpegAreNotedInOtherFiles) {
    write_picture(folder / "a.png", smooth_picture(64, 32));
    const auto notes = [&](const std::vector<std::string>& words) {
        std::vector<std::string> all = {"rotate", "90", "a.png", "-o", "b.png", "--overwrite"};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome run = turntile(all);
        EXPECT_EQ(run.exit_code, 0) << run.err;
        return run.err;
    };
    EXPECT_EQ(notes({}), "");
    EXPECT_NE(notes({"--quality", "90"})
                  .find("the quality asked for is for JPEG: it changes nothing in this PNG"),
              std::string::npos);
    EXPECT_NE(notes({"--progressive", "on"}).find("changes nothing in this PNG"),
              std::string::npos);
}

TEST_F(CommandJpeg, LosslessRequiredFailsWhateverElseWouldLose) {
    write_picture(folder / "a.png", smooth_picture(64, 32));
    const Outcome kept =
        turntile({"rotate", "90", "a.png", "-o", "b.png", "--lossless", "require"});
    EXPECT_EQ(kept.exit_code, 0) << kept.err;
    const Outcome lossy =
        turntile({"rotate", "90", "a.png", "-o", "b.jpg", "--lossless", "require"});
    EXPECT_EQ(lossy.exit_code, 1);
    EXPECT_NE(lossy.err.find("would have to be encoded, and not without loss"), std::string::npos);
    EXPECT_FALSE(fs::exists(folder / "b.jpg"));
}

TEST_F(CommandJpeg, OptionsThatContradictEachOtherAreWrongUsage) {
    write_bytes(folder / "a.jpg", make_jpeg({64, 32}, photo));
    const std::vector<std::vector<std::string>> wrong = {
        {"--trim"},
        {"--lossless", "require", "--quality", "90"},
        {"--lossless", "perhaps"},
        {"--progressive", "maybe"}};
    for (const auto& words : wrong) {
        std::vector<std::string> all = {"rotate", "90", "a.jpg", "-o", "b.jpg"};
        all.insert(all.end(), words.begin(), words.end());
        EXPECT_EQ(turntile(all).exit_code, 2) << words.front();
    }
    EXPECT_FALSE(fs::exists(folder / "b.jpg"));
}

TEST_F(CommandJpeg, DamagedDataFailsWithoutLossAsItDoesDecoded) {
    std::vector<std::byte> file = make_jpeg({640, 480}, photo);
    file.resize(file.size() / 2);
    write_bytes(folder / "a.jpg", file);
    for (const char* lossless : {"never", "require"}) {
        const Outcome run =
            turntile({"rotate", "90", "a.jpg", "-o", "b.jpg", "--lossless", lossless});
        EXPECT_EQ(run.exit_code, 1);
        EXPECT_NE(run.err.find("cannot be decoded: the JPEG data ends early, near row "),
                  std::string::npos)
            << run.err;
        EXPECT_FALSE(fs::exists(folder / "b.jpg"));
    }
}

/// `file` with an EXIF block (orientation 1, a GPS pointer), XMP, an ICC profile in two segments,
/// IPTC and a comment.
std::vector<std::byte> with_metadata(const std::vector<std::byte>& file) {
    const auto exif = exif_segment(tiff_block(ByteOrder::big, {orientation_tags(1)}));
    const auto xmp =
        jpeg_segment(0xe1, text_bytes({"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>", 41}));
    const auto icc_1 = jpeg_segment(0xe2, text_bytes({"ICC_PROFILE\0\1\2first", 19}));
    const auto icc_2 = jpeg_segment(0xe2, text_bytes({"ICC_PROFILE\0\2\2second", 20}));
    const auto iptc = jpeg_segment(0xed, text_bytes({"Photoshop 3.0\0rest", 18}));
    const auto comment = jpeg_segment(0xfe, text_bytes("a comment"));
    const std::vector<std::byte> start(file.begin(), file.begin() + 2);
    const std::vector<std::byte> rest(file.begin() + 2, file.end());
    return joined({start, exif, xmp, icc_1, icc_2, iptc, comment, rest});
}

/// The segments of metadata, in their order.
std::vector<std::vector<std::byte>> metadata_of(const std::vector<std::byte>& file) {
    std::vector<std::vector<std::byte>> segments;
    for (std::size_t at = 2; at + 4 < file.size();) {
        const int marker = std::to_integer<int>(file[at + 1]);
        if (marker == 0xda) break;
        const std::size_t bytes = 2 + (std::to_integer<std::size_t>(file[at + 2]) << 8U |
                                       std::to_integer<std::size_t>(file[at + 3]));
        const auto first = file.begin() + static_cast<std::ptrdiff_t>(at);
        if ((marker > 0xe0 && marker < 0xee) || marker == 0xfe)
            segments.emplace_back(first, first + static_cast<std::ptrdiff_t>(bytes));
        at += bytes;
    }
    return segments;
}

TEST_F(CommandJpeg, AQuarterTurnKeepsCodingAndMetadata) {
    const JpegRecipe recipe = {
        .label = "Progressive", .luma_down = 1, .progressive = true, .quality = 60};
    const std::vector<std::byte> file = with_metadata(make_jpeg({512, 256}, recipe));
    ASSERT_EQ(metadata_of(file).size(), 6U);
    write_bytes(folder / "a.jpg", file);
    for (const char* lossless : {"never", "require"}) {
        const Outcome run = turntile(
            {"rotate", "90", "a.jpg", "-o", "b.jpg", "--overwrite", "--lossless", lossless});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        expect_turned_coding(coded("a.jpg"), coded("b.jpg"), Turn::rotate_90);
        EXPECT_EQ(coded("a.jpg").planes[0].sampling, (Size{2, 1}));
        EXPECT_EQ(coded("b.jpg").planes[0].sampling, (Size{1, 2}));
        EXPECT_EQ(metadata_of(read_bytes(folder / "b.jpg")), metadata_of(file));
    }
}

}  // namespace
}  // namespace turntile::tests
