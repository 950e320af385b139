// Which state of which file: to tell whether it is still the one that was read.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>

namespace turntile::io {

/// A file and its state. Two stamps are equal if the file between them was neither replaced nor
/// written nor given other attributes; when it was last read does not count.
struct FileStamp {
    dev_t device = 0;
    ino_t inode = 0;
    std::int64_t size_bytes = 0;
    std::int64_t modified_ns = 0;  ///< since 1970
    std::int64_t changed_ns = 0;   ///< since 1970
    std::int64_t accessed_ns = 0;  ///< since 1970

    friend bool operator==(const FileStamp& a, const FileStamp& b) {
        return a.device == b.device && a.inode == b.inode && a.size_bytes == b.size_bytes &&
               a.modified_ns == b.modified_ns && a.changed_ns == b.changed_ns;
    }
};

FileStamp stamp_of(const struct stat& status);

/// `nanoseconds` since 1970 as the system takes them.
timespec time_of(std::int64_t nanoseconds);

}  // namespace turntile::io
