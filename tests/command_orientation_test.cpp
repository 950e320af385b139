// The orientation tag: folded into the turn exactly once, and 1 afterwards.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/pictures.hpp"
#include "tests/program.hpp"
#include "tests/scratch_folder.hpp"
#include "turntile/codec.hpp"
#include "turntile/metadata.hpp"

namespace turntile::tests {
namespace {

Turn tag_of(const fs::path& path) {
    return exif_orientation(read_bytes(path));
}

/// Jpegs whose stored pixels are one picture, with the tags 1 to 8.
class TaggedJpeg : public ::testing::TestWithParam<Turn> {
  protected:
    TaggedJpeg() {
        write_picture(folder / "plain.jpg", smooth_picture(160, 96));
        stored = read_picture(folder / "plain.jpg");
        tagged =
            with_exif_orientation(read_bytes(folder / "plain.jpg"), static_cast<int>(GetParam()));
        write_bytes(folder / "tagged.jpg", tagged);
    }

    Outcome turntile(const std::vector<std::string>& words) const {
        return run_turntile(words, {.folder = folder.path()});
    }

    ScratchFolder folder;
    cv::Mat stored;
    std::vector<std::byte> tagged;
};

TEST_P(TaggedJpeg, ComesOutUpright) {
    ASSERT_EQ(turntile({"upright", "tagged.jpg", "-o", "out.jpg"}).exit_code, 0);
    EXPECT_GT(psnr(turned_by_oracle(stored, GetParam()), read_picture(folder / "out.jpg")), 38);
    EXPECT_EQ(tag_of(folder / "out.jpg"), Turn::none);
}

TEST_P(TaggedJpeg, IsTurnedByItsTagBeforeTheRequest) {
    ASSERT_EQ(turntile({"rotate", "90", "tagged.jpg", "-o", "out.jpg"}).exit_code, 0);
    const cv::Mat expected =
        turned_by_oracle(turned_by_oracle(stored, GetParam()), Turn::rotate_90);
    EXPECT_GT(psnr(expected, read_picture(folder / "out.jpg")), 38);
    EXPECT_EQ(tag_of(folder / "out.jpg"), Turn::none);
}

TEST_P(TaggedJpeg, IsTurnedAsStoredOnRequest) {
    ASSERT_EQ(
        turntile({"rotate", "90", "tagged.jpg", "-o", "out.jpg", "--ignore-orientation"}).exit_code,
        0);
    EXPECT_GT(psnr(turned_by_oracle(stored, Turn::rotate_90), read_picture(folder / "out.jpg")),
              38);
    EXPECT_EQ(tag_of(folder / "out.jpg"), Turn::none);
}

TEST_P(TaggedJpeg, IsUprightTwiceAsOnce) {
    ASSERT_EQ(turntile({"upright", "-i", "tagged.jpg"}).exit_code, 0);
    const std::vector<std::byte> once = read_bytes(folder / "tagged.jpg");
    ASSERT_EQ(turntile({"upright", "-i", "tagged.jpg"}).exit_code, 0);
    EXPECT_EQ(read_bytes(folder / "tagged.jpg"), once);
}

INSTANTIATE_TEST_SUITE_P(EveryTag, TaggedJpeg, ::testing::ValuesIn(all_turns),
                         [](const auto& param_info) { return name(param_info.param); });

TEST(UprightJpeg, IsCopiedByteForByte) {
    const ScratchFolder folder;
    write_picture(folder / "plain.jpg", smooth_picture(160, 96));
    const std::vector<std::byte> plain = read_bytes(folder / "plain.jpg");
    const std::vector<std::byte> tagged = with_exif_orientation(plain, 1);
    write_bytes(folder / "tagged.jpg", tagged);
    const Outcome run = run_turntile({"upright", "tagged.jpg", "plain.jpg", "-o", "out/"},
                                     {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(read_bytes(folder / "out/tagged.jpg"), tagged);
    EXPECT_EQ(read_bytes(folder / "out/plain.jpg"), plain);
}

TEST(TagAndRequestThatCancel, LeaveEveryByteButTheTag) {
    const ScratchFolder folder;
    write_picture(folder / "plain.jpg", smooth_picture(160, 96));
    const std::vector<std::byte> plain = read_bytes(folder / "plain.jpg");
    write_bytes(folder / "in.jpg", with_exif_orientation(plain, 8));
    const Outcome run =
        run_turntile({"rotate", "90", "in.jpg", "-o", "out.jpg"}, {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(read_bytes(folder / "out.jpg"), with_exif_orientation(plain, 1));
}

/// A TIFF with the tag, by patching a file whose encoder left room: written here byte for byte.
std::vector<std::byte> tiff_with_orientation(const cv::Mat& grey, int orientation) {
    std::vector<unsigned char> file = {'I', 'I', 42, 0, 8, 0, 0, 0};
    const auto put16 = [&](int value) {
        file.push_back(static_cast<unsigned char>(value & 255));
        file.push_back(static_cast<unsigned char>(value >> 8));
    };
    const auto entry = [&](int tag, int type, int value) {
        put16(tag);
        put16(type);
        for (const int part : {1, 0, value & 65535, value >> 16})
            put16(part);
    };
    constexpr int entries = 9;
    constexpr int pixels_at = 8 + 2 + entries * 12 + 4;
    put16(entries);
    entry(256, 3, grey.cols);
    entry(257, 3, grey.rows);
    entry(258, 3, 8);          // bits a sample
    entry(259, 3, 1);          // not compressed
    entry(262, 3, 1);          // black is zero
    entry(273, 4, pixels_at);  // the strip
    entry(274, 3, orientation);
    entry(278, 3, grey.rows);  // rows a strip
    entry(279, 4, grey.rows * grey.cols);
    put16(0);
    put16(0);
    for (int y = 0; y < grey.rows; ++y)
        file.insert(file.end(), grey.ptr(y), grey.ptr(y) + grey.cols);
    const auto* const first = reinterpret_cast<const std::byte*>(file.data());
    return {first, first + file.size()};
}

TEST(TaggedTiff, ComesOutUprightOnce) {
    const ScratchFolder folder;
    const cv::Mat stored = random_picture(37, 23, CV_8UC1, 9);
    for (const Turn tag : all_turns) {
        const fs::path in = folder / (std::string(name(tag)) + ".tif");
        write_bytes(in, tiff_with_orientation(stored, static_cast<int>(tag)));
        const Outcome run = run_turntile({"upright", in, "-o", folder / "out.tif", "--overwrite"});
        ASSERT_EQ(run.exit_code, 0) << run.err;
        EXPECT_EQ(tag_of(folder / "out.tif"), Turn::none) << name(tag);
        EXPECT_TRUE(same(turned_by_oracle(stored, tag), read_picture(folder / "out.tif")))
            << name(tag);
    }
}

TEST(TaggedTiff, IsTurnedAsStoredOnRequest) {
    const ScratchFolder folder;
    const cv::Mat stored = random_picture(37, 23, CV_8UC1, 9);
    write_bytes(folder / "in.tif", tiff_with_orientation(stored, 6));
    const Outcome run = run_turntile(
        {"rotate", "180", folder / "in.tif", "-o", folder / "out.tif", "--ignore-orientation"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(same(turned_by_oracle(stored, Turn::rotate_180), read_picture(folder / "out.tif")));
}

TEST(TiffOfTwoPages, IsRefusedRatherThanHalfTurned) {
    const ScratchFolder folder;
    std::vector<std::byte> file = tiff_with_orientation(random_picture(37, 23, CV_8UC1, 9), 6);
    // The offset of the next IFD, behind the entries of the first: a second page, a copy of the
    // first.
    const std::size_t next_at = 8 + 2 + 9 * 12;
    const std::vector<std::byte> ifd(file.begin() + 8,
                                     file.begin() + static_cast<std::ptrdiff_t>(next_at) + 4);
    if (file.size() % 2 != 0) file.push_back(std::byte{0});
    file[next_at] = static_cast<std::byte>(file.size() & 255U);
    file[next_at + 1] = static_cast<std::byte>(file.size() >> 8U);
    file.insert(file.end(), ifd.begin(), ifd.end());
    write_bytes(folder / "in.tif", file);
    const Outcome run = run_turntile({"rotate", "270", "-i", folder / "in.tif"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("--allow pages"), std::string::npos) << run.err;
    EXPECT_EQ(read_bytes(folder / "in.tif"), file);
    const Outcome allowed =
        run_turntile({"upright", folder / "in.tif", "-o", folder / "out.tif", "--allow", "pages"});
    EXPECT_EQ(allowed.exit_code, 0) << allowed.err;
}

TEST(JpegMetadata, IsCarriedByteForByte) {
    const ScratchFolder folder;
    write_picture(folder / "plain.jpg", smooth_picture(64, 48));
    std::vector<std::byte> source = with_exif_orientation(read_bytes(folder / "plain.jpg"), 6);
    const std::string comment = "a comment";
    std::vector<std::byte> segment = {std::byte{0xFF}, std::byte{0xFE}, std::byte{0},
                                      std::byte{11}};
    for (const char c : comment)
        segment.push_back(static_cast<std::byte>(c));
    source.insert(source.begin() + 2, segment.begin(), segment.end());
    for (const char c : std::string("trailing"))
        source.push_back(static_cast<std::byte>(c));
    write_bytes(folder / "in.jpg", source);
    const Outcome run =
        run_turntile({"upright", "in.jpg", "-o", "out.jpg"}, {.folder = folder.path()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const std::vector<std::byte> result = read_bytes(folder / "out.jpg");
    const auto holds = [&](const std::vector<std::byte>& part) {
        return std::search(result.begin(), result.end(), part.begin(), part.end()) != result.end();
    };
    EXPECT_TRUE(holds(segment));
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(result.data() + result.size() - 8), 8),
              "trailing");
    EXPECT_EQ(tag_of(folder / "out.jpg"), Turn::none);
    EXPECT_EQ(inspect(result).size, (Size{48, 64}));
}

}  // namespace
}  // namespace turntile::tests
