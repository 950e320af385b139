#include "io/stripped_bmp.hpp"

#include "io/bmp_header.hpp"

namespace turntile {
namespace {

/// One past the pixels; the file's end if the header does not tell.
std::uint64_t end_of_pixels(const ByteReader& file, const BmpHeader& header) {
    const bool is_plain = header.compression == bi_rgb || header.compression == bi_bitfields;
    const std::uint64_t bytes =
        is_plain ? header.pixels_bytes() : file.u32(bmp_at::pixels_bytes).value_or(0);
    return bytes > 0 && file.has(header.pixels, bytes) ? header.pixels + bytes : file.size();
}

/// The profile, or the name of its file, if it stands behind the pixels, which end at `end`.
std::span<const std::byte> profile_behind(const ByteReader& file, const BmpHeader& header,
                                          std::uint64_t end) {
    const std::uint64_t offset = file.u32(bmp_at::profile).value_or(0) + bmp_file_header_bytes;
    if (!has_profile(file, header) || offset < end) return {};
    return file.slice(offset, file.u32(bmp_at::profile_bytes).value_or(0));
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
    store(result, bmp_at::file_bytes, 4, ByteOrder::little, result.size());
    // It counts from the header.
    if (!profile.empty())
        store(result, bmp_at::profile, 4, ByteOrder::little, end - bmp_file_header_bytes);
    return result;
}

}  // namespace turntile
