#include "io/tiff_info.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::Tag;
using tests::Tags;
using tests::tiff_block;
using tests::tiff_tags;
using tests::TiffShape;

constexpr std::uint64_t white_is_zero = 0;
constexpr std::uint64_t black_is_zero = 1;
constexpr std::uint64_t rgb = 2;
constexpr std::uint64_t palette = 3;
constexpr std::uint64_t ycbcr = 6;
constexpr std::uint64_t unsigned_integer = 1;
constexpr std::uint64_t signed_integer = 2;
constexpr std::uint64_t floating = 3;

FileInfo info_of(const TiffShape& shape, const Tags& more = {}) {
    return tiff_info(tiff_block(ByteOrder::little, {tiff_tags(shape, more)}));
}

std::string pixels(const TiffShape& shape) {
    const FileInfo info = info_of(shape);
    EXPECT_TRUE(info.refused.empty());
    return pixel_name(info.channels, info.sample);
}

std::string reason(const TiffShape& shape, const Tags& more = {}) {
    try {
        const FileInfo info = info_of(shape, more);
        return info.why_not_decoded.empty() ? "accepted" : info.why_not_decoded;
    } catch (const ImageError& error) {
        return error.what();
    }
}

TEST(TiffInfo, PlainFilesHaveNothingToSay) {
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
        for (const bool is_big : {false, true}) {
            const FileInfo info = tiff_info(tiff_block(order, {tiff_tags({})}, is_big));
            EXPECT_EQ(info.format, Format::tiff);
            EXPECT_EQ(info.size, (Size{40, 30}));
            EXPECT_EQ(info.channels, 3);
            EXPECT_EQ(info.frames, 1);
            EXPECT_FALSE(info.has_orientation_tag);
            EXPECT_TRUE(info.refused.empty());
            EXPECT_TRUE(info.dropped.empty());
            EXPECT_TRUE(info.notes.empty());
        }
}

TEST(TiffInfo, KnowsWhatEachKindIsDecodedTo) {
    EXPECT_EQ(pixels({black_is_zero, 1, 1}), "8UC1");
    EXPECT_EQ(pixels({black_is_zero, 1, 8}), "8UC1");
    EXPECT_EQ(pixels({white_is_zero, 1, 8}), "8UC1");
    EXPECT_EQ(pixels({black_is_zero, 1, 16}), "16UC1");
    EXPECT_EQ(pixels({rgb, 3, 16}), "16UC3");
    EXPECT_EQ(pixels({rgb, 4, 8}), "8UC4");
    EXPECT_EQ(pixels({rgb, 4, 16}), "16UC4");
    EXPECT_EQ(pixels({palette, 1, 8}), "8UC3");
    EXPECT_EQ(pixels({ycbcr, 3, 8}), "8UC3");
    EXPECT_EQ(pixels({black_is_zero, 1, 32, floating}), "32FC1");
    EXPECT_EQ(pixels({rgb, 3, 32, floating}), "32FC3");
    EXPECT_EQ(pixels({rgb, 4, 32, floating}), "32FC4");
    EXPECT_EQ(pixels({rgb, 3, 8, unsigned_integer, 2}), "8UC3");
}

TEST(TiffInfo, SaysWhichKindsWouldBeDecodedWrongly) {
    const std::string tail = " is not supported";
    EXPECT_EQ(reason({5, 4, 8}), "TIFF with CMYK colours" + tail);
    EXPECT_EQ(reason({8, 3, 8}), "TIFF with Lab colours" + tail);
    EXPECT_EQ(reason({32845, 3, 16}), "TIFF with LogLuv colours" + tail);
    EXPECT_EQ(reason({black_is_zero, 1, 8, signed_integer}), "TIFF with signed samples" + tail);
    EXPECT_EQ(reason({black_is_zero, 1, 32}), "TIFF with 32-bit whole numbers" + tail);
    EXPECT_EQ(reason({black_is_zero, 1, 64, floating}),
              "TIFF with 64-bit floating-point samples" + tail);
    EXPECT_EQ(reason({black_is_zero, 1, 4}), "TIFF with 4-bit samples" + tail);
    EXPECT_EQ(reason({palette, 1, 1}), "TIFF with 1-bit colours" + tail);
    EXPECT_EQ(reason({white_is_zero, 1, 16}), "TIFF with 16-bit samples and white as 0" + tail);
    EXPECT_EQ(reason({palette, 1, 16}), "TIFF with a 16-bit palette" + tail);
    EXPECT_EQ(reason({rgb, 3, 16, unsigned_integer, 2}),
              "TIFF with 16-bit samples in separate planes" + tail);
    EXPECT_EQ(reason({black_is_zero, 2, 16}), "TIFF with 16-bit grey and alpha" + tail);
    EXPECT_EQ(reason({rgb, 5, 8}), "TIFF with 5 samples a pixel" + tail);
    EXPECT_EQ(reason({rgb, 1, 8}), "TIFF with 1 samples a pixel" + tail);
    EXPECT_EQ(reason({rgb, 3, 8}, {}), "accepted");
}

