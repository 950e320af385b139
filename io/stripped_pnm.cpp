#include "io/stripped_pnm.hpp"

#include "io/pnm_extent.hpp"

namespace turntile {

std::vector<std::byte> stripped_pnm(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::big);
    const PnmHeader header = read_pnm_header(reader, 0);
    std::vector<TextSpan> comments = header.comments;
    std::uint64_t end = end_of_pnm(reader, header, &comments);
    if (ends_there(reader, header, end)) end = file.size();
    std::vector<std::byte> result;
    std::uint64_t copied = 0;
    // The line break behind a comment stays: it may be all that parts two numbers.
    for (const TextSpan& comment : comments) {
        append(result, reader.slice(copied, comment.begin - copied));
        copied = comment.end;
    }
    append(result, reader.slice(copied, end - copied));
    return result;
}

}  // namespace turntile
