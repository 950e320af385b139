#include "io/png_info.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::ByteWriter;
using tests::first_bytes;
using tests::joined;
using tests::png_chunk;
using tests::png_file;
using tests::png_start;
using tests::text_bytes;
using namespace std::string_view_literals;

constexpr int grey = 0;
constexpr int rgb = 2;
constexpr int palette = 3;
constexpr int grey_alpha = 4;
constexpr int rgb_alpha = 6;

std::string pixels(const FileInfo& info) {
    return pixel_name(info.channels, info.sample);
}

Bytes animation_control(std::uint32_t frames) {
    return png_chunk("acTL", ByteWriter{}.u32(frames).u32(0).bytes);
}

TEST(PngInfo, PlainFilesHaveNothingToSay) {
    for (const Bytes& file : {png_file(8, grey), png_file(16, rgb), png_file(8, rgb_alpha)}) {
        const FileInfo info = png_info(file);
        EXPECT_EQ(info.format, Format::png);
        EXPECT_EQ(info.size, (Size{40, 30}));
        EXPECT_EQ(info.frames, 1);
        EXPECT_TRUE(info.refused.empty());
        EXPECT_TRUE(info.dropped.empty());
        EXPECT_TRUE(info.notes.empty());
    }
}

TEST(PngInfo, KnowsWhatEachKindIsDecodedTo) {
    EXPECT_EQ(pixels(png_info(png_file(1, grey))), "8UC1");
    EXPECT_EQ(pixels(png_info(png_file(16, grey))), "16UC1");
    EXPECT_EQ(pixels(png_info(png_file(8, rgb))), "8UC3");
    EXPECT_EQ(pixels(png_info(png_file(16, rgb))), "16UC3");
    EXPECT_EQ(pixels(png_info(png_file(4, palette))), "8UC3");
    const Bytes colours = png_chunk("PLTE", Bytes(6));
    EXPECT_EQ(pixels(png_info(png_file(8, palette, {colours, png_chunk("tRNS", Bytes(2))}))),
              "8UC4");
    EXPECT_EQ(pixels(png_info(png_file(8, rgb, {png_chunk("tRNS", Bytes(6))}))), "8UC4");
    EXPECT_EQ(pixels(png_info(png_file(8, grey_alpha))), "8UC4");
    EXPECT_EQ(pixels(png_info(png_file(16, grey_alpha))), "16UC4");
    EXPECT_EQ(pixels(png_info(png_file(16, rgb_alpha))), "16UC4");
}

TEST(PngInfo, TransparencyOfTheWrongSizeOrPlaceIsNone) {
    const auto transparency = [](std::size_t bytes) { return png_chunk("tRNS", Bytes(bytes)); };
    const Bytes colours = png_chunk("PLTE", Bytes(15));
    EXPECT_EQ(png_info(png_file(8, grey, {transparency(3)})).channels, 1);
    EXPECT_EQ(png_info(png_file(8, rgb, {transparency(2)})).channels, 3);
    EXPECT_EQ(png_info(png_file(8, palette, {colours, transparency(5)})).channels, 4);
    EXPECT_EQ(png_info(png_file(8, palette, {colours, transparency(6)})).channels, 3);
    EXPECT_EQ(png_info(png_file(2, palette, {colours, transparency(5)})).channels, 3);
    EXPECT_EQ(png_info(png_file(8, palette, {colours, transparency(0)})).channels, 3);
    EXPECT_EQ(png_info(png_file(8, palette, {transparency(2), colours})).channels, 3);
    EXPECT_EQ(png_info(png_file(8, rgb, {transparency(6), colours})).channels, 3);
}

TEST(PngInfo, NotesWhatChangesItsKind) {
    EXPECT_EQ(png_info(png_file(2, grey)).decode_notes.at(0), "2-bit grey becomes 8-bit");
    EXPECT_EQ(png_info(png_file(8, palette)).decode_notes.at(0), "palette becomes RGB");
    EXPECT_EQ(png_info(png_file(8, grey_alpha)).decode_notes.at(0), "grey with alpha becomes RGBA");
    const FileInfo transparent_grey = png_info(png_file(8, grey, {png_chunk("tRNS", Bytes(2))}));
    EXPECT_EQ(transparent_grey.channels, 4);
    EXPECT_EQ(transparent_grey.decode_notes.at(0), "transparent colour becomes alpha");
}

