#include "io/tiff_pixels.hpp"

#include <algorithm>
#include <string>

#include "io/tiff_tags.hpp"
#include "turntile/error.hpp"
#include "turntile/turn_check.hpp"

namespace turntile {
namespace {

enum Photometric : std::uint64_t {
    white_is_zero = 0,
    black_is_zero = 1,
    rgb = 2,
    palette = 3,
    cmyk = 5,
    ycbcr = 6,
    lab = 8,
    icc_lab = 9,
    itu_lab = 10,
    log_l = 32844,
    log_luv = 32845,
};

enum SampleFormat : std::uint64_t { unsigned_integer = 1, signed_integer = 2, floating = 3 };

constexpr std::uint64_t separate_planes = 2;
constexpr std::uint64_t associated_alpha = 1;
constexpr std::uint64_t unassociated_alpha = 2;
constexpr std::uint64_t no_predictor = 1;

struct Pixels {
    std::uint64_t bits = 1;
    std::uint64_t samples = 1;
    std::uint64_t photometric = black_is_zero;
    std::uint64_t format = unsigned_integer;
    std::uint64_t compression = 1;
    std::uint64_t extra_samples = 0;
    std::uint64_t first_extra = 0;
    bool is_planar = false;

    bool is_grey() const { return photometric == black_is_zero || photometric == white_is_zero; }
    std::uint64_t colours() const { return is_grey() || photometric == palette ? 1 : 3; }
};

[[noreturn]] void refuse(const std::string& kind) {
    throw ImageError("TIFF with " + kind + " is not supported");
}

/// The compression, where pixels so compressed come back as others; or null.
const char* picture_codec(std::uint64_t compression) {
    switch (compression) {
        case 6:
        case 7: return "JPEG";
        case 34887: return "LERC";
        case 50001: return "WebP";
        default: return nullptr;
    }
}

bool has_predictor(std::uint64_t compression) {
    switch (compression) {
        case 5:      // LZW
        case 8:      // Deflate
        case 32946:  // Deflate, its old number
        case 34925:  // LZMA
        case 50000:  // Zstandard
            return true;
        default: return false;
    }
}

/// Beside any other compression some readers (libtiff) pass over the tag and others obey it:
/// nobody can tell which pixels are meant.
void refuse_needless_predictor(const TiffBlock& tiff, const Ifd& ifd, const Pixels& pixels) {
    if (tiff.number(ifd, tiff_tag::predictor, no_predictor) != no_predictor &&
        !has_predictor(pixels.compression))
        refuse("a predictor beside a compression that has none");
}

/// SGI's tags: a volume, of which libtiff reads a slice, or slices one over the other.
void refuse_slices(const TiffBlock& tiff, const Ifd& ifd) {
    const std::uint64_t slices = tiff.number(ifd, tiff_tag::image_depth, 1);
    if (slices > 1) refuse(std::to_string(slices) + " slices");
    const std::uint64_t in_tile = tiff.number(ifd, tiff_tag::tile_depth, 1);
    if (in_tile > 1) refuse("tiles of " + std::to_string(in_tile) + " slices");
}

Pixels read_pixels(const TiffBlock& tiff, const Ifd& ifd) {
    Pixels pixels;
    const IfdEntry* kind = ifd.find(tiff_tag::photometric);
    const auto meaning = kind == nullptr ? std::nullopt : tiff.value(*kind);
    if (!meaning) throw ImageError("the TIFF does not say how its colours are meant");
    pixels.photometric = *meaning;
    pixels.samples = tiff.number(ifd, tiff_tag::samples_per_pixel, 1);
    pixels.bits = tiff.number(ifd, tiff_tag::bits_per_sample, 1);
    pixels.format = tiff.number(ifd, tiff_tag::sample_format, unsigned_integer);
    pixels.compression = tiff.number(ifd, tiff_tag::compression, 1);
    refuse_needless_predictor(tiff, ifd, pixels);
    pixels.is_planar = pixels.samples > 1 &&
                       tiff.number(ifd, tiff_tag::planar_configuration, 1) == separate_planes;
    const IfdEntry* extras = ifd.find(tiff_tag::extra_samples);
    pixels.extra_samples = extras == nullptr ? 0 : extras->count;
    pixels.first_extra = tiff.number(ifd, tiff_tag::extra_samples, 0);
    const IfdEntry* bits = ifd.find(tiff_tag::bits_per_sample);
    // One bit is what the tag's absence means, in pictures of black and white.
    if (bits == nullptr && pixels.samples > 1)
        throw ImageError("the TIFF does not say how many bits its samples have");
    for (std::uint64_t i = 1; bits != nullptr && i < std::min<std::uint64_t>(bits->count, 8); ++i)
        if (tiff.value(*bits, i) != pixels.bits) refuse("samples of different sizes");
    return pixels;
}

/// Whether libtiff gives the samples as they are stored, and writes such samples.
bool keeps_samples(const Pixels& pixels) {
    switch (pixels.compression) {
        case 1:      // none
        case 2:      // CCITT, modified Huffman
        case 3:      // CCITT group 3
        case 4:      // CCITT group 4
        case 5:      // LZW
        case 8:      // Deflate
        case 32766:  // NeXT
        case 32771:  // CCITT, word-aligned
        case 32773:  // PackBits
        case 32809:  // ThunderScan
        case 32946:  // Deflate, its old number
        case 34661:  // JBIG
        case 34925:  // LZMA
        case 50000:  // Zstandard
            break;
        default: return false;
    }
    return pixels.photometric != ycbcr && pixels.photometric != log_l &&
           pixels.photometric != log_luv;
}

/// Bytes of a pixel whose samples have whole bytes; 0 if no turn knows such pixels or samples.
std::size_t stored_pixel_bytes(const Pixels& pixels) {
    constexpr std::uint64_t most_planes = 4;
    const bool has_whole_bytes = pixels.bits % 8 == 0;
    if (!keeps_samples(pixels) || pixels.bits == 0 || pixels.samples == 0 || pixels.samples > 16 ||
        pixels.bits > (has_whole_bytes ? 128U : 31U))
        return 0;
    const auto sample_bytes = static_cast<std::size_t>((pixels.bits + 7) / 8);
    const std::size_t pixel_bytes = sample_bytes * static_cast<std::size_t>(pixels.samples);
    const bool fits_planes = pixels.samples <= most_planes && is_pixel_size(sample_bytes);
    return is_pixel_size(pixel_bytes) || fits_planes ? pixel_bytes : 0;
}

void check_colours(const Pixels& pixels) {
    switch (pixels.photometric) {
        case white_is_zero:
        case black_is_zero:
        case rgb:
        case palette:
        case ycbcr: break;
        case cmyk: refuse("CMYK colours");
        case lab:
        case icc_lab:
        case itu_lab: refuse("Lab colours");
        case log_l:
        case log_luv: refuse("LogLuv colours");
        default: refuse("colours of kind " + std::to_string(pixels.photometric));
    }
    if (pixels.samples < pixels.colours() || pixels.samples > pixels.colours() + 1)
        refuse(std::to_string(pixels.samples) + " samples a pixel");
}

void check_depth(const Pixels& pixels, FileInfo& info) {
    const std::string bits = std::to_string(pixels.bits) + "-bit ";
    if (pixels.format == signed_integer) refuse("signed samples");
    if (pixels.format == floating && pixels.bits != 32) refuse(bits + "floating-point samples");
    if (pixels.format != unsigned_integer && pixels.format != floating)
        refuse("samples of an unknown kind");
    switch (pixels.bits) {
        case 1:
            if (!pixels.is_grey() || pixels.samples != 1) refuse("1-bit colours");
            info.decode_notes.emplace_back("1-bit pixels become 8-bit");
            break;
        case 8: break;
        case 10:
        case 12:
        case 14:
            info.decode_refused.push_back({Loss::depth, bits + "samples become 16-bit"});
            [[fallthrough]];
        case 16: info.sample = Sample::u16; break;
        case 32:
            if (pixels.format != floating) refuse("32-bit whole numbers");
            info.sample = Sample::f32;
            break;
        default: refuse(bits + "samples");
    }
}

/// OpenCV has libtiff convert samples of up to 8 bits to RGBA, and reads larger ones as they are:
/// then what is not plain grey or RGB comes out wrong.
void check_raw_samples(const Pixels& pixels) {
    if (pixels.bits <= 8) return;
    const std::string depth = std::to_string(pixels.bits) + "-bit ";
    if (pixels.photometric == white_is_zero) refuse(depth + "samples and white as 0");
    if (pixels.photometric == palette) refuse("a " + depth + "palette");
    if (pixels.photometric == ycbcr) refuse(depth + "YCbCr colours");
    if (pixels.is_planar) refuse(depth + "samples in separate planes");
    if (pixels.is_grey() && pixels.samples != 1) refuse(depth + "grey and alpha");
}

/// Other formats know one kind of alpha, by which colours are not multiplied yet. To 8-bit ones
/// libtiff does it while they are read.
void note_alpha(const Pixels& pixels, FileInfo& info) {
    if (pixels.extra_samples == 0) return;
    const auto lose = [&](const char* what) { info.decode_refused.push_back({Loss::alpha, what}); };
    switch (pixels.first_extra) {
        case associated_alpha: lose("colours already multiplied by alpha"); break;
        case unassociated_alpha:
            if (pixels.bits == 8) lose("colours not yet multiplied by alpha");
            break;
        default: lose("a fourth channel of unknown meaning becomes alpha");
    }
}

void note_colours(const Pixels& pixels, FileInfo& info) {
    info.channels = pixels.is_grey() ? 1 : 3;
    if (pixels.photometric == palette) info.decode_notes.emplace_back("palette becomes RGB");
    if (pixels.photometric == ycbcr) info.decode_notes.emplace_back("YCbCr becomes RGB");
    if (pixels.photometric == white_is_zero)
        info.decode_notes.emplace_back("white as 0 becomes black as 0");
    if (const char* codec = picture_codec(pixels.compression); codec != nullptr)
        info.decode_notes.push_back(std::string(codec) + " in TIFF is written losslessly");
    if (pixels.samples == pixels.colours()) return;
    // One sample more than colours: alpha.
    if (pixels.photometric != rgb) {
        info.decode_refused.push_back({Loss::alpha, "the alpha channel"});
        return;
    }
    info.channels = 4;
    note_alpha(pixels, info);
}

/// What `decode` makes of the pixels.
void describe_decoding(const Pixels& pixels, FileInfo& info) {
    check_colours(pixels);
    check_depth(pixels, info);
    check_raw_samples(pixels);
    note_colours(pixels, info);
}

}  // namespace

void describe_tiff_pixels(const TiffBlock& tiff, const Ifd& ifd, FileInfo& info) {
    refuse_slices(tiff, ifd);
    const Pixels pixels = read_pixels(tiff, ifd);
    info.stored_pixel_bytes = stored_pixel_bytes(pixels);
    info.channels = static_cast<int>(pixels.samples);
    info.sample = pixels.bits <= 8 ? Sample::u8 : pixels.bits <= 16 ? Sample::u16 : Sample::f32;
    try {
        describe_decoding(pixels, info);
    } catch (const ImageError& error) {
        if (info.stored_pixel_bytes == 0) throw;
        info.why_not_decoded = error.what();
    }
}

}  // namespace turntile
