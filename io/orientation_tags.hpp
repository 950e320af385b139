// Every orientation tag of a file, and which of them counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "io/exif.hpp"
#include "turntile/codec.hpp"

namespace turntile {

/// Collects the tags of a file's blocks. EXIF counts before XMP, as in exiftool (browsers know only
/// EXIF); of several blocks of one kind the first that has the tag counts.
class OrientationTags {
  public:
    void add_exif(std::span<const std::byte> block, BlockKind kind = BlockKind::exif);
    void add_xmp(std::span<const std::byte> packet);

    /// The tag that counts, whatever its value.
    std::optional<std::uint64_t> value() const { return exif_ ? exif_ : xmp_; }
    bool has_exif_tag() const { return exif_.has_value(); }

    /// Puts what was found into `info`.
    void put_in(FileInfo& info) const;

  private:
    void add_all(const std::vector<std::uint64_t>& values);

    std::optional<std::uint64_t> exif_;
    std::optional<std::uint64_t> xmp_;
    bool any_turns_ = false;  ///< some reader could turn the picture by one of them
};

}  // namespace turntile
