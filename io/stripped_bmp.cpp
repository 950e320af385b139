#include "io/stripped_bmp.hpp"

#include "io/bmp_extent.hpp"

namespace turntile {

std::vector<std::byte> stripped_bmp(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::little);
    const BmpHeader header = read_bmp_header(reader);
    const std::uint64_t end = end_of_bmp(reader, header);
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
