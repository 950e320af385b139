// The tags of TIFF and EXIF: their numbers, which say how pixels are stored, and which are
// metadata.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "turntile/metadata.hpp"

namespace turntile {

namespace tiff_tag {

// TIFF 6.0, TIFF/EP, EXIF 2.32, GeoTIFF, DNG.
enum Id : std::uint16_t {
    image_width = 256,
    image_length = 257,
    bits_per_sample = 258,
    compression = 259,
    photometric = 262,
    strip_offsets = 273,
    orientation = 274,
    samples_per_pixel = 277,
    rows_per_strip = 278,
    strip_byte_counts = 279,
    x_resolution = 282,
    y_resolution = 283,
    planar_configuration = 284,
    predictor = 317,
    tile_width = 322,
    tile_length = 323,
    tile_offsets = 324,
    tile_byte_counts = 325,
    sub_ifds = 330,
    extra_samples = 338,
    sample_format = 339,
    thumbnail_offset = 513,
    thumbnail_bytes = 514,
    xmp = 700,
    image_depth = 32997,
    tile_depth = 32998,
    model_pixel_scale = 33550,
    iptc = 33723,
    model_tiepoint = 33922,
    model_transformation = 34264,
    photoshop = 34377,
    exif_pointer = 34665,
    icc_profile = 34675,
    geo_key_directory = 34735,
    gps_pointer = 34853,
    subject_area = 37396,
    photoshop_layers = 37724,
    pixel_x_dimension = 40962,
    pixel_y_dimension = 40963,
    interoperability_pointer = 40965,
    subject_location = 41492,
    dng_version = 50706,
};

}  // namespace tiff_tag

using TiffTag = tiff_tag::Id;

/// Whether the tag describes the picture, and not how its file stores it.
bool is_metadata_tag(std::uint16_t tag);

/// Whether a turned picture gets the tag from its source.
bool is_carried_tag(std::uint16_t tag, Kept kept);

/// Whether the tag says what the samples' values mean, so that it belongs to the same samples in
/// another file, and to no others. Gives its name in TIFF 6.0; nothing if it is none.
std::optional<std::string_view> sample_tag_name(std::uint16_t tag);

}  // namespace turntile
