#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "io/byte_reader.hpp"
#include "io/deflate.hpp"
#include "io/png_blocks.hpp"
#include "io/png_colours.hpp"
#include "io/png_metadata.hpp"

namespace turntile {
namespace {

/// Where a chunk must stand. PNG 3rd edition, 5.6.
enum class Place : std::uint8_t { before_palette, before_pixels, anywhere };

struct KnownChunk {
    std::string_view type;
    Place place = Place::anywhere;
    bool shows = false;            ///< says how the picture looks
    bool wants_same_kind = false;  ///< means something for this kind of pixel only
};

constexpr std::array known_chunks = {
    KnownChunk{"cHRM", Place::before_palette, true},
    KnownChunk{"gAMA", Place::before_palette, true},
    KnownChunk{"iCCP", Place::before_palette, true},
    KnownChunk{"sRGB", Place::before_palette, true},
    KnownChunk{"cICP", Place::before_palette, true},
    KnownChunk{"mDCV", Place::before_palette, true},
    KnownChunk{"cLLI", Place::before_palette, true},
    KnownChunk{"sBIT", Place::before_palette, true, true},
    KnownChunk{"bKGD", Place::before_pixels, true, true},
    KnownChunk{"hIST", Place::before_pixels, true, true},
    KnownChunk{"sPLT", Place::before_pixels, true},
    KnownChunk{"pHYs", Place::before_pixels, true},
    KnownChunk{"sCAL", Place::before_pixels, true},
    KnownChunk{"pCAL", Place::before_pixels, true},
    KnownChunk{"eXIf"},
    KnownChunk{"tIME"},
    KnownChunk{"tEXt"},
    KnownChunk{"zTXt"},
    KnownChunk{"iTXt"},
};

constexpr std::array coding_chunks = {"IHDR", "PLTE", "IDAT", "IEND",
                                      "tRNS", "acTL", "fcTL", "fdAT"};

const KnownChunk* find_known(std::string_view type) {
    const auto found = std::find_if(known_chunks.begin(), known_chunks.end(),
                                    [&](const KnownChunk& chunk) { return chunk.type == type; });
    return found == known_chunks.end() ? nullptr : &*found;
}

bool is_coding(std::string_view type) {
    return std::find(coding_chunks.begin(), coding_chunks.end(), type) != coding_chunks.end();
}

/// A small fourth letter says that the chunk may be copied by whoever does not know it.
bool is_safe_to_copy(std::string_view type) {
    return (static_cast<unsigned char>(type[3]) & 0x20U) != 0;
}

bool is_kept(std::string_view type, Kept kept) {
    if (is_coding(type)) return false;
    const KnownChunk* known = find_known(type);
    if (kept == Kept::colours) return known != nullptr && known->shows;
    return known != nullptr || is_safe_to_copy(type);
}

/// How pixels are stored: depth, colour type, palette.
struct PixelKind {
    std::span<const std::byte> depth_and_colour;
    std::span<const std::byte> palette;

    bool operator==(const PixelKind& other) const {
        return std::ranges::equal(depth_and_colour, other.depth_and_colour) &&
               std::ranges::equal(palette, other.palette);
    }
};

PixelKind kind_of(std::span<const std::byte> file) {
    PixelKind kind;
    PngWalker walker(file);
    while (const auto chunk = walker.next()) {
        if (chunk->type == "IHDR" && chunk->data.size() >= 10)
            kind.depth_and_colour = chunk->data.subspan(8, 2);
        if (chunk->type == "IDAT") break;
    }
    if (const auto palette = png_colours(file).palette) kind.palette = palette->data;
    return kind;
}

/// "unit, x, y" of pHYs, the two numbers exchanged.
std::vector<std::byte> with_axes_exchanged(std::span<const std::byte> density) {
    std::vector<std::byte> data(density.begin(), density.end());
    if (data.size() == 9) std::swap_ranges(data.begin(), data.begin() + 4, data.begin() + 4);
    return data;
}

/// sCAL: the unit, then two numbers as text with a 0 between them.
std::vector<std::byte> with_scale_exchanged(std::span<const std::byte> scale) {
    std::vector<std::byte> data(scale.begin(), scale.end());
    const auto zero = std::find(scale.begin(), scale.end(), std::byte{0});
    if (scale.empty() || zero == scale.end() || zero == scale.begin()) return data;
    data.assign(1, scale.front());
    data.insert(data.end(), zero + 1, scale.end());
    data.push_back(std::byte{0});
    data.insert(data.end(), scale.begin() + 1, zero);
    return data;
}

/// The chunks of a source, finished for the new file, by where they stand.
struct CarriedChunks {
    std::vector<std::byte> before_palette;
    std::vector<std::byte> before_pixels;
    std::vector<std::byte> behind_pixels;
};

class PngCarrier {
  public:
    PngCarrier(std::span<const std::byte> source, const PictureTurn& picture, Kept kept,
               bool same_kind, Notes& notes)
        : source_(source), picture_(picture), kept_(kept), same_kind_(same_kind), notes_(notes) {}