TEST(PngInfo, KnowsThePixelsThatAreStored) {
    EXPECT_EQ(png_info(png_file(1, grey)).stored_pixel_bytes, 1u);
    EXPECT_EQ(png_info(png_file(4, palette)).stored_pixel_bytes, 1u);
    EXPECT_EQ(png_info(png_file(16, grey)).stored_pixel_bytes, 2u);
    EXPECT_EQ(png_info(png_file(8, grey_alpha)).stored_pixel_bytes, 2u);
    EXPECT_EQ(png_info(png_file(16, grey_alpha)).stored_pixel_bytes, 4u);
    EXPECT_EQ(png_info(png_file(16, rgb)).stored_pixel_bytes, 6u);
    EXPECT_EQ(png_info(png_file(16, rgb_alpha)).stored_pixel_bytes, 8u);
}

TEST(PngInfo, RefusesAFileTooShortForItsSize) {
    const auto file = [](std::uint32_t side_px) {
        return joined({png_start(side_px, side_px, 8, grey), png_chunk("IDAT", Bytes(100)),
                       png_chunk("IEND")});
    };
    EXPECT_NO_THROW(png_info(file(321)));  // 103,041 of 103,200 pixels at the most
    EXPECT_THROW(png_info(file(330)), ImageError);
}

TEST(PngInfo, AnimationNeedsLeave) {
    const Bytes control = png_chunk("fcTL", Bytes(26));
    const FileInfo inside = png_info(png_file(8, rgb, {animation_control(3), control}));
    EXPECT_EQ(inside.frames, 3);
    ASSERT_EQ(inside.refused.size(), 1u);
    EXPECT_EQ(inside.refused[0].loss, Loss::animation);
    EXPECT_EQ(inside.refused[0].what, "2 more animation frames");
    // Without a frame control before the pixels the default picture is one of its own.
    EXPECT_EQ(png_info(png_file(8, rgb, {animation_control(3)})).frames, 4);
    EXPECT_EQ(png_info(png_file(8, rgb, {animation_control(3), png_chunk("IDAT"), control})).frames,
              4);
    EXPECT_TRUE(png_info(png_file(8, rgb, {animation_control(1), control})).refused.empty());
}

TEST(PngInfo, NamesTheChunksOfAnAnimationThatIsNone) {
    const Bytes control = png_chunk("fcTL", Bytes(26));
    const auto dropped = [](std::initializer_list<Bytes> chunks) {
        const FileInfo info = png_info(png_file(8, rgb, chunks));
        EXPECT_EQ(info.frames, 1);
        EXPECT_TRUE(info.refused.empty());
        return info.dropped.empty() ? "" : info.dropped[0].what;
    };
    EXPECT_EQ(dropped({animation_control(1), control}), "the acTL chunk, the fcTL chunk");
    EXPECT_EQ(dropped({animation_control(0)}), "the acTL chunk");
    EXPECT_EQ(dropped({control, png_chunk("fdAT", Bytes(9)), control}),
              "the fcTL chunk, the fdAT chunk");
    EXPECT_TRUE(png_info(png_file(8, rgb, {animation_control(2), control})).dropped.empty());
}

TEST(PngInfo, NamesWhatIsDroppedOnce) {
    const Bytes exif = png_chunk("eXIf", tests::tiff_block(ByteOrder::big, {}));
    const Bytes text = png_chunk("tEXt", text_bytes("Title\0x"sv));
    EXPECT_TRUE(png_info(png_file(8, rgb, {png_chunk("iCCP"), exif, text, png_chunk("prVt")}))
                    .dropped.empty());
    const Bytes unsafe = png_chunk("prVT");
    const FileInfo info = png_info(png_file(8, rgb, {unsafe, text, unsafe, png_chunk("sTER")}));
    ASSERT_EQ(info.dropped.size(), 1u);
    EXPECT_EQ(info.dropped[0].loss, Loss::metadata);
    EXPECT_EQ(info.dropped[0].what, "the prVT chunk, the sTER chunk");
}