TEST(TiffInfo, KnowsThePixelsThatAreStored) {
    const auto bytes = [](const TiffShape& shape) { return info_of(shape).stored_pixel_bytes; };
    EXPECT_EQ(bytes({black_is_zero, 1, 1}), 1u);
    EXPECT_EQ(bytes({black_is_zero, 2, 16}), 4u);
    EXPECT_EQ(bytes({rgb, 3, 12}), 6u);
    EXPECT_EQ(bytes({rgb, 3, 64, floating}), 24u) << "in three planes";
    EXPECT_EQ(bytes({5, 4, 8}), 4u);
    EXPECT_EQ(bytes({ycbcr, 3, 8}), 0u) << "its colours may be sampled more coarsely";
    EXPECT_THROW(info_of({rgb, 5, 8}), ImageError) << "five bytes";
}

TEST(TiffInfo, UnevenSamplesAreRefused) {
    Tags tags = tiff_tags({});
    tags[2].values = {5, 6, 5};
    EXPECT_THROW(tiff_info(tiff_block(ByteOrder::big, {tags})), ImageError);
}

TEST(TiffInfo, APredictorThatReadersTakeDifferentlyIsRefused) {
    const auto refused = [](std::uint64_t compression, std::uint64_t predictor) {
        return reason({black_is_zero, 1, 8}, {{259, tests::type_short, {compression}},
                                              {317, tests::type_short, {predictor}}}) ==
               "TIFF with a predictor beside a compression that has none is not supported";
    };
    EXPECT_TRUE(refused(1, 2)) << "uncompressed";
    EXPECT_TRUE(refused(32773, 2)) << "PackBits";
    EXPECT_FALSE(refused(1, 1)) << "no predictor, said aloud";
    EXPECT_FALSE(refused(5, 2)) << "LZW";
    EXPECT_FALSE(refused(8, 2)) << "Deflate";
}

TEST(TiffInfo, VolumesAreRefused) {
    const auto of_depths = [](std::uint64_t image, std::uint64_t tile) {
        return reason({black_is_zero, 1, 8},
                      {{32997, tests::type_long, {image}}, {32998, tests::type_long, {tile}}});
    };
    EXPECT_EQ(of_depths(5, 1), "TIFF with 5 slices is not supported");
    EXPECT_EQ(of_depths(5, 8), "TIFF with 5 slices is not supported");
    EXPECT_EQ(of_depths(1, 8), "TIFF with tiles of 8 slices is not supported");
    EXPECT_EQ(of_depths(1, 1), "accepted");
}

TEST(TiffInfo, LossesOfDecodingThatNeedLeave) {
    const auto only_loss = [](const FileInfo& info) {
        EXPECT_TRUE(info.refused.empty());
        EXPECT_EQ(info.decode_refused.size(), 1u);
        return info.decode_refused.at(0).loss;
    };
    EXPECT_EQ(only_loss(info_of({black_is_zero, 2, 8})), Loss::alpha);
    EXPECT_EQ(only_loss(info_of({rgb, 4, 8}, {{338, tests::type_short, {2}}})), Loss::alpha);
    EXPECT_EQ(only_loss(info_of({black_is_zero, 1, 12})), Loss::depth);
    const auto alpha_kind = [](std::uint64_t kind) {
        return Tags{{338, tests::type_short, {kind}}};
    };
    EXPECT_EQ(only_loss(info_of({rgb, 4, 8}, alpha_kind(0))), Loss::alpha) << "unknown";
    EXPECT_EQ(only_loss(info_of({rgb, 4, 8}, alpha_kind(1))), Loss::alpha) << "multiplied";
    EXPECT_EQ(only_loss(info_of({rgb, 4, 16}, alpha_kind(1))), Loss::alpha);
    EXPECT_TRUE(info_of({rgb, 4, 16}, {{338, tests::type_short, {2}}}).decode_refused.empty());
}

