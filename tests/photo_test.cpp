// Bytes to bytes, through the whole pipeline, on the CPU.
#include "turntile/photo.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/deflate.hpp"
#include "io/png_chunks.hpp"
#include "tests/file_builders.hpp"
#include "tests/pictures.hpp"
#include "tests/scratch_folder.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

class Photo : public ::testing::Test {
  protected:
    std::vector<std::byte> file(const char* name, const cv::Mat& picture) const {
        write_picture(folder / name, picture);
        return read_bytes(folder / name);
    }
    cv::Mat pixels(const TurnedPhoto& photo, const char* name) const {
        write_bytes(folder / name, photo.bytes);
        return read_picture(folder / name);
    }

    ScratchFolder folder;
    Turner turner{{.backend = BackendChoice::cpu}};
};

TEST_F(Photo, IsTurnedAndReported) {
    const cv::Mat picture = random_picture(50, 20, CV_16UC3, 1);
    const std::vector<std::byte> source = file("a.png", picture);
    for (const Turn turn : all_turns) {
        const TurnedPhoto photo = turn_encoded(source, {.turn = turn}, {}, turner);
        EXPECT_TRUE(same(pixels(photo, "b.png"), turned_by_oracle(picture, turn))) << name(turn);
        EXPECT_EQ(photo.report.turn, turn);
        EXPECT_EQ(photo.report.size, turned(Size{50, 20}, turn));
        EXPECT_EQ(photo.report.action,
                  turn == Turn::none ? PhotoAction::untouched : PhotoAction::turned);
        if (turn == Turn::none) continue;
        EXPECT_EQ(photo.report.turning.bytes_moved, 2U * 50 * 20 * 6);
        EXPECT_EQ(photo.report.turning.device, -1);
        EXPECT_GT(photo.report.decode_ms, 0);
    }
}

TEST_F(Photo, IsUntouchedWhenNothingIsToDo) {
    const std::vector<std::byte> source = file("a.png", random_picture(5, 4, CV_8UC1, 1));
    const TurnedPhoto photo = turn_encoded(source, {}, {}, turner);
    EXPECT_EQ(photo.report.action, PhotoAction::untouched);
    EXPECT_EQ(photo.bytes, source);
}

TEST_F(Photo, IsEncodedAgainForAQualityOrAFormat) {
    const cv::Mat picture = smooth_picture(100, 60);
    const std::vector<std::byte> source = file("a.jpg", picture);
    const TurnedPhoto small = turn_encoded(source, {}, {.jpeg_quality = 30}, turner);
    EXPECT_EQ(small.report.action, PhotoAction::turned);
    EXPECT_LT(small.bytes.size(), source.size());
    const TurnedPhoto png = turn_encoded(source, {}, {.format = Format::png}, turner);
    EXPECT_EQ(png.report.format, Format::png);
    EXPECT_TRUE(same(pixels(png, "b.png"), read_picture(folder / "a.jpg")));
}

TEST_F(Photo, SaysWhatItWouldLose) {
    const std::vector<std::byte> source = file("a.png", random_picture(5, 4, CV_8UC4, 1));
    try {
        turn_encoded(source, {.turn = Turn::rotate_90}, {.format = Format::jpeg}, turner);
        FAIL() << "a JPEG has no alpha";
    } catch (const ImageError& error) {
        EXPECT_NE(std::string(error.what()).find("JPEG"), std::string::npos) << error.what();
    }
}

TEST_F(Photo, OfGreyStaysGreyWithoutItsAlpha) {
    std::vector<std::byte> source = png_signature;
    append_png_chunk(source, "IHDR",
                     ByteWriter{}.u32(2).u32(1).u8(8).u8(4).u8(0).u8(0).u8(0).bytes);
    append_png_chunk(source, "IDAT", deflated(ByteWriter{}.u8(0).u16(0x40ff).u16(0x90ff).bytes));
    append_png_chunk(source, "IEND", {});
    const PhotoOptions options{.format = Format::jpeg, .allowed = {Loss::alpha}, .verify = true};
    const TurnedPhoto photo = turn_encoded(source, {.turn = Turn::rotate_90}, options, turner);
    EXPECT_EQ(inspect(photo.bytes).channels, 1);
    EXPECT_EQ(photo.report.size, (Size{1, 2}));
    EXPECT_EQ(photo.report.notes,
              std::vector<std::string>{"the alpha channel, which JPEG cannot hold"});
    const TurnedPhoto with_alpha = turn_encoded(source, {}, {.format = Format::webp}, turner);
    EXPECT_EQ(with_alpha.report.notes, std::vector<std::string>{"grey with alpha becomes RGBA"});
}

TEST_F(Photo, OfABmpLosesWhatStandsBehindItInAConversionOnly) {
    const std::vector<std::byte> bmp = file("a.bmp", random_picture(5, 4, CV_8UC3, 1));
    const std::vector<std::byte> source = joined({bmp, text_bytes("TRAIL")});
    const auto notes = [&](const PhotoOptions& options) {
        std::vector<std::string> all =
            turn_encoded(source, {.turn = Turn::rotate_90}, options, turner).report.notes;
        std::erase(all, "not kept: resolution");
        return all;
    };
    const std::string lost = "5 bytes after the BMP's end";
    EXPECT_EQ(notes({}), std::vector<std::string>{});
    EXPECT_EQ(notes({.format = Format::png}), std::vector<std::string>{"not kept: " + lost});
    try {
        notes({.replaces_source = true, .format = Format::png, .allowed = {Loss::metadata}});
        FAIL() << "nothing is lost in place without leave";
    } catch (const ImageError& error) {
        EXPECT_EQ(error.what(), "would lose " + lost + " (--allow extras permits it)");
    }
}

TEST_F(Photo, ThrowsForWhatIsNoImage) {
    const std::vector<std::byte> text(100, std::byte{'x'});
    EXPECT_THROW(turn_encoded(text, {.turn = Turn::rotate_90}, {}, turner), ImageError);
    EXPECT_THROW(turn_encoded({}, {.turn = Turn::rotate_90}, {}, turner), ImageError);
}

TEST_F(Photo, IsRefusedWhenItEndsEarlyUnlessThatIsAllowed) {
    std::vector<std::byte> source = file("a.jpg", smooth_picture(200, 160));
    source.resize(source.size() * 2 / 3);
    EXPECT_THROW(turn_encoded(source, {.turn = Turn::rotate_90}, {}, turner), ImageError);
    const TurnedPhoto photo =
        turn_encoded(source, {.turn = Turn::rotate_90}, {.allowed = {Loss::truncated}}, turner);
    EXPECT_EQ(photo.report.size, (Size{160, 200}));
    EXPECT_FALSE(photo.report.notes.empty());
}

}  // namespace
}  // namespace turntile::tests
