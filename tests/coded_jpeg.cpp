#include "coded_jpeg.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <jpeglib.h>

namespace turntile::tests {
namespace {

void set_coding(jpeg_compress_struct& codec, const JpegRecipe& coding,
                std::array<jpeg_scan_info, 3>& scans) {
    if (coding.stored_as_rgb) jpeg_set_colorspace(&codec, JCS_RGB);
    if (coding.stored_as_ycck) jpeg_set_colorspace(&codec, JCS_YCCK);
    if (coding.adobe_only) {
        codec.write_JFIF_header = FALSE;
        codec.write_Adobe_marker = TRUE;
    }
    codec.arith_code = coding.arithmetic ? TRUE : FALSE;
    codec.restart_interval = coding.restart_interval;
    for (int i = 0; i < codec.num_components; ++i) {
        const bool is_full = i % 3 == 0 && coding.components > 1;
        codec.comp_info[i].h_samp_factor = is_full ? coding.luma_across : 1;
        codec.comp_info[i].v_samp_factor = is_full ? coding.luma_down : 1;
    }
    if (coding.progressive) jpeg_simple_progression(&codec);
    if (!coding.one_scan_each) return;
    for (int component = 0; component < 3; ++component)
        scans[static_cast<std::size_t>(component)] = {1, {component}, 0, 63, 0, 0};
    codec.scan_info = scans.data();
    codec.num_scans = 3;
}

/// A sample of colours that rise and fall slowly, each its own way.
unsigned char smooth_sample(std::size_t x, std::size_t y, std::size_t component) {
    const auto phase =
        static_cast<double>(3 * x + (2 + component) * y + 20 * component * component);
    return static_cast<unsigned char>(128 + 110 * std::sin(phase / 40));
}

void write_smooth_rows(jpeg_compress_struct& codec) {
    const auto components = static_cast<std::size_t>(codec.input_components);
    std::vector<unsigned char> row(codec.image_width * components);
    while (codec.next_scanline < codec.image_height) {
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = smooth_sample(i / components, codec.next_scanline, i % components);
        auto* start = row.data();
        jpeg_write_scanlines(&codec, &start, 1);
    }
}

void write_rows(jpeg_compress_struct& codec) {
    std::mt19937 random(7);
    std::vector<unsigned char> row(codec.image_width *
                                   static_cast<std::size_t>(codec.input_components));
    while (codec.next_scanline < codec.image_height) {
        for (std::size_t x = 0; x < row.size(); ++x)
            row[x] = static_cast<unsigned char>(2 * x + 3 * codec.next_scanline + random() % 40);
        auto* start = row.data();
        jpeg_write_scanlines(&codec, &start, 1);
    }
}

}  // namespace

std::vector<JpegRecipe> jpeg_codings() {
    return {
        {.label = "Sampling420"},
        {.label = "Sampling422", .luma_down = 1},
        {.label = "Sampling440", .luma_across = 1},
        {.label = "Sampling444", .luma_across = 1, .luma_down = 1},
        {.label = "Grey", .components = 1},
        {.label = "Progressive420", .progressive = true},
        {.label = "Progressive444", .luma_across = 1, .luma_down = 1, .progressive = true},
        {.label = "ProgressiveGrey", .components = 1, .progressive = true},
        {.label = "Restarts", .restart_interval = 2},
        {.label = "ProgressiveRestarts", .progressive = true, .restart_interval = 2},
        {.label = "OneScanEach", .one_scan_each = true},
        {.label = "StoredAsRgb", .luma_across = 1, .luma_down = 1, .stored_as_rgb = true},
        {.label = "AdobeOnly", .adobe_only = true},
        {.label = "Arithmetic", .arithmetic = true},
        {.label = "ArithmeticProgressive", .progressive = true, .arithmetic = true},
    };
}

std::vector<JpegRecipe> four_component_jpegs() {
    return {
        {.label = "Cmyk", .components = 4, .luma_across = 1, .luma_down = 1},
        {.label = "Ycck",
         .components = 4,
         .luma_across = 1,
         .luma_down = 1,
         .stored_as_ycck = true},
        {.label = "Ycck420", .components = 4, .stored_as_ycck = true},
        {.label = "Ycck422Progressive",
         .components = 4,
         .luma_down = 1,
         .progressive = true,
         .stored_as_ycck = true},
    };
}

std::vector<JpegRecipe> rare_samplings() {
    return {
        {.label = "Sampling411", .luma_across = 4, .luma_down = 1},
        {.label = "Sampling441", .luma_across = 1, .luma_down = 4},
        {.label = "Sampling410", .luma_across = 4, .luma_down = 2},
        {.label = "Sampling2x4", .luma_across = 2, .luma_down = 4},
        {.label = "Sampling3x1", .luma_across = 3, .luma_down = 1},
        {.label = "Sampling1x3", .luma_across = 1, .luma_down = 3},
    };
}

std::vector<std::byte> make_jpeg(Size size, const JpegRecipe& coding) {
    jpeg_compress_struct codec = {};
    jpeg_error_mgr errors = {};
    codec.err = jpeg_std_error(&errors);
    jpeg_create_compress(&codec);
    unsigned char* memory = nullptr;
    unsigned long memory_bytes = 0;
    jpeg_mem_dest(&codec, &memory, &memory_bytes);
    codec.image_width = static_cast<JDIMENSION>(size.width);
    codec.image_height = static_cast<JDIMENSION>(size.height);
    codec.input_components = coding.components;
    codec.in_color_space = coding.components == 1   ? JCS_GRAYSCALE
                           : coding.components == 3 ? JCS_RGB
                                                    : JCS_CMYK;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, coding.quality, TRUE);
    std::array<jpeg_scan_info, 3> scans = {};
    set_coding(codec, coding, scans);
    jpeg_start_compress(&codec, TRUE);
    coding.smooth ? write_smooth_rows(codec) : write_rows(codec);
    jpeg_finish_compress(&codec);
    const auto* bytes = reinterpret_cast<const std::byte*>(memory);
    std::vector<std::byte> file(bytes, bytes + memory_bytes);
    jpeg_destroy_compress(&codec);
    std::free(memory);
    return file;
}

std::vector<std::byte> with_steps(std::span<const std::byte> file, const StepChange& change) {
    std::vector<std::byte> result;
    for (std::size_t at = 0; at < file.size();) {
        const bool is_table = at + 69 <= file.size() && file[at] == std::byte{0xFF} &&
                              file[at + 1] == std::byte{0xDB};
        if (!is_table) {
            result.push_back(file[at++]);
            continue;
        }
        for (const int value : {0xFF, 0xDB, 0, 3 + 128})
            result.push_back(static_cast<std::byte>(value));
        result.push_back(file[at + 4] | std::byte{0x10});
        for (std::size_t i = 0; i < 64; ++i) {
            const bool changes = i >= change.first && i < change.first + change.count;
            const int step = changes ? change.step : std::to_integer<int>(file[at + 5 + i]);
            result.push_back(static_cast<std::byte>(step >> 8));
            result.push_back(static_cast<std::byte>(step));
        }
        at += 69;
    }
    return result;
}

}  // namespace turntile::tests