TEST(TiffInfo, MorePagesNeedLeave) {
    const Tags page = tiff_tags({});
    const FileInfo info = tiff_info(tiff_block(ByteOrder::big, {page, page, page}));
    EXPECT_EQ(info.frames, 3);
    ASSERT_EQ(info.refused.size(), 1u);
    EXPECT_EQ(info.refused[0].loss, Loss::pages);
    EXPECT_EQ(info.refused[0].what, "2 more pages");
}

TEST(TiffInfo, ADamagedChainOfPagesNeedsLeave) {
    Bytes file = tiff_block(ByteOrder::big, {tiff_tags({}), {}});
    store(file, file.size() - 4, 4, ByteOrder::big, 8);  // back to the first page
    const FileInfo info = tiff_info(file);
    EXPECT_EQ(info.frames, 2);
    ASSERT_EQ(info.refused.size(), 2u);
    EXPECT_EQ(info.refused[1].loss, Loss::truncated);
}

TEST(TiffInfo, SeveralSamplesNeedTheirBits) {
    Tags tags = tiff_tags({.photometric = 5, .samples = 4});
    std::erase_if(tags, [](const tests::Tag& tag) { return tag.id == 258; });
    try {
        tiff_info(tiff_block(ByteOrder::little, {tags}));
        FAIL() << "accepted";
    } catch (const ImageError& error) {
        EXPECT_STREQ(error.what(), "the TIFF does not say how many bits its samples have");
    }
}

TEST(TiffInfo, DataBeyondTheFilesEndAreTruncated) {
    // 40 x 30 pixels of three bytes, in strips of 20 rows.
    const auto refused = [](std::uint64_t compression, std::uint64_t second_bytes,
                            std::size_t file_bytes) {
        Bytes file = tiff_block(ByteOrder::little,
                                {tiff_tags({}, {{259, tests::type_short, {compression}},
                                                {273, tests::type_long, {1000, 3400}},
                                                {278, tests::type_short, {20}},
                                                {279, tests::type_long, {2400, second_bytes}}})});
        file.resize(file_bytes);
        return tiff_info(file).refused.size();
    };
    EXPECT_EQ(refused(1, 1200, 4600), 0U);
    EXPECT_EQ(refused(1, 1200, 4599), 1U);
    EXPECT_EQ(refused(1, 2400, 4600), 0U) << "more than its ten rows take";
    EXPECT_EQ(refused(5, 1200, 4600), 0U);
    EXPECT_EQ(refused(5, 1201, 4600), 1U);
    EXPECT_EQ(refused(1, 1200, 3000), 1U);
}

TEST(TiffInfo, AStripMayTellOfAnyNumberOfRows) {
    constexpr std::uint16_t type_long8 = 16;
    const auto refused = [](std::uint64_t rows, std::size_t file_bytes) {
        Bytes file =
            tiff_block(ByteOrder::little, {tiff_tags({}, {{273, tests::type_long, {1000}},
                                                          {278, type_long8, {rows}},
                                                          {279, tests::type_long, {5000}}})});
        file.resize(file_bytes);
        return tiff_info(file).refused.size();
    };
    // No strip of this many rows is shorter than the picture.
    for (const std::uint64_t rows :
         {~std::uint64_t{0}, ~std::uint64_t{0} - 29, std::uint64_t{31}}) {
        EXPECT_EQ(refused(rows, 4600), 0U) << rows;
        EXPECT_EQ(refused(rows, 4599), 1U) << rows;
    }
}

/// What is wrong with the strips or tiles of 40 x 30 RGB pixels that `pieces` tells of.
std::string fault(const TiffShape& shape, const Tags& pieces) {
    Bytes file = tiff_block(ByteOrder::little, {tiff_tags(shape, pieces)});
    file.resize(9000);
    const FileInfo info = tiff_info(file);
    return info.refused.empty() ? "none" : info.refused[0].what;
}

std::string fault_of_strips(std::uint64_t rows, const std::vector<std::uint64_t>& bytes,
                            const TiffShape& shape = {}, std::uint64_t compression = 1) {
    return fault(shape, {{259, tests::type_short, {compression}},
                         {273, tests::type_long, std::vector<std::uint64_t>(bytes.size(), 1000)},
                         {278, tests::type_long, {rows}},
                         {279, tests::type_long, bytes}});
}

