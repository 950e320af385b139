#include "io/bmp_extent.hpp"

#include <algorithm>

namespace turntile {
namespace {

/// How many bytes `bytes` are; none if they only fill a word up.
std::uint64_t told(std::span<const std::byte> bytes) {
    constexpr std::size_t word_bytes = 4;
    const bool are_zeros =
        std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
    return bytes.size() < word_bytes && are_zeros ? 0 : bytes.size();
}

}  // namespace

std::uint64_t end_of_bmp(const ByteReader& file, const BmpHeader& header) {
    const bool is_plain = header.compression == bi_rgb || header.compression == bi_bitfields;
    const std::uint64_t bytes =
        is_plain ? header.pixels_bytes() : file.u32(bmp_at::pixels_bytes).value_or(0);
    return bytes > 0 && file.has(header.pixels, bytes) ? header.pixels + bytes : file.size();
}

std::span<const std::byte> profile_behind(const ByteReader& file, const BmpHeader& header,
                                          std::uint64_t end) {
    const std::uint64_t offset = file.u32(bmp_at::profile).value_or(0) + bmp_file_header_bytes;
    if (!has_profile(file, header) || offset < end) return {};
    return file.slice(offset, file.u32(bmp_at::profile_bytes).value_or(0));
}

std::uint64_t bytes_behind_bmp(const ByteReader& file, const BmpHeader& header) {
    const std::uint64_t end = end_of_bmp(file, header);
    const auto behind = file.slice(end, file.size());
    const auto profile = profile_behind(file, header, end);
    const auto before = behind.first(
        profile.empty() ? 0 : static_cast<std::size_t>(profile.data() - behind.data()));
    return told(before) + told(behind.subspan(before.size() + profile.size()));
}

}  // namespace turntile
