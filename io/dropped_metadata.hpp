// The metadata that a turned file will not have, as one note.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/exif.hpp"
#include "turntile/codec.hpp"

namespace turntile {

/// Collects names, each once, in the order in which they are found.
class DroppedMetadata {
  public:
    void add(const std::string& name) {
        if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
    }

    /// An EXIF block. Its orientation is named where it would turn the picture: nobody applies it.
    void add_exif(std::span<const std::byte> block) {
        const auto value = orientation_value(block);
        const Turn turn = turn_of_orientation(value.value_or(1));
        add(turn == Turn::none ? "EXIF"
                               : "EXIF with orientation " + std::to_string(static_cast<int>(turn)) +
                                     " (not applied)");
    }

    /// Puts "EXIF, ICC profile" into `info.dropped`, if there is anything.
    void note_in(FileInfo& info) const {
        if (names_.empty()) return;
        std::string list;
        for (const std::string& name : names_)
            list += (list.empty() ? "" : ", ") + name;
        info.dropped.push_back({Loss::metadata, list});
    }

  private:
    std::vector<std::string> names_;
};

}  // namespace turntile