TEST(TiffInfo, AnotherNumberOfStripsThanThePictureTakesIsDamage) {
    constexpr TiffShape planes = {.planar = 2};
    constexpr std::uint64_t lzw = 5;
    EXPECT_EQ(fault_of_strips(2147483649, {400, 400, 400, 400, 400, 400}, planes),
              "damaged TIFF: it has 6 strips, and its picture takes 3");
    EXPECT_EQ(fault_of_strips(20, {2400}), "damaged TIFF: it has 1 strip, and its picture takes 2");
    EXPECT_EQ(fault_of_strips(30, {90, 90}, {}, lzw),
              "damaged TIFF: it has 2 strips, and its picture takes 1");
    EXPECT_EQ(fault_of_strips(2147483649, {1200, 1200, 1200}, planes), "none");
    EXPECT_EQ(fault_of_strips(20, {90, 90}, {}, lzw), "none");
    EXPECT_EQ(fault_of_strips(20, {90, 90, 90, 90, 90, 90}, planes, lzw), "none");
    EXPECT_EQ(fault_of_strips(30, {90, 90}, {6, 3, 8}, 6), "none") << "JPEG of the old kind";
}

TEST(TiffInfo, FewerBytesThanPlainRowsTakeAreDamage) {
    constexpr TiffShape planes = {.planar = 2};
    EXPECT_EQ(
        fault_of_strips(20, {2400, 1199}),
        "damaged or truncated TIFF data: strip 2 of 2 has 1199 bytes, and its rows take 1200");
    EXPECT_EQ(fault_of_strips(20, {0, 1200}),
              "damaged or truncated TIFF data: strip 1 of 2 has 0 bytes, and its rows take 2400");
    EXPECT_EQ(fault_of_strips(20, {800, 400, 800, 400, 800, 399}, planes),
              "damaged or truncated TIFF data: strip 6 of 6 has 399 bytes, and its rows take 400");
    EXPECT_EQ(fault_of_strips(20, {800, 400, 800, 400, 800, 400}, planes), "none");
    EXPECT_EQ(fault_of_strips(20, {2400, 2400}), "none") << "more than its rows take";
    EXPECT_EQ(fault_of_strips(30, {0}), "none") << "not said";
    EXPECT_EQ(fault_of_strips(30, {0, 0, 0}, planes), "none") << "not said";
    EXPECT_EQ(fault_of_strips(30, {5 * 30}, {black_is_zero, 1, 1}), "none") << "40 bits a row";
    EXPECT_EQ(fault_of_strips(30, {40 * 30 * 3 / 2}, {ycbcr, 3, 8}), "none") << "4:2:0";
}

TEST(TiffInfo, TilesAreCountedAcrossAndDown) {
    const auto tiles = [](std::uint16_t offsets, const std::vector<std::uint64_t>& bytes) {
        const auto counts = static_cast<std::uint16_t>(offsets == 324 ? 325 : 279);
        return fault({black_is_zero, 1, 8},
                     {{322, tests::type_short, {16}},
                      {323, tests::type_short, {32}},
                      {offsets, tests::type_long, std::vector<std::uint64_t>(bytes.size(), 1000)},
                      {counts, tests::type_long, bytes}});
    };
    EXPECT_EQ(tiles(324, {512, 512, 512}), "none");
    EXPECT_EQ(tiles(273, {512, 512, 512}), "none") << "in the tags of strips";
    EXPECT_EQ(tiles(324, {512, 512, 511}),
              "damaged or truncated TIFF data: tile 3 of 3 has 511 bytes, and its rows take 512");
    EXPECT_EQ(tiles(324, {512, 512}), "damaged TIFF: it has 2 tiles, and its picture takes 3");
}

TEST(TiffInfo, ReadsTheOrientation) {
    const FileInfo info = info_of({}, tests::orientation_tags(7));
    EXPECT_TRUE(info.has_orientation_tag);
    EXPECT_EQ(info.orientation, Turn::transverse);
    EXPECT_EQ(info_of({}, tests::orientation_tags(0)).orientation, Turn::none);
}

