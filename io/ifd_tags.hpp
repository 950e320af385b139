// The tags of a TIFF directory, taken out of one block and written into another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/ifd.hpp"

namespace turntile {

/// One tag with its values. Of a pointer to a directory (EXIF, GPS, interoperability) `directory`
/// holds the tags, and `value` nothing.
struct IfdTag {
    std::uint16_t tag = 0;
    std::uint16_t type = 0;
    std::uint64_t count = 0;
    std::vector<std::byte> value = {};
    std::vector<IfdTag> directory = {};
    bool is_pointer = false;
};

using IfdTags = std::vector<IfdTag>;

/// Copies the tags of `ifd`, and those of the directories of EXIF, GPS and interoperability that
/// they point at, with values in byte order `order`. Tags whose values lie outside the block, and
/// pointers to other directories, are left out.
/// @throws ImageError if the values are together larger than the block: they overlap
IfdTags read_tags(const TiffBlock& block, const Ifd& ifd, ByteOrder order);

/// How a block is written.
struct IfdForm {
    ByteOrder order = ByteOrder::big;
    bool is_big = false;  ///< BigTIFF
};

/// Appends a directory of `tags` and its values to `block`, and returns its offset.
/// @throws ImageError if that is beyond what offsets reach
std::uint64_t append_ifd(std::vector<std::byte>& block, const IfdForm& form, IfdTags tags,
                         std::uint64_t next);

/// The tag, or null.
IfdTag* find_tag(IfdTags& tags, std::uint16_t tag);

}  // namespace turntile
