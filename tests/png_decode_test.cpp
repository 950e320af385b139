#include "io/png_decode.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include <array>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "coded_png.hpp"
#include "io/png_chunks.hpp"
#include "io/png_file.hpp"
#include "pixel_memory.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

class StoredPng : public testing::TestWithParam<std::tuple<PngKind, bool>> {
  protected:
    PngKind kind() const { return std::get<0>(GetParam()); }
    bool is_interlaced() const { return std::get<1>(GetParam()); }
};

TEST_P(StoredPng, ComesAsItIsAtAnyPitchAndAlignment) {
    for (const Size size : {Size{53, 37}, Size{1, 1}, Size{3, 200}, Size{200, 3}})
        for (const std::size_t odd : {0, 3}) {
            const PngPixels pixels = random_png_pixels(size, kind(), 5);
            const Bytes file = coded_png(pixels, {.is_interlaced = is_interlaced()});
            const FileInfo info = inspect(file);
            ASSERT_EQ(info.stored_pixel_bytes, pixels.pixel_bytes);
            PixelMemory memory(odd, odd);
            const Picture picture = decode_stored(file, info, memory);
            EXPECT_TRUE(same_pixels(pixels.view(), picture.planes[0]));
            EXPECT_TRUE(memory.is_intact_beside_pixels());
        }
}

TEST_P(StoredPng, IsWrittenAsItWas) {
    const PngPixels pixels = random_png_pixels({53, 37}, kind(), 6);
    const Bytes file = coded_png(pixels, {.is_interlaced = is_interlaced(), .has_colours = true});
    const FileInfo info = inspect(file);
    PixelMemory memory;
    const Picture picture = decode_stored(file, info, memory);
    EXPECT_EQ(encode_like(file, info, picture, Turn::none), file)
        << "libpng wrote both, with the same settings";
}

/// `file` with these data in its chunk of a type.
Bytes with_chunk_data(const Bytes& file, std::string_view type, const Bytes& data) {
    Bytes result(file.begin(), file.begin() + png_signature.size());
    PngWalker walker(file);
    while (const auto chunk = walker.next())
        append_png_chunk(result, chunk->type, chunk->type == type ? std::span(data) : chunk->data);
    return result;
}

TEST(PngDecode, KeepsAColourWithBitsAboveTheDepth) {
    for (const PngKind& kind : png_kinds) {
        const bool has_room = kind.bits <= 8 && (kind.colour_type == PNG_COLOR_TYPE_GRAY ||
                                                 kind.colour_type == PNG_COLOR_TYPE_RGB);
        if (!has_room) continue;
        const std::size_t samples = kind.colour_type == PNG_COLOR_TYPE_RGB ? 3 : 1;
        Bytes colour(2 * samples, std::byte{1});
        for (std::size_t i = 0; i < samples; ++i)
            colour[2 * i] = std::byte{0xff};
        const Bytes plain = coded_png(random_png_pixels({53, 37}, kind, 8), {.has_colours = true});
        const Bytes file = with_chunk_data(plain, "tRNS", colour);
        const FileInfo info = inspect(file);
        PixelMemory memory;
        const Picture stored = decode_stored(file, info, memory);
        EXPECT_EQ(encode_like(file, info, stored, Turn::none), file) << kind.name;
        PixelMemory plain_memory;
        const Picture expected = decode(plain, inspect(plain), 0, plain_memory);
        PixelMemory other_memory;
        EXPECT_TRUE(same_pixels(expected.planes[0], decode(file, info, 0, other_memory).planes[0]))
            << kind.name;
    }
}

