#include "io/stripped_bmp.hpp"

#include "io/bmp_header.hpp"

namespace turntile {
namespace {

// Offsets in bytes from the file's start.
constexpr std::uint64_t file_bytes_at = 2;
constexpr std::uint64_t pixels_bytes_at = 34;
constexpr std::uint64_t colour_space_at = 70;
constexpr std::uint64_t profile_at = 126;
constexpr std::uint64_t profile_bytes_at = 130;
constexpr std::uint32_t v5_header_bytes = 124;

/// One past the pixels; the file's end if the header does not tell.
std::uint64_t end_of_pixels(const ByteReader& file, const BmpHeader& header) {
    const bool is_plain = header.compression == bi_rgb || header.compression == bi_bitfields;
    const std::uint64_t bytes =
        is_plain ? header.pixels_bytes() : file.u32(pixels_bytes_at).value_or(0);
    return bytes > 0 && file.has(header.pixels, bytes) ? header.pixels + bytes : file.size();
}

/// The profile, or the name of its file, if it stands behind the pixels, which end at `end`.
std::span<const std::byte> profile_behind(const ByteReader& file, const BmpHeader& header,
                                          std::uint64_t end) {
    const bool has_one =
        header.header_bytes >= v5_header_bytes &&
        (file.holds(colour_space_at, "DEBM") || file.holds(colour_space_at, "KNIL"));
    const std::uint64_t offset = file.u32(profile_at).value_or(0) + bmp_file_header_bytes;
    if (!has_one || offset < end) return {};
    return file.slice(offset, file.u32(profile_bytes_at).value_or(0));
}

}  // namespace

std::vector<std::byte> stripped_bmp(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::little);
    const BmpHeader header = read_bmp_header(reader);
    const std::uint64_t end = end_of_pixels(reader, header);
    const auto profile = profile_behind(reader, header, end);
    const auto kept = reader.slice(0, end);
    std::vector<std::byte> result(kept.begin(), kept.end());
    append(result, profile);
    if (result.size() == file.size()) return {file.begin(), file.end()};
    store(result, file_bytes_at, 4, ByteOrder::little, result.size());
    // It counts from the header.
    if (!profile.empty())
        store(result, profile_at, 4, ByteOrder::little, end - bmp_file_header_bytes);
    return result;
}

}  // namespace turntile
