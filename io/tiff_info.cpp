#include "io/tiff_info.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "io/counted.hpp"
#include "io/dropped_metadata.hpp"
#include "io/ifd.hpp"
#include "io/tiff_extent.hpp"
#include "io/tiff_metadata.hpp"
#include "io/tiff_pixels.hpp"
#include "io/tiff_tags.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using namespace std::string_view_literals;

// TIFF/EP and DNG: pixels of a sensor.
constexpr std::uint64_t colour_filter_array = 32803;
constexpr std::uint64_t linear_raw = 34892;

bool is_sensor_data(const TiffBlock& tiff, const Ifd& ifd) {
    const std::uint64_t kind = tiff.number(ifd, tiff_tag::photometric, 0);
    return kind == colour_filter_array || kind == linear_raw;
}

/// Whether a directory that SubIFDs (at most a few) point at holds a sensor's data.
bool has_raw_sub_ifd(const TiffBlock& tiff, const IfdEntry& pointers) {
    constexpr std::uint64_t most_looked_at = 16;
    for (std::uint64_t i = 0; i < std::min(pointers.count, most_looked_at); ++i) {
        const auto offset = tiff.value(pointers, i);
        const auto ifd = offset ? tiff.read(*offset) : std::nullopt;
        if (ifd && is_sensor_data(tiff, *ifd)) return true;
    }
    return false;
}

/// Camera RAW, SubIFDs and GeoTIFF are never decoded: a turn of the first picture alone would make
/// the rest false.
void refuse_foreign_kinds(std::span<const std::byte> file, const TiffBlock& tiff, const Ifd& ifd) {
    if (ByteReader(file, tiff.order()).holds(8, "CR\x02"))
        throw ForeignImage("a camera RAW file (CR2) is never decoded");
    if (ifd.find(tiff_tag::dng_version) != nullptr)
        throw ForeignImage("a camera RAW file (DNG) is never decoded");
    const IfdEntry* pointers = ifd.find(tiff_tag::sub_ifds);
    if (is_sensor_data(tiff, ifd) || (pointers != nullptr && has_raw_sub_ifd(tiff, *pointers)))
        throw ForeignImage("a camera RAW file is never decoded");
    if (pointers != nullptr) throw ForeignImage("a TIFF with SubIFDs is never decoded");
    for (const TiffTag tag : {tiff_tag::model_pixel_scale, tiff_tag::model_tiepoint,
                              tiff_tag::model_transformation, tiff_tag::geo_key_directory})
        if (ifd.find(tag) != nullptr) throw ForeignImage("a GeoTIFF is never decoded");
}

/// Whether a TIFF that is written as this one says what its samples beyond the colours are: libtiff
/// knows three kinds and Corel's, and OpenCV none. (What other formats do not know,
/// `decode_refused` says.)
bool keeps_kind_of_alpha(const TiffBlock& tiff, const Ifd& ifd, const FileInfo& info) {
    constexpr std::uint64_t most_known = 2;
    constexpr std::uint64_t unassociated_of_corel = 999;
    const IfdEntry* kinds = ifd.find(tiff_tag::extra_samples);
    if (kinds == nullptr) return true;
    if (info.stored_pixel_bytes == 0 ||
        kinds->count > tiff.number(ifd, tiff_tag::samples_per_pixel, 1))
        return false;
    for (std::uint64_t i = 0; i < kinds->count; ++i) {
        const auto kind = tiff.value(*kinds, i);
        if (!kind || (*kind > most_known && *kind != unassociated_of_corel)) return false;
    }
    return true;
}

void note_metadata(const TiffBlock& tiff, const Ifd& ifd, FileInfo& info) {
    DroppedMetadata dropped;
    if (ifd.find(tiff_tag::photoshop_layers) != nullptr) dropped.add("Photoshop layers");
    if (!keeps_kind_of_alpha(tiff, ifd, info)) dropped.add("kind of alpha");
    dropped.note_in(info);
}

void count_pages(const TiffBlock& tiff, FileInfo& info) {
    int pages = 0;
    const bool chain_is_whole = tiff.for_each_ifd([&](const Ifd&) { ++pages; });
    info.frames = std::max(pages, 1);
    if (pages > 1)
        info.refused.push_back(
            {Loss::pages, counted(static_cast<std::uint64_t>(pages) - 1, "more page")});
    if (!chain_is_whole)
        info.refused.push_back({Loss::truncated, "the TIFF's chain of pages is damaged"});
}

}  // namespace

bool is_tiff(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::big);
    for (const std::string_view signature : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv})
        if (file.holds(0, signature)) return true;
    return false;
}

FileInfo tiff_info(std::span<const std::byte> bytes) {
    const auto tiff = TiffBlock::open(bytes);
    if (!tiff) throw ImageError("the TIFF's header is damaged");
    const auto ifd = tiff->read(tiff->first_ifd());
    if (!ifd) throw ImageError("the TIFF's first directory lies outside the file");
    refuse_foreign_kinds(bytes, *tiff, *ifd);
    FileInfo info;
    info.format = Format::tiff;
    constexpr std::uint64_t largest_side = 0xffffffff;
    const std::uint64_t width = tiff->number(*ifd, tiff_tag::image_width, 0);
    const std::uint64_t height = tiff->number(*ifd, tiff_tag::image_length, 0);
    if (width == 0 || height == 0 || width > largest_side || height > largest_side)
        throw ImageError("the TIFF's first directory gives no possible size");
    info.size = {static_cast<std::int64_t>(width), static_cast<std::int64_t>(height)};
    describe_tiff_pixels(*tiff, *ifd, info);
    read_tiff_orientation(bytes).put_in(info);
    count_pages(*tiff, info);
    if (const std::string fault = fault_of_pieces(*tiff, *ifd); !fault.empty())
        info.refused.push_back({Loss::truncated, fault});
    else if (!holds_all_data(*tiff, *ifd))
        info.refused.push_back({Loss::truncated, "the TIFF ends before its last pixel"});
    note_metadata(*tiff, *ifd, info);
    return info;
}

}  // namespace turntile