/// A file of this kind whose colours are these letters in order: P and Q a right and a damaged
/// palette, t and w transparency of the right and of a wrong size, I the pixels.
Bytes png_with_colours(const PngKind& kind, std::string_view letters) {
    const Bytes plain = coded_png(random_png_pixels({53, 37}, kind, 9), {});
    const bool is_rgb = kind.colour_type == PNG_COLOR_TYPE_RGB;
    Bytes palette(6);
    Bytes pixels;
    PngWalker walker(plain);
    while (const auto chunk = walker.next()) {
        if (chunk->type == "PLTE") palette.assign(chunk->data.begin(), chunk->data.end());
        if (chunk->type == "IDAT")
            pixels.insert(pixels.end(), chunk->data.begin(), chunk->data.end());
    }
    constexpr std::size_t header_bytes = 8 + 25;
    Bytes file(plain.begin(), plain.begin() + header_bytes);
    for (const char letter : letters)
        switch (letter) {
            case 'P': append_png_chunk(file, "PLTE", palette); break;
            case 'Q': append_png_chunk(file, "PLTE", Bytes(4)); break;
            case 't': append_png_chunk(file, "tRNS", Bytes(is_rgb ? 6 : 2)); break;
            case 'w': append_png_chunk(file, "tRNS", Bytes(257)); break;
            default: append_png_chunk(file, "IDAT", pixels);
        }
    append_png_chunk(file, "IEND", {});
    return file;
}

/// What is decoded tells which colours libpng takes; `decode` fails where the headers told others.
void expect_written_with_the_same_colours(const Bytes& file, const std::string& what) {
    const FileInfo info = inspect(file);
    PixelMemory memory;
    const Bytes written = encode_like(file, info, decode_stored(file, info, memory), Turn::none);
    PixelMemory source_memory;
    PixelMemory written_memory;
    const Picture source = decode(file, info, 0, source_memory);
    const Picture result = decode(written, inspect(written), 0, written_memory);
    EXPECT_EQ(source.channels, result.channels) << what;
    EXPECT_TRUE(same_pixels(source.planes[0], result.planes[0])) << what;
    EXPECT_TRUE(inspect(written).dropped.empty()) << what;
}

TEST(PngDecode, TakesTheColoursThatLibpngTakesAndWritesNoOthers) {
    for (const PngKind& kind : png_kinds)
        for (const std::string letters :
             {"PI", "PtI", "tPI", "PwI", "wPtI", "tPtI", "PttI", "PtwI", "PwtI", "PIt", "IP", "ItP",
              "tI", "ttI", "wI", "wtI", "QtI", "tQI"}) {
            const std::size_t palette = letters.find('P');
            const bool has_palette = palette < letters.find('I');
            if (kind.colour_type == PNG_COLOR_TYPE_PALETTE && !has_palette) continue;
            expect_written_with_the_same_colours(png_with_colours(kind, letters),
                                                 kind.name + (" " + letters));
        }
}

TEST(PngDecode, RefusesToLoseADamagedTransparentColour) {
    Bytes file = coded_png(random_png_pixels({5, 3}, png_kinds[8], 8), {.has_colours = true});
    PngWalker walker(file);
    while (const auto chunk = walker.next())
        if (chunk->type == "tRNS") file[chunk->end() - 1] ^= std::byte{1};
    const FileInfo info = inspect(file);
    PixelMemory memory;
    const Picture picture = decode_stored(file, info, memory);
    EXPECT_THROW(encode_like(file, info, picture, Turn::none), ImageError);
}