TEST(PngInfo, NamesColoursThatDoNotCount) {
    const Bytes key = png_chunk("tRNS", Bytes(2));
    const Bytes colours = png_chunk("PLTE", Bytes(6));
    const auto expect_dropped = [](const Bytes& file, int channels, const char* what) {
        const FileInfo info = png_info(file);
        EXPECT_EQ(info.channels, channels);
        ASSERT_EQ(info.dropped.size(), 1u);
        EXPECT_EQ(info.dropped[0].loss, Loss::metadata);
        EXPECT_EQ(info.dropped[0].what, what);
    };
    const Bytes pixels_begin = png_chunk("IDAT", Bytes(9));
    expect_dropped(png_file(8, grey, {pixels_begin, key}), 1, "the tRNS chunk");
    expect_dropped(png_file(8, palette, {colours, pixels_begin, key}), 3, "the tRNS chunk");
    expect_dropped(png_file(8, rgb, {pixels_begin, colours}), 3, "the PLTE chunk");
    expect_dropped(png_file(8, grey, {colours, key}), 4, "the PLTE chunk");
    expect_dropped(png_file(8, grey_alpha, {colours}), 4, "the PLTE chunk");
    expect_dropped(png_file(8, rgb, {png_chunk("PLTE", Bytes(4))}), 3, "the PLTE chunk");
    expect_dropped(png_file(8, rgb_alpha, {png_chunk("PLTE", Bytes(771))}), 4, "the PLTE chunk");
    expect_dropped(png_file(8, rgb_alpha, {key}), 4, "the tRNS chunk");
    expect_dropped(png_file(8, grey, {key, key}), 4, "the tRNS chunk");
    expect_dropped(png_file(8, rgb, {key}), 3, "the tRNS chunk");
    expect_dropped(png_file(8, palette, {key, colours}), 3, "the tRNS chunk");
    EXPECT_TRUE(png_info(png_file(8, rgb, {colours, png_chunk("tRNS", Bytes(6))})).dropped.empty());
}

TEST(PngInfo, ReadsTheOrientation) {
    const Bytes block = tests::tiff_block(ByteOrder::big, {tests::orientation_tags(6)});
    const FileInfo info = png_info(png_file(8, rgb, {png_chunk("eXIf", block)}));
    EXPECT_TRUE(info.has_orientation_tag);
    EXPECT_EQ(info.orientation, Turn::rotate_90);
    EXPECT_TRUE(info.dropped.empty());
}

TEST(PngInfo, AnEarlyEndNeedsLeave) {
    const Bytes file = png_file(8, rgb);
    for (std::size_t cut = 1; cut <= 12; ++cut) {
        const FileInfo info = png_info(first_bytes(file, file.size() - cut));
        ASSERT_EQ(info.refused.size(), 1u);
        EXPECT_EQ(info.refused[0].loss, Loss::truncated);
    }
}

TEST(PngInfo, BytesAfterTheEndAreNamed) {
    const FileInfo info = png_info(joined({png_file(8, rgb), text_bytes("tail")}));
    ASSERT_EQ(info.dropped.size(), 1u);
    EXPECT_EQ(info.dropped[0].what, "4 bytes after the PNG's end");
}

TEST(PngInfo, RefusesDamagedHeaders) {
    EXPECT_THROW(png_info(text_bytes("\x89PNG\n\x1a\n")), ImageError) << "sent as text";
    EXPECT_THROW(png_info(joined({tests::png_signature, png_chunk("IDAT")})), ImageError);
    EXPECT_THROW(png_info(png_start(0, 30, 8, rgb)), ImageError);
    EXPECT_THROW(png_info(png_start(40, 0x80000000, 8, rgb)), ImageError);
    EXPECT_THROW(png_info(png_file(16, palette)), ImageError);
    EXPECT_THROW(png_info(png_file(8, 1)), ImageError);
}

}  // namespace
}  // namespace turntile
