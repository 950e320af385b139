#include "io/carry_between.hpp"

#include <limits>
#include <optional>
#include <string_view>

#include "io/byte_reader.hpp"
#include "io/described_picture.hpp"
#include "io/jpeg_metadata.hpp"
#include "io/png_metadata.hpp"
#include "io/tiff_metadata.hpp"
#include "io/tiff_tags.hpp"
#include "io/webp_mux.hpp"

namespace turntile {
namespace {

/// The most that one block of EXIF or XMP may be: in JPEG a segment less what stands in front of
/// it.
std::size_t largest_block(Format format) {
    constexpr std::size_t jpeg_block_bytes = 65533 - 29;
    return format == Format::jpeg ? jpeg_block_bytes : std::numeric_limits<std::int32_t>::max();
}

void turn_described(DescribedPicture& described, std::size_t largest_bytes,
                    const PictureTurn& picture, Notes& notes) {
    if (described.exif.size() > largest_bytes) {
        notes.add("not kept: EXIF, which is too large for a JPEG");
        described.exif.clear();
    }
    if (described.xmp.size() > largest_bytes) {
        notes.add("not kept: XMP, which is too large for a JPEG");
        described.xmp.clear();
    }
    described.exif = turned_exif(described.exif, BlockKind::exif, largest_bytes, picture, notes);
    described.xmp = turned_xmp(described.xmp, largest_bytes, picture, notes);
}

/// Leaves out a profile that speaks of other colours than the result has: a reader would refuse it,
/// or show false colours.
void drop_unfit_profile(DescribedPicture& described, std::span<const std::byte> encoded,
                        Notes& notes) {
    const ByteReader profile(described.icc, ByteOrder::big);
    constexpr std::uint64_t colour_space_at = 16;  // ICC.1, 7.2
    const auto is_for = [&](std::string_view space) {
        return profile.holds(colour_space_at, space);
    };
    if (!is_for("GRAY") && !is_for("RGB ") && !is_for("CMYK")) return;
    const FileInfo result = inspect(encoded);
    const std::string_view space = result.is_cmyk ? "CMYK" : result.channels == 1 ? "GRAY" : "RGB ";
    if (is_for(space)) return;
    notes.add("not kept: ICC profile, which is for other colours than the result has");
    described.icc.clear();
}

std::vector<std::byte> webp_with(std::span<const std::byte> file,
                                 const DescribedPicture& described) {
    WebpMux mux(file);
    if (!described.icc.empty()) mux.set("ICCP", described.icc);
    if (!described.exif.empty()) mux.set("EXIF", described.exif);
    if (!described.xmp.empty()) mux.set("XMP ", described.xmp);
    return mux.assemble();
}

IfdTag byte_tag(std::uint16_t tag, std::uint16_t type, const std::vector<std::byte>& value) {
    return {tag, type, value.size(), value};
}

std::vector<std::byte> tiff_with(std::span<const std::byte> file,
                                 const DescribedPicture& described) {
    constexpr std::uint16_t byte_type = 1;
    constexpr std::uint16_t undefined_type = 7;
    IfdTags tags;
    const auto to = TiffBlock::open(file);
    const auto exif = TiffBlock::open(described.exif);
    const auto ifd0 = exif ? exif->read(exif->first_ifd()) : std::nullopt;
    if (to && ifd0) tags = tiff_metadata_tags(*exif, *ifd0, to->order(), Kept::all);
    if (!described.xmp.empty()) tags.push_back(byte_tag(tiff_tag::xmp, byte_type, described.xmp));
    if (!described.icc.empty())
        tags.push_back(byte_tag(tiff_tag::icc_profile, undefined_type, described.icc));
    return tiff_with_tags(file, {std::move(tags)});
}

}  // namespace

std::vector<std::byte> carry_between(std::span<const std::byte> source, Format from,
                                     std::span<const std::byte> encoded, Format to,
                                     const PictureTurn& picture, Kept kept, Notes& notes) {
    DescribedPicture described = described_picture(source, from);
    if (kept == Kept::colours) described.exif = described.xmp = {};
    turn_described(described, largest_block(to), picture, notes);
    drop_unfit_profile(described, encoded, notes);
    const bool has_any =
        !described.exif.empty() || !described.xmp.empty() || !described.icc.empty();
    if (has_any && to == Format::jpeg) return jpeg_with(encoded, described);
    if (has_any && to == Format::png) return png_with(encoded, described);
    if (has_any && to == Format::webp) return webp_with(encoded, described);
    if (has_any && to == Format::tiff) return tiff_with(encoded, described);
    return {encoded.begin(), encoded.end()};
}

std::vector<std::string> lost_between(std::span<const std::byte> source, Format from, Format to) {
    const DescribedPicture described = described_picture(source, from);
    std::vector<std::string> lost;
    if (to == Format::bmp || to == Format::pnm) {
        if (!described.exif.empty()) lost.emplace_back("EXIF");
        if (!described.xmp.empty()) lost.emplace_back("XMP");
        if (!described.icc.empty()) lost.emplace_back("ICC profile");
    }
    if (described.has_iptc) lost.emplace_back("IPTC");
    if (described.has_text) lost.emplace_back("text");
    if (described.has_other) lost.emplace_back("application data");
    if (described.has_unknown_end) lost.emplace_back("unknown bytes after the JPEG's end");
    return lost;
}

}  // namespace turntile