    CarriedChunks carry() {
        PngWalker walker(source_);
        while (const auto chunk = walker.next()) {
            if (chunk->type == "PLTE") palette_passed_ = true;
            if (chunk->type == "IDAT") pixels_passed_ = true;
            if (!is_kept(chunk->type, kept_)) continue;
            if (!has_right_crc(*chunk, source_))
                notes_.add("the checksum of the " + std::string(chunk->type) +
                           " chunk is wrong: it was kept all the same");
            const KnownChunk* known = find_known(chunk->type);
            if (known != nullptr && known->wants_same_kind && !same_kind_)
                notes_.add("not kept: the " + std::string(chunk->type) +
                           " chunk, which speaks of another kind of pixel");
            else
                append_carried(place_for(known), *chunk);
        }
        return std::move(carried_);
    }

  private:
    std::vector<std::byte>& place_for(const KnownChunk* known) {
        const Place place = known == nullptr ? Place::anywhere : known->place;
        if (place == Place::before_palette) return carried_.before_palette;
        if (place == Place::before_pixels) return carried_.before_pixels;
        if (pixels_passed_) return carried_.behind_pixels;
        return palette_passed_ ? carried_.before_pixels : carried_.before_palette;
    }

    void append_carried(std::vector<std::byte>& to, const PngChunk& chunk) {
        const bool swaps = swaps_axes(picture_.turn) && has_right_crc(chunk, source_);
        if (chunk.type == "pHYs" && swaps)
            append_png_chunk(to, chunk.type, with_axes_exchanged(chunk.data));
        else if (chunk.type == "sCAL" && swaps)
            append_png_chunk(to, chunk.type, with_scale_exchanged(chunk.data));
        else if (const auto found = read_png_block(chunk))
            append_turned(to, chunk, *found);
        else
            append(to, chunk.bytes(source_));
    }

    void append_turned(std::vector<std::byte>& to, const PngChunk& chunk, const PngBlock& found) {
        const std::vector<std::byte> block = turned_block(found.block(), picture_, notes_);
        if (std::ranges::equal(block, found.block().bytes))
            append(to, chunk.bytes(source_));
        else
            append_png_chunk(to, chunk.type, png_data_with_block(chunk, found, block));
    }

    std::span<const std::byte> source_;
    const PictureTurn& picture_;
    Kept kept_;
    bool same_kind_;
    Notes& notes_;
    CarriedChunks carried_;
    bool palette_passed_ = false;
    bool pixels_passed_ = false;
};

/// Writes the coding of `encoded`, and each part of `carried` where it belongs.
std::vector<std::byte> merged(std::span<const std::byte> encoded, CarriedChunks carried) {
    std::vector<std::byte> result;
    append(result, encoded.first(png_signature.size()));
    const auto append_once = [&](std::vector<std::byte>& part) {
        append(result, part);
        part.clear();
    };
    PngWalker walker(encoded);
    while (const auto chunk = walker.next()) {
        if (!is_coding(chunk->type)) continue;
        if (chunk->type == "IDAT") append_once(carried.before_pixels);
        if (chunk->type == "IEND") append_once(carried.behind_pixels);
        append(result, chunk->bytes(encoded));
        if (chunk->type == "IHDR") append_once(carried.before_palette);
    }
    return result;
}

}  // namespace

bool survives_turn(const PngChunk& chunk) {
    return is_coding(chunk.type) || is_kept(chunk.type, Kept::all);
}

std::vector<std::byte> carry_png(std::span<const std::byte> source,
                                 std::span<const std::byte> encoded, const PictureTurn& picture,
                                 Kept kept, Notes& notes) {
    const bool same_kind = kind_of(source) == kind_of(encoded);
    return merged(encoded, PngCarrier(source, picture, kept, same_kind, notes).carry());
}

std::vector<std::byte> stripped_png(std::span<const std::byte> file) {
    std::vector<std::byte> result;
    append(result, file.first(png_signature.size()));
    PngWalker walker(file);
    while (const auto chunk = walker.next())
        if (is_coding(chunk->type) || is_kept(chunk->type, Kept::colours))
            append(result, chunk->bytes(file));
    return result;
}

std::vector<std::byte> png_with(std::span<const std::byte> file,
                                const DescribedPicture& described) {
    const auto with_head = [](std::string_view head, std::span<const std::byte> rest) {
        const auto bytes = std::as_bytes(std::span(head));
        std::vector<std::byte> data(bytes.begin(), bytes.end());
        append(data, rest);
        return data;
    };
    // A name, a 0 and the compression method; a keyword, a 0, and no compression, language or
    // translation.
    constexpr std::string_view profile_head("ICC profile\0\0", 13);
    constexpr std::string_view xmp_head("XML:com.adobe.xmp\0\0\0\0\0", 22);
    CarriedChunks chunks;
    if (!described.icc.empty())
        append_png_chunk(chunks.before_palette, "iCCP",
                         with_head(profile_head, deflated(described.icc)));
    if (!described.exif.empty()) append_png_chunk(chunks.before_pixels, "eXIf", described.exif);
    if (!described.xmp.empty())
        append_png_chunk(chunks.before_pixels, "iTXt", with_head(xmp_head, described.xmp));
    return merged(file, std::move(chunks));
}

}  // namespace turntile
