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

TEST(TurnedThumbnail, IsDroppedWithANoteWhereItsEndIsMissing) {
    const Bytes thumbnail = make_jpeg({160, 112}, {.label = "Thumbnail"});
    Notes notes;
    turned_exif(block_with(without_last(thumbnail, thumbnail.size() / 2), thumbnail.size()),
                BlockKind::exif, 65527, {Turn::rotate_90, {1600, 1120}}, notes);
    EXPECT_EQ(notes.take(),
              std::vector<std::string>{"the thumbnail was dropped: it cannot be turned"});
}

}  // namespace
}  // namespace turntile::tests
