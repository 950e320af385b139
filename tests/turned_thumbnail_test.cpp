#include "io/turned_thumbnail.hpp"

#include <gtest/gtest.h>

#include "io/turned_blocks.hpp"
#include "tests/coded_jpeg.hpp"
#include "tests/file_builders.hpp"
#include "tests/jpeg_coefficients.hpp"

namespace turntile::tests {
namespace {

/// An EXIF block that ends with `thumbnail`, of which it says that it has `size_bytes`.
Bytes block_with(const Bytes& thumbnail, std::uint64_t size_bytes) {
    const auto directories = [&](std::uint64_t offset) {
        return tiff_block(ByteOrder::little,
                          {{{271, type_short, {1}}},
                           {{513, type_long, {offset}}, {514, type_long, {size_bytes}}}});
    };
    return joined({directories(directories(0).size()), thumbnail});
}

/// The thumbnail that `block` tells of.
Bytes thumbnail_of(const Bytes& block) {
    const auto tiff = TiffBlock::open(block);
    const auto ifd1 = tiff->read(tiff->read(tiff->first_ifd())->next);
    const auto number = [&](std::uint16_t tag) {
        return static_cast<std::ptrdiff_t>(tiff->value(*ifd1->find(tag)).value());
    };
    return {block.begin() + number(513), block.begin() + number(513) + number(514)};
}

TEST(TurnedThumbnail, IsFoundWhereItsSizeIsToldTooLarge) {
    const Bytes thumbnail = make_jpeg({160, 112}, {.label = "Thumbnail"});
    for (const std::uint64_t surplus : {0, 10}) {
        Notes notes;
        const Bytes turned =
            turned_exif(block_with(thumbnail, thumbnail.size() + surplus), BlockKind::exif, 65527,
                        {Turn::rotate_90, {1600, 1120}}, notes);
        EXPECT_TRUE(notes.take().empty()) << surplus;
        EXPECT_EQ(read_coded(thumbnail_of(turned)).size, (Size{112, 160})) << surplus;
    }
}

TEST(TurnedThumbnail, LeavesWhatStandsInTheBytesThatItsSizeIsTooLarge) {
    const Bytes thumbnail = make_jpeg({160, 112}, {.label = "Thumbnail"});
    const Bytes tagged = with_orientation_tag(block_with(thumbnail, thumbnail.size() + 300),
                                              BlockKind::exif, Turn::rotate_90);
    for (const Bytes& behind : {Bytes{}, text_bytes("what another tag tells of")}) {
        const Bytes block = joined({tagged, behind});
        Notes notes;
        const Bytes result =
            turned_exif(block, BlockKind::exif, 65527, {Turn::rotate_90, {1600, 1120}}, notes);
        EXPECT_TRUE(notes.take().empty());
        EXPECT_EQ(orientation_value(result), 1U);
        EXPECT_EQ(read_coded(thumbnail_of(result)).size, (Size{112, 160}));
        const auto end = block.end() - static_cast<std::ptrdiff_t>(behind.size());
        EXPECT_TRUE(std::equal(end, block.end(), result.begin() + (end - block.begin())));
    }
}

TEST(TurnedThumbnail, LeavesATextBehindItThatItsSizeReachesInto) {
    const Bytes thumbnail = make_jpeg({160, 112}, {.label = "Thumbnail"});
    const Bytes text = text_bytes("what another tag tells of");
    const Bytes block = joined({block_with(thumbnail, thumbnail.size() + 10), text});
    Notes notes;
    const Bytes result =
        turned_exif(block, BlockKind::exif, 65527, {Turn::rotate_90, {1600, 1120}}, notes);
    EXPECT_EQ(read_coded(thumbnail_of(result)).size, (Size{112, 160}));
    const auto at = block.end() - static_cast<std::ptrdiff_t>(text.size());
    EXPECT_TRUE(std::equal(at, block.end(), result.begin() + (at - block.begin())));
}

TEST(TurnedThumbnail, IsDroppedWithANoteWhereItsEndIsMissing) {
    const Bytes thumbnail = make_jpeg({160, 112}, {.label = "Thumbnail"});
    Notes notes;
    turned_exif(block_with(without_last(thumbnail, thumbnail.size() / 2), thumbnail.size()),
                BlockKind::exif, 65527, {Turn::rotate_90, {1600, 1120}}, notes);
    EXPECT_EQ(notes.take(),
              std::vector<std::string>{"the thumbnail was dropped: it cannot be turned"});
}

// Sides that no turn without loss takes: samples are coded anew, with the thumbnail's own steps.
constexpr Size odd = {257, 170};

TEST(TurnedThumbnail, IsDroppedWithANoteWhereAStepIsZero) {
    const Bytes thumbnail = with_steps(make_jpeg(odd, {.label = "Thumbnail"}), {.step = 0});
    Notes notes;
    turned_exif(block_with(thumbnail, thumbnail.size()), BlockKind::exif, 65527,
                {Turn::rotate_90, {1600, 1120}}, notes);
    EXPECT_EQ(notes.take(),
              std::vector<std::string>{"the thumbnail was dropped: it cannot be turned"});
}

TEST(TurnedThumbnail, HasStepsThatSamplesCanBeDividedBy) {
    for (const int step : {8191, 8192, 9000, 40960, 65535}) {
        const Bytes thumbnail = with_steps(make_jpeg(odd, {.label = "Thumbnail"}),
                                           {.first = 61, .count = 3, .step = step});
        Notes notes;
        const Bytes turned = turned_exif(block_with(thumbnail, thumbnail.size()), BlockKind::exif,
                                         65527, {Turn::rotate_90, {1600, 1120}}, notes);
        EXPECT_TRUE(notes.take().empty()) << step;
        const CodedPicture after = read_coded(thumbnail_of(turned));
        EXPECT_EQ(after.size, (Size{170, 257})) << step;
        EXPECT_EQ(after.planes[0].steps[63], 8191) << step;
    }
}

TEST(TurnedThumbnail, KeepsWideStepsWhereNoSampleIsComputed) {
    const Bytes thumbnail = with_steps(make_jpeg({160, 112}, {.label = "Thumbnail"}),
                                       {.first = 61, .count = 3, .step = 65535});
    Notes notes;
    const Bytes turned = turned_exif(block_with(thumbnail, thumbnail.size()), BlockKind::exif,
                                     65527, {Turn::rotate_90, {1600, 1120}}, notes);
    EXPECT_EQ(read_coded(thumbnail_of(turned)).planes[0].steps[63], 65535);
}

}  // namespace
}  // namespace turntile::tests
