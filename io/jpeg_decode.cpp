#include "io/jpeg_decode.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "io/jpeg_grid.hpp"
#include "io/jpeg_reader.hpp"
#include "io/picture_name.hpp"
#include "turntile/error.hpp"

namespace turntile::io {
namespace {

constexpr std::size_t most_components = std::tuple_size_v<decltype(Picture::planes)>;
constexpr std::size_t most_strip_rows = std::size_t{DCTSIZE} * MAX_SAMP_FACTOR;

void require_announced(const JpegReader& reader, const FileInfo& info) {
    const int components = reader.components();
    if (components != 1 && components != 3 && components != 4)
        throw ImageError("a JPEG with " + std::to_string(components) +
                         " components is not supported");
    if (reader.size() != info.size || components != info.channels || info.sample != Sample::u8)
        throw ImageError("the JPEG holds " + picture_name(reader.size(), components, Sample::u8) +
                         " where its headers announced " +
                         picture_name(info.size, info.channels, info.sample));
}

void start(JpegReader& reader) {
    reader.guard([&] { jpeg_start_decompress(&reader.codec()); });
    reader.require_all_scans();
}

/// All components interleaved at full resolution, as colours of `space`.
Picture read_interleaved(JpegReader& reader, J_COLOR_SPACE space, BufferSource& memory) {
    jpeg_decompress_struct& codec = reader.codec();
    const Size size = reader.size();
    Picture picture;
    picture.channels = reader.components();
    picture.planes[0] =
        memory.allocate(size.width, size.height, static_cast<std::size_t>(reader.components()));
    codec.out_color_space = space;
    start(reader);
    reader.guard([&] {
        while (codec.output_scanline < codec.output_height) {
            auto* row = reinterpret_cast<JSAMPROW>(picture.planes[0].row(codec.output_scanline));
            jpeg_read_scanlines(&codec, &row, 1);
        }
    });
    // All pixels are there; whether EOI follows does not matter.
    return picture;
}

Picture read_colours(JpegReader& reader, BufferSource& memory) {
    if (reader.components() == 4)
        throw ImageError("a CMYK JPEG can only become a JPEG: its colours are not converted");
    return read_interleaved(reader, reader.components() == 1 ? JCS_GRAYSCALE : JCS_EXT_BGR, memory);
}

/// A plane for a component. Its memory is whole blocks, which is what libjpeg writes.
ImageView allocate_plane(const jpeg_component_info& component, BufferSource& memory) {
    ImageView plane = memory.allocate(std::int64_t{component.width_in_blocks} * DCTSIZE,
                                      std::int64_t{component.height_in_blocks} * DCTSIZE, 1);
    plane.width = component.downsampled_width;
    plane.height = component.downsampled_height;
    return plane;
}

/// Points at the rows of `plane` that libjpeg writes next. It asks for rows beyond the last block
/// too, and leaves them alone.
void point_at_rows(const ImageView& plane, const jpeg_component_info& component, JDIMENSION strip,
                   JSAMPARRAY rows) {
    const int count = component.v_samp_factor * DCTSIZE;
    const std::int64_t last = std::int64_t{component.height_in_blocks} * DCTSIZE - 1;
    for (int i = 0; i < count; ++i)
        rows[i] =
            reinterpret_cast<JSAMPROW>(plane.row(std::min(std::int64_t{strip} * count + i, last)));
}

/// A plane for each component, as it is stored.
Picture read_planes(JpegReader& reader, BufferSource& memory) {
    jpeg_decompress_struct& codec = reader.codec();
    codec.raw_data_out = TRUE;
    start(reader);
    Picture picture;
    picture.channels = 1;
    picture.plane_count = reader.components();
    for (int i = 0; i < picture.plane_count; ++i)
        picture.planes[static_cast<std::size_t>(i)] = allocate_plane(codec.comp_info[i], memory);
    reader.guard([&] {
        std::array<std::array<JSAMPROW, most_strip_rows>, most_components> rows = {};
        std::array<JSAMPARRAY, most_components> components = {};
        const auto strip_rows = static_cast<JDIMENSION>(codec.max_v_samp_factor * DCTSIZE);
        while (codec.output_scanline < codec.output_height) {
            for (std::size_t i = 0; i < static_cast<std::size_t>(picture.plane_count); ++i) {
                components[i] = rows[i].data();
                point_at_rows(picture.planes[i], codec.comp_info[i],
                              codec.output_scanline / strip_rows, components[i]);
            }
            jpeg_read_raw_data(&codec, components.data(), strip_rows);
        }
    });
    return picture;
}

/// Whether a sample of some component stands for more than two pixels in a row or column. libjpeg
/// repeats such samples, and on another grid they would not come together again.
bool is_coarse(const JpegCoding& coding) {
    const Size most = largest_sampling(coding.components);
    return std::any_of(
        coding.components.begin(), coding.components.end(), [&](const CodedComponent& component) {
            return most.width > 2 * component.horizontal || most.height > 2 * component.vertical;
        });
}

/// Its own components. Those with fewer samples than pixels can be turned as they are where a
/// mirrored side ends with a whole sample; elsewhere they would shift against the others.
Picture read_components(JpegReader& reader, const DecodeOptions& options, BufferSource& memory) {
    const Size grid = jpeg_grid(reader.coding().components, 1);
    const bool has_whole_samples = fits_grid(reader.size(), grid, *options.components_for);
    Picture picture = has_whole_samples
                          ? read_planes(reader, memory)
                          : read_interleaved(reader, reader.codec().jpeg_color_space, memory);
    JpegCoding coding = reader.coding();
    if (!has_whole_samples && is_coarse(coding)) {
        for (CodedComponent& component : coding.components)
            component.horizontal = component.vertical = 1;
        picture.notes.emplace_back(
            "written at full resolution in all colours: its coarse samples "
            "do not fit its size turned");
    }
    picture.jpeg = std::make_shared<JpegCoding>(std::move(coding));
    return picture;
}

}  // namespace

Picture decode_jpeg(std::span<const std::byte> bytes, const FileInfo& info, BufferSource& memory,
                    const DecodeOptions& options) {
    JpegReader reader(bytes, options.allow_truncated);
    require_announced(reader, info);
    Picture picture = options.components_for ? read_components(reader, options, memory)
                                             : read_colours(reader, memory);
    for (std::string& note : reader.notes())
        picture.notes.push_back(std::move(note));
    return picture;
}

}  // namespace turntile::io