TEST(PngWriter, FailsWhereLibpngWouldLeaveAChunkOut) {
    io::PngWriter writer;
    EXPECT_THROW(writer.guard([&] {
        png_set_IHDR(writer.png(), writer.info(), 1, 1, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_color_16 colour = {0, 0, 0, 0, 2};
        png_set_tRNS(writer.png(), writer.info(), nullptr, 0, &colour);
        png_write_info(writer.png(), writer.info());
    }),
                 ImageError);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoredPng,
                         testing::Combine(testing::ValuesIn(png_kinds), testing::Bool()),
                         [](const auto& test) {
                             return std::string(std::get<0>(test.param).name) +
                                    (std::get<1>(test.param) ? "Interlaced" : "");
                         });

std::string failure(const Bytes& file, const FileInfo& info, bool is_stored) {
    PixelMemory memory(4);
    try {
        is_stored ? decode_stored(file, info, memory) : decode(file, info, 0, memory);
        return "";
    } catch (const ImageError& error) {
        return error.what();
    }
}

TEST(PngDecode, RefusesAFileCutAnywhere) {
    for (const PngKind kind : png_kinds) {
        const Bytes file = coded_png(random_png_pixels({67, 41}, kind, 7), {});
        const FileInfo info = inspect(file);
        for (const bool is_stored : {false, true}) {
            ASSERT_EQ(failure(file, info, is_stored), "");
            for (std::size_t size = 0; size < file.size(); size += 1 + file.size() / 150)
                ASSERT_TRUE(
                    failure({file.begin(), file.begin() + static_cast<long>(size)}, info, is_stored)
                        .starts_with("damaged or truncated PNG data"))
                    << kind.name << " cut to " << size << " of " << file.size() << " bytes";
        }
    }
}

TEST(PngDecode, RefusesBadChecksums) {
    const Bytes good = coded_png(random_png_pixels({67, 41}, png_kinds[8], 7), {});
    const FileInfo info = inspect(good);
    for (const std::size_t at : {good.size() / 2, good.size() - 13, std::size_t{30}}) {
        Bytes bad = good;
        bad[at] ^= std::byte{1};
        EXPECT_NE(failure(bad, info, true), "") << "byte " << at;
    }
}

TEST(PngDecode, GivesWhatIsThereOfACutFileIfThatIsAllowed) {
    const PngPixels pixels = random_png_pixels({67, 41}, png_kinds[8], 7);
    const Bytes file = coded_png(pixels, {});
    const FileInfo info = inspect(file);
    const Bytes half(file.begin(), file.begin() + static_cast<long>(file.size() / 2));
    PixelMemory memory;
    const Picture picture = decode_stored(half, info, memory, {.allow_truncated = true});
    const ImageView& plane = picture.planes[0];
    EXPECT_EQ(std::memcmp(plane.row(0), pixels.view().row(0), plane.row_bytes()), 0);
    for (std::size_t x = 0; x < plane.row_bytes(); ++x)
        ASSERT_EQ(plane.row(plane.height - 1)[x], std::byte{0});
    Bytes damaged = file;
    damaged[file.size() / 2] ^= std::byte{1};
    EXPECT_THROW(decode_stored(damaged, info, memory, {.allow_truncated = true}), ImageError);
}

TEST(PngDecode, RefusesWhatTheHeadersDidNotAnnounce) {
    const Bytes file = coded_png(random_png_pixels({67, 41}, png_kinds[8], 7), {});
    FileInfo wider = inspect(file);
    wider.size.width += 1;
    FileInfo other_channels = inspect(file);
    other_channels.channels = 1;
    other_channels.stored_pixel_bytes = 1;
    FileInfo other_sample = inspect(file);
    other_sample.sample = Sample::u16;
    other_sample.stored_pixel_bytes = 6;
    for (const FileInfo& wrong : {wider, other_channels, other_sample})
        for (const bool is_stored : {false, true})
            EXPECT_TRUE(failure(file, wrong, is_stored)
                            .starts_with("the PNG holds 67x41 8UC3 where its headers announced "));
}

TEST(PngDecode, ResolvesGreyAndAlpha) {
    PngPixels pixels = random_png_pixels({1, 1}, *find_png_kind("GreyAlpha8"), 1);
    pixels.bytes = {std::byte{70}, std::byte{90}};
    const Bytes file = coded_png(pixels, {});
    PixelMemory memory;
    const Picture picture = decode(file, inspect(file), 0, memory);
    EXPECT_EQ(picture.channels, 4);
    const std::array<std::byte, 4> expected = {std::byte{70}, std::byte{70}, std::byte{70},
                                               std::byte{90}};
    EXPECT_EQ(std::memcmp(picture.planes[0].data, expected.data(), 4), 0);
}

TEST(PngDecode, MakesAlphaOfATransparentColour) {
    PngPixels pixels = random_png_pixels({2, 1}, *find_png_kind("Grey8"), 1);
    pixels.bytes = {std::byte{1}, std::byte{2}};  // coded_png makes 1 transparent
    const Bytes file = coded_png(pixels, {.has_colours = true});
    PixelMemory memory;
    const Picture picture = decode(file, inspect(file), 0, memory);
    ASSERT_EQ(picture.channels, 4);
    EXPECT_EQ(picture.planes[0].row(0)[3], std::byte{0});
    EXPECT_EQ(picture.planes[0].row(0)[7], std::byte{255});
}

}  // namespace
}  // namespace turntile::tests
