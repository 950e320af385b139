#include "io/foreign.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "io/byte_reader.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using namespace std::string_view_literals;

struct Signature {
    std::uint64_t offset;
    std::string_view text;
    const char* kind;
};

constexpr std::array raw_kinds = {
    Signature{4, "ftypcrx "sv, "CR3"},
    Signature{6, "HEAPCCDR"sv, "CRW"},
    Signature{0, "FUJIFILMCCD-RAW"sv, "RAF"},
    Signature{0, "IIRO"sv, "ORF"},
    Signature{0, "IIRS"sv, "ORF"},
    Signature{0, "MMOR"sv, "ORF"},
    Signature{0, "IIU\0"sv, "RW2"},
    Signature{0, "FOVb"sv, "X3F"},
    Signature{0, "\0MRM"sv, "MRW"},
};

// The first that matches counts: the ISO brands stand before the ISO container as such.
constexpr std::array other_kinds = {
    Signature{0, "GIF87a"sv, "GIF"},
    Signature{0, "GIF89a"sv, "GIF"},
    Signature{4, "ftypavif"sv, "AVIF"},
    Signature{4, "ftypavis"sv, "AVIF"},
    Signature{4, "ftyphei"sv, "HEIC"},
    Signature{4, "ftyphev"sv, "HEIC"},
    Signature{4, "ftypmif1"sv, "HEIF"},
    Signature{4, "ftypmsf1"sv, "HEIF"},
    Signature{4, "ftyp"sv, "video or audio (MP4)"},
    Signature{0, "\0\0\0\x0cJXL \r\n\x87\n"sv, "JPEG XL"},
    Signature{0, "\xff\x0a"sv, "JPEG XL"},
    Signature{0, "\0\0\0\x0cjP  \r\n\x87\n"sv, "JPEG 2000"},
    Signature{0, "\xff\x4f\xff\x51"sv, "JPEG 2000"},
    Signature{0, "II\xbc"sv, "JPEG XR"},
    Signature{0, "\x76\x2f\x31\x01"sv, "OpenEXR"},
    Signature{0, "#?RADIANCE"sv, "Radiance HDR"},
    Signature{0, "#?RGBE"sv, "Radiance HDR"},
    Signature{0, "8BPS"sv, "PSD"},
    Signature{0, "\0\0\1\0"sv, "ICO"},
    Signature{0, "\0\0\2\0"sv, "CUR"},
    Signature{0, "%PDF-"sv, "PDF"},
    Signature{0, "%!PS"sv, "PostScript"},
    Signature{0, "qoif"sv, "QOI"},
    Signature{0, "DDS "sv, "DDS"},
    Signature{0, "SIMPLE  ="sv, "FITS"},
    Signature{0, "AT&TFORM"sv, "DjVu"},
    Signature{0, "gimp xcf"sv, "XCF"},
};

constexpr std::uint64_t text_sample_bytes = 1024;

template <std::size_t N>
const char* find_kind(const ByteReader& file, const std::array<Signature, N>& kinds) {
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Signature& signature) {
        return file.holds(signature.offset, signature.text);
    });
    return found == kinds.end() ? nullptr : found->kind;
}

bool is_text_byte(std::byte value) {
    const auto code = std::to_integer<unsigned char>(value);
    // 8 to 13: backspace, tab, the line breaks; 27: terminal colours; from 128: UTF-8 or Latin.
    return (code >= 8 && code <= 13) || code == 27 || (code >= 32 && code != 127);
}

}  // namespace

void refuse_foreign(std::span<const std::byte> file) {
    const ByteReader reader(file, ByteOrder::big);
    if (const char* kind = find_kind(reader, raw_kinds))
        throw ForeignImage(std::string("a camera RAW file (") + kind + ") is never decoded");
    if (const char* kind = find_kind(reader, other_kinds))
        throw ImageError(std::string(kind) + " is not supported");
    const auto sample = reader.slice(0, text_sample_bytes);
    if (std::all_of(sample.begin(), sample.end(), is_text_byte)) {
        if (ByteReader(sample, ByteOrder::big).contains("<svg"))
            throw ImageError("SVG is not supported");
        throw ImageError("not an image (text)");
    }
    throw ImageError("not an image of a supported kind (JPEG, PNG, TIFF, BMP, WebP, PNM)");
}

}  // namespace turntile
