#include "io/file_stamp.hpp"

namespace turntile::io {
namespace {

constexpr std::int64_t ns_per_s = 1'000'000'000;

std::int64_t ns_of(const timespec& time) {
    return std::int64_t{time.tv_sec} * ns_per_s + time.tv_nsec;
}

}  // namespace

FileStamp stamp_of(const struct stat& status) {
    return {.device = status.st_dev,
            .inode = status.st_ino,
            .size_bytes = status.st_size,
            .modified_ns = ns_of(status.st_mtim),
            .changed_ns = ns_of(status.st_ctim),
            .accessed_ns = ns_of(status.st_atim)};
}

timespec time_of(std::int64_t nanoseconds) {
    std::int64_t seconds = nanoseconds / ns_per_s;
    std::int64_t rest = nanoseconds % ns_per_s;
    if (rest < 0) {  // before 1970
        rest += ns_per_s;
        --seconds;
    }
    return {.tv_sec = seconds, .tv_nsec = rest};
}

}  // namespace turntile::io
