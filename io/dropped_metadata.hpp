// The metadata that a turned file will not have, as one note.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile {

/// Collects names, each once, in the order in which they are found.
class DroppedMetadata {
  public:
    void add(const std::string& name) {
        if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
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
