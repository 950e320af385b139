#include "io/described_picture.hpp"

#include <algorithm>

#include "io/byte_reader.hpp"
#include "io/deflate.hpp"
#include "io/ifd.hpp"
#include "io/jpeg_extras.hpp"
#include "io/jpeg_segments.hpp"
#include "io/metadata_blocks.hpp"
#include "io/png_blocks.hpp"
#include "io/png_text.hpp"
#include "io/pnm_header.hpp"
#include "io/riff_chunks.hpp"
#include "io/tiff_metadata.hpp"
#include "io/tiff_tags.hpp"

namespace turntile {
namespace {

constexpr std::size_t largest_profile_bytes = std::size_t{64} << 20;

void take_first(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
    if (to.empty()) to.assign(bytes.begin(), bytes.end());
}

DescribedPicture described_jpeg(std::span<const std::byte> file) {
    DescribedPicture picture;
    const JpegLayout layout = read_jpeg_layout(file);
    picture.has_unknown_end = has_unknown_end(file, layout);
    for (std::size_t i = 0; i < layout.segments.size(); ++i) {
        const JpegSegment& segment = layout.segments[i];
        const std::size_t parts = exif_parts(file, layout.segments, i);
        const auto exif = joined_exif(file, std::span(layout.segments).subspan(i, parts));
        i += parts - 1;
        const auto xmp = xmp_packet(file, segment);
        const auto payload = segment.payload(file);
        if (!exif.empty()) {
            take_first(picture.exif, exif);
        } else if (!xmp.empty()) {
            take_first(picture.xmp, xmp);
        } else if (is_segment(file, segment, jpeg_marker::app2, icc_signature)) {
            // The number of the part and of all parts; parts stand in their order.
            const auto part = payload.subspan(std::min(payload.size(), icc_signature.size() + 2));
            picture.icc.insert(picture.icc.end(), part.begin(), part.end());
        } else if (segment.marker == jpeg_marker::com) {
            picture.has_text = true;
        } else if (is_segment(file, segment, jpeg_marker::app13, "Photoshop 3.0")) {
            picture.has_iptc = true;
        } else if (segment.marker != jpeg_marker::app0 && segment.marker != jpeg_marker::app14) {
            picture.has_other = true;
        }
    }
    return picture;
}

/// The profile of an iCCP chunk: a name, a 0, the compression method, a zlib stream.
std::vector<std::byte> png_profile(const PngChunk& chunk) {
    const auto zero = std::find(chunk.data.begin(), chunk.data.end(), std::byte{0});
    if (chunk.data.end() - zero < 2) return {};
    const auto packed = chunk.data.subspan(static_cast<std::size_t>(zero - chunk.data.begin()) + 2);
    return inflated(packed, largest_profile_bytes).value_or(std::vector<std::byte>{});
}

DescribedPicture described_png(std::span<const std::byte> file) {
    DescribedPicture picture;
    PngWalker walker(file);
    while (const auto chunk = walker.next()) {
        if (const auto found = read_png_block(*chunk)) {
            auto& block = found->content == BlockContent::exif ? picture.exif : picture.xmp;
            // A profile of that name need not be EXIF.
            if (&block == &picture.exif && !TiffBlock::open(block)) block.clear();
            take_first(block, found->block().bytes);
        } else if (chunk->type == "iCCP" && picture.icc.empty())
            picture.icc = png_profile(*chunk);
        else if (!png_keyword(*chunk).empty())
            picture.has_text = true;
    }
    return picture;
}

DescribedPicture described_webp(std::span<const std::byte> file) {
    DescribedPicture picture;
    RiffWalker walker(file);
    while (const auto chunk = walker.next()) {
        if (chunk->name == "EXIF")
            take_first(picture.exif, chunk->data.subspan(exif_head_bytes(chunk->data)));
        if (chunk->name == "XMP ") take_first(picture.xmp, chunk->data);
        if (chunk->name == "ICCP") take_first(picture.icc, chunk->data);
    }
    return picture;
}

std::vector<std::byte> taken(IfdTags& tags, std::uint16_t tag) {
    IfdTag* found = find_tag(tags, tag);
    if (found == nullptr) return {};
    std::vector<std::byte> value = std::move(found->value);
    std::erase_if(tags, [&](const IfdTag& one) { return one.tag == tag; });
    return value;
}

DescribedPicture described_tiff(std::span<const std::byte> file) {
    DescribedPicture picture;
    const auto tiff = TiffBlock::open(file);
    const auto ifd0 = tiff ? tiff->read(tiff->first_ifd()) : std::nullopt;
    if (!ifd0) return picture;
    IfdTags tags = tiff_metadata_tags(*tiff, *ifd0, tiff->order(), Kept::all);
    picture.xmp = taken(tags, tiff_tag::xmp);
    picture.icc = taken(tags, tiff_tag::icc_profile);
    const bool has_records = !taken(tags, tiff_tag::iptc).empty();
    picture.has_iptc = !taken(tags, tiff_tag::photoshop).empty() || has_records;
    if (tags.empty()) return picture;
    picture.exif.resize(8);
    const IfdForm form = {tiff->order(), false};
    store(picture.exif, 0, 2, form.order, form.order == ByteOrder::big ? 0x4d4d : 0x4949);
    store(picture.exif, 2, 2, form.order, 42);
    const std::uint64_t at = append_ifd(picture.exif, form, std::move(tags), 0);
    store(picture.exif, 4, 4, form.order, at);
    return picture;
}

DescribedPicture described_pnm(std::span<const std::byte> file) {
    DescribedPicture picture;
    picture.has_text = !read_pnm_header(ByteReader(file, ByteOrder::big), 0).comments.empty();
    return picture;
}

}  // namespace

DescribedPicture described_picture(std::span<const std::byte> file, Format format) {
    switch (format) {
        case Format::jpeg: return described_jpeg(file);
        case Format::png: return described_png(file);
        case Format::webp: return described_webp(file);
        case Format::tiff: return described_tiff(file);
        case Format::pnm: return described_pnm(file);
        case Format::bmp: break;
    }
    return {};
}

}  // namespace turntile
