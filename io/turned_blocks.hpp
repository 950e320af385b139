// What a turn of the picture makes false in an EXIF block or an XMP packet, set right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/exif.hpp"
#include "io/metadata_blocks.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// Each note once, in the order in which they come.
class Notes {
  public:
    void add(const std::string& note) {
        if (std::find(list_.begin(), list_.end(), note) == list_.end()) list_.push_back(note);
    }
    std::vector<std::string> take() { return std::move(list_); }

  private:
    std::vector<std::string> list_;
};

/// The picture that the blocks describe.
struct PictureTurn {
    Turn turn = Turn::none;
    Size source;  ///< its size before the turn, in pixels
};

/// `block` as it describes the picture after the turn. In EXIF, nothing moves: values are changed
/// where they stand. Orientation is 1 in IFD0 and IFD1; width and height and the two resolutions
/// change places if the axes do; SubjectArea and SubjectLocation turn. The thumbnail is turned, in
/// its slot if it fits there, else at the end of the block if that can hold it, else unlinked with
/// a note. In XMP the same properties change, and face regions turn; what
/// is no place of a subject, or cannot be exchanged, stays with a note.
std::vector<std::byte> turned_block(const MetadataBlock& block, const PictureTurn& picture,
                                    Notes& notes);

/// The part for EXIF, from the TIFF header on. In a TIFF file (`kind`) the sizes of IFD0 are the
/// picture's own and stay, and there is no thumbnail.
std::vector<std::byte> turned_exif(std::span<const std::byte> block, BlockKind kind,
                                   std::size_t largest_bytes, const PictureTurn& picture,
                                   Notes& notes);

/// The part for XMP.
std::vector<std::byte> turned_xmp(std::span<const std::byte> packet, std::size_t largest_bytes,
                                  const PictureTurn& picture, Notes& notes);

}  // namespace turntile
