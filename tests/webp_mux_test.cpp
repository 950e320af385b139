#include "io/webp_mux.hpp"

#include <gtest/gtest.h>

#include "io/webp_metadata.hpp"
#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::first_bytes;
using tests::orientation_tags;
using tests::tiff_block;
using tests::webp_chunk;
using tests::webp_extended;
using tests::webp_file;
using tests::webp_lossless;
using tests::webp_lossy;

constexpr std::uint8_t xmp_flag = 0x04;
constexpr std::uint8_t exif_flag = 0x08;
constexpr std::uint8_t alpha_flag = 0x10;
constexpr std::uint8_t icc_flag = 0x20;

Bytes exif() {
    return tiff_block(ByteOrder::little, {orientation_tags(6)});
}

/// A lossless picture with alpha and a packet, VP8X having these flags.
Bytes with_packet(std::uint8_t flags) {
    return webp_file(
        {webp_extended(40, 30, flags), webp_lossless(40, 30, true), webp_chunk("XMP ", Bytes(6))});
}

TEST(WebpMux, AlphaThatIsNotAnnouncedStandsInNoWay) {
    const Bytes tagged = webp_file({webp_extended(40, 30, alpha_flag | exif_flag | xmp_flag),
                                    webp_lossless(40, 30, true), webp_chunk("EXIF", exif()),
                                    webp_chunk("XMP ", Bytes(6))});
    for (const std::uint8_t alpha : {std::uint8_t{0}, alpha_flag}) {
        const Bytes file = with_packet(alpha | xmp_flag);
        EXPECT_EQ(webp_with_exif(file, exif()), tagged);
        EXPECT_EQ(stripped_webp(file), stripped_webp(with_packet(alpha_flag | xmp_flag)));
    }
}

TEST(WebpMux, AlphaBesideALossyPictureNeedNotBeAnnounced) {
    const auto file = [](std::uint8_t flags) {
        return webp_file(
            {webp_extended(40, 30, flags), webp_chunk("ALPH", Bytes(6)), webp_lossy(40, 30)});
    };
    EXPECT_EQ(webp_with_exif(file(0), exif()), webp_with_exif(file(alpha_flag), exif()));
}

TEST(WebpMux, MetadataIsFoundWhateverIsAnnounced) {
    const Bytes right = webp_with_exif(with_packet(alpha_flag | xmp_flag), exif());
    EXPECT_EQ(webp_with_exif(with_packet(alpha_flag), exif()), right);
    EXPECT_EQ(webp_with_exif(with_packet(alpha_flag | xmp_flag | exif_flag | icc_flag), exif()),
              right);
}

TEST(WebpMux, RefusesWhatEndsEarly) {
    const Bytes file = with_packet(xmp_flag);
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_THROW(WebpMux{first_bytes(file, size)}, ImageError) << size;
}

}  // namespace
}  // namespace turntile
