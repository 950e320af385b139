#include "tests/jpeg_coefficients.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include <jpeglib.h>

namespace turntile::tests {
namespace {

[[noreturn]] void throw_error(j_common_ptr codec) {
    char words[JMSG_LENGTH_MAX];
    codec->err->format_message(codec, words);
    throw std::runtime_error(words);
}

CodedPlane read_plane(jpeg_decompress_struct& codec, int index, jvirt_barray_ptr array) {
    const jpeg_component_info& info = codec.comp_info[index];
    CodedPlane plane;
    plane.id = info.component_id;
    plane.sampling = {info.h_samp_factor, info.v_samp_factor};
    plane.blocks = {info.width_in_blocks, info.height_in_blocks};
    std::copy_n(info.quant_table->quantval, 64, plane.steps.begin());
    for (JDIMENSION y = 0; y < info.height_in_blocks; ++y) {
        const JBLOCKROW row = codec.mem->access_virt_barray(reinterpret_cast<j_common_ptr>(&codec),
                                                            array, y, 1, FALSE)[0];
        plane.coefficients.insert(plane.coefficients.end(), row[0], row[info.width_in_blocks]);
    }
    return plane;
}

}  // namespace

CodedPicture read_coded(std::span<const std::byte> file) {
    jpeg_decompress_struct codec = {};
    jpeg_error_mgr errors = {};
    codec.err = jpeg_std_error(&errors);
    errors.error_exit = throw_error;
    jpeg_create_decompress(&codec);
    jpeg_mem_src(&codec, reinterpret_cast<const unsigned char*>(file.data()), file.size());
    jpeg_read_header(&codec, TRUE);
    jvirt_barray_ptr* const arrays = jpeg_read_coefficients(&codec);
    CodedPicture picture;
    picture.size = {codec.image_width, codec.image_height};
    picture.colour_space = codec.jpeg_color_space;
    for (int i = 0; i < codec.num_components; ++i)
        picture.planes.push_back(read_plane(codec, i, arrays[i]));
    picture.progressive = codec.progressive_mode != FALSE;
    picture.arithmetic = codec.arith_code != FALSE;
    picture.has_jfif = codec.saw_JFIF_marker != FALSE;
    picture.has_adobe = codec.saw_Adobe_marker != FALSE;
    picture.adobe_transform = codec.Adobe_transform;
    picture.restart_interval = codec.restart_interval;
    jpeg_destroy_decompress(&codec);
    return picture;
}

void expect_turned_coding(const CodedPicture& before, const CodedPicture& after, Turn turn) {
    EXPECT_EQ(after.size, turned(before.size, turn));
    EXPECT_EQ(after.colour_space, before.colour_space);
    EXPECT_EQ(after.progressive, before.progressive);
    EXPECT_EQ(after.arithmetic, before.arithmetic);
    EXPECT_EQ(after.has_jfif, before.has_jfif);
    EXPECT_EQ(after.has_adobe, before.has_adobe);
    EXPECT_EQ(after.adobe_transform, before.adobe_transform);
    EXPECT_EQ(after.restart_interval != 0, before.restart_interval != 0);
    ASSERT_EQ(after.planes.size(), before.planes.size());
    for (std::size_t i = 0; i < before.planes.size(); ++i) {
        EXPECT_EQ(after.planes[i].id, before.planes[i].id);
        for (std::size_t at = 0; at < 64; ++at)
            EXPECT_EQ(after.planes[i].steps[at],
                      before.planes[i].steps[swaps_axes(turn) ? at % 8 * 8 + at / 8 : at]);
    }
}

}  // namespace turntile::tests
