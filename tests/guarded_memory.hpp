// Memory whose surroundings may not be touched, not even to read.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include "tests/test_image.hpp"

namespace turntile::reference {

/// Pages of memory between two that may not be touched. Untouched pages cost nothing.
class GuardedMemory {
  public:
    explicit GuardedMemory(std::size_t size_bytes)
        : page_bytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
          inner_bytes_((size_bytes + page_bytes_ - 1) / page_bytes_ * page_bytes_),
          mapping_(mmap(nullptr, inner_bytes_ + 2 * page_bytes_, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        if (mapping_ == MAP_FAILED || mprotect(begin(), inner_bytes_, PROT_READ | PROT_WRITE) != 0)
            throw std::system_error(errno, std::generic_category(), "mapping guarded memory");
    }
    ~GuardedMemory() { munmap(mapping_, inner_bytes_ + 2 * page_bytes_); }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    std::byte* begin() const { return static_cast<std::byte*>(mapping_) + page_bytes_; }
    std::byte* end() const { return begin() + inner_bytes_; }

  private:
    std::size_t page_bytes_;
    std::size_t inner_bytes_;
    void* mapping_;
};

/// Where in guarded memory an image lies: its first pixel at the begin, or its last at the end.
enum class Against : std::uint8_t { begin, end };

/// A view of the size and layout of `image` in `memory`.
inline ImageView view_against(Against edge, const GuardedMemory& memory, const HostImage& image) {
    ImageView view = image.view();
    view.data =
        edge == Against::begin ? memory.begin() : memory.end() - image.view().extent_bytes();
    return view;
}

/// Copies the pixels of `from` to `to`, which has its size.
inline void copy_pixels(ConstImageView from, ImageView to) {
    for (std::int64_t y = 0; y < from.height; ++y)
        std::copy_n(from.row(y), from.row_bytes(), to.row(y));
}

/// Whether `a` and `b`, of one size, hold the same pixels.
inline bool equal_pixels(ConstImageView a, ConstImageView b) {
    for (std::int64_t y = 0; y < a.height; ++y)
        if (!std::equal(a.row(y), a.row(y) + a.row_bytes(), b.row(y))) return false;
    return true;
}

}  // namespace turntile::reference