TEST(TiffInfo, NamesDroppedMetadataAndChangedKinds) {
    EXPECT_TRUE(info_of({}, {{270, tests::type_ascii, {'a', 0}},
                             {34675, tests::type_byte, {1, 2, 3, 4, 5, 6}}})
                    .dropped.empty());
    const FileInfo info = info_of({}, {{37724, tests::type_byte, {1, 2}}});
    ASSERT_EQ(info.dropped.size(), 1u);
    EXPECT_EQ(info.dropped[0].what, "Photoshop layers");
    EXPECT_EQ(info_of({palette, 1, 8}).decode_notes.at(0), "palette becomes RGB");
    EXPECT_EQ(info_of({white_is_zero, 1, 8}).decode_notes.at(0), "white as 0 becomes black as 0");
    const auto coded = [](std::uint64_t compression) {
        return info_of({}, {{259, tests::type_short, {compression}}}).decode_notes.at(0);
    };
    EXPECT_EQ(coded(7), "JPEG in TIFF is written losslessly");
    EXPECT_EQ(coded(34887), "LERC in TIFF is written losslessly");
    EXPECT_EQ(coded(50001), "WebP in TIFF is written losslessly");
}

TEST(TiffInfo, TheKindOfAlphaIsDroppedOnlyWhereItIsNotWritten) {
    const auto dropped = [](const std::vector<std::uint64_t>& kinds, std::uint64_t compression) {
        const FileInfo info = info_of({rgb, 4, 16}, {{259, tests::type_short, {compression}},
                                                     {338, tests::type_short, kinds}});
        return info.dropped.empty() ? "" : info.dropped[0].what;
    };
    constexpr std::uint64_t lzw = 5;
    constexpr std::uint64_t lerc = 34887;
    for (const std::uint64_t kind : {0, 1, 2, 999})
        EXPECT_EQ(dropped({kind}, lzw), "") << kind;
    EXPECT_EQ(dropped({3}, lzw), "kind of alpha") << "libtiff passes over it";
    EXPECT_EQ(dropped({0, 0, 0, 0, 0}, lzw), "kind of alpha") << "five of four samples";
    EXPECT_EQ(dropped({2}, lerc), "kind of alpha") << "written by OpenCV";
}

TEST(TiffInfo, SomeKindsAreNeverDecoded) {
    const auto kind = [](const Tags& more) {
        try {
            info_of({}, more);
        } catch (const ForeignImage& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_EQ(kind({{330, tests::type_long, {8}}}), "a TIFF with SubIFDs is never decoded");
    EXPECT_EQ(kind({{33550, tests::type_long, {1}}}), "a GeoTIFF is never decoded");
    EXPECT_EQ(kind({{34735, tests::type_short, {1}}}), "a GeoTIFF is never decoded");
    EXPECT_EQ(kind({{50706, tests::type_byte, {1, 4, 0, 0}}, {330, tests::type_long, {8}}}),
              "a camera RAW file (DNG) is never decoded");
    EXPECT_THROW(info_of({32803, 1, 16}), ForeignImage) << "a sensor's colour filter array";
}

TEST(TiffInfo, ASensorsDataInASubIfdIsCameraRaw) {
    const Tags preview = tiff_tags({}, {{330, tests::type_long, {8}}});
    const std::size_t sensor_at = tiff_block(ByteOrder::little, {preview}).size();
    const Bytes file = tiff_block(
        ByteOrder::little,
        {tiff_tags({}, {{330, tests::type_long, {sensor_at}}}), tiff_tags({32803, 1, 16})});
    try {
        tiff_info(file);
        FAIL() << "accepted";
    } catch (const ForeignImage& error) {
        EXPECT_STREQ(error.what(), "a camera RAW file is never decoded");
    }
}

TEST(TiffInfo, RefusesDamagedHeaders) {
    EXPECT_THROW(tiff_info(tests::text_bytes("MM")), ImageError);
    EXPECT_THROW(tiff_info(tiff_block(ByteOrder::big, {})), ImageError);
    EXPECT_THROW(tiff_info(tiff_block(ByteOrder::big, {{}})), ImageError);
    Tags tags = tiff_tags({});
    tags[0].values = {0};
    EXPECT_THROW(tiff_info(tiff_block(ByteOrder::big, {tags})), ImageError);
    tags = tiff_tags({});
    tags[3] = {262, tests::type_ascii, {2}};  // the photometric tag
    EXPECT_THROW(tiff_info(tiff_block(ByteOrder::big, {tags})), ImageError);
    tags.erase(tags.begin() + 3);
    EXPECT_THROW(tiff_info(tiff_block(ByteOrder::big, {tags})), ImageError);
}

}  // namespace
}  // namespace turntile
