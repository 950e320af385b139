// Images for tests: memory with canaries around and between the rows, in every layout that a caller
// may bring, and the lists of pixel sizes, layouts and sizes that the turns are tried on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <ostream>
#include <span>
#include <string>

#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile {

// How GoogleTest prints them.
inline void PrintTo(Turn turn, std::ostream* out) {
    *out << name(turn);
}
inline void PrintTo(Method method, std::ostream* out) {
    *out << name(method);
}
inline void PrintTo(const Size& size, std::ostream* out) {
    *out << size.width << "x" << size.height;
}
inline void PrintTo(const Point& point, std::ostream* out) {
    *out << "(" << point.x << ", " << point.y << ")";
}
inline void PrintTo(const Box& box, std::ostream* out) {
    *out << box.width << "x" << box.height << " at (" << box.x << ", " << box.y << ")";
}

}  // namespace turntile

namespace turntile::reference {

/// How the rows of a test image lie in memory.
struct Layout {
    const char* name = "tight";
    std::size_t row_multiple_bytes = 1;  ///< a row is rounded up to a multiple of this,
    std::size_t extra_bytes = 0;         ///< and this much is added: the pitch
    std::size_t offset_bytes = 0;        ///< of the first pixel from an address aligned to 256

    constexpr std::size_t pitch_bytes(std::size_t row_bytes) const {
        return (row_bytes + row_multiple_bytes - 1) / row_multiple_bytes * row_multiple_bytes +
               extra_bytes;
    }
};

inline constexpr Layout tight = {"tight", 1, 0, 0};
inline constexpr Layout padded = {"padded", 256, 256, 0};
inline constexpr Layout odd = {"odd", 2, 3, 0};
inline constexpr Layout misaligned = {"misaligned", 2, 3, 1};

/// Every way in which rows and base addresses are aligned: to nothing, 2, 4, 8, 16 and 256 bytes.
inline constexpr std::array layouts = {
    tight,
    padded,
    odd,
    misaligned,
    Layout{"tight_from_2", 1, 0, 2},
    Layout{"pitch_4_from_4", 4, 4, 4},
    Layout{"pitch_8_from_8", 8, 8, 8},
    Layout{"pitch_16_from_3", 16, 16, 3},
};

/// Every pixel size that turns move, in bytes.
inline constexpr std::array<std::size_t, 8> pixel_sizes = {1, 2, 3, 4, 6, 8, 12, 16};

/// Small sizes on both sides of the edges of 32 and 64 pixel tiles, none of them square but 1x1.
inline constexpr std::array small_sizes = {
    Size{1, 1},   Size{3, 2},   Size{2, 3},     Size{1, 31},   Size{32, 1},
    Size{1, 129}, Size{127, 1}, Size{31, 32},   Size{33, 31},  Size{32, 64},
    Size{64, 32}, Size{63, 65}, Size{65, 33},   Size{127, 63}, Size{64, 128},
    Size{33, 97}, Size{129, 1}, Size{129, 127}, Size{16, 257},
};

/// Large enough to be shared among many threads or blocks. Run these in a few layouts only.
inline constexpr std::array large_sizes = {
    Size{1031, 769}, Size{1, 100'003}, Size{100'003, 1}, Size{70'001, 3}, Size{5, 70'001},
};

/// Owns a host image in some layout. All of its memory outside the pixels (before, behind, between
/// the rows) holds canaries.
class HostImage {
  public:
    /// An image whose pixels hold the poison byte.
    HostImage(Size size, std::size_t pixel_bytes, Layout layout = tight)
        : size_(size),
          pixel_bytes_(pixel_bytes),
          pitch_bytes_(layout.pitch_bytes(static_cast<std::size_t>(size.width) * pixel_bytes)),
          first_pixel_(guard_bytes + layout.offset_bytes),
          storage_bytes_(first_pixel_ + static_cast<std::size_t>(size.height) * pitch_bytes_ +
                         guard_bytes),
          storage_(static_cast<std::byte*>(::operator new(storage_bytes_, alignment))) {
        for (std::size_t i = 0; i < storage_bytes_; ++i)
            storage_[i] = canary(i);
        poison();
    }

    Size size() const { return size_; }
    std::size_t pixel_bytes() const { return pixel_bytes_; }
    ImageView view() const { return view_in(storage_.get()); }

    /// All the memory, canaries included: what is copied to a device and back.
    std::span<std::byte> storage() const { return {storage_.get(), storage_bytes_}; }

    /// The image's view in a copy of `storage()` at `copy`, in any memory.
    ImageView view_in(void* copy) const {
        return {.data = static_cast<std::byte*>(copy) + first_pixel_,
                .width = size_.width,
                .height = size_.height,
                .pixel_bytes = pixel_bytes_,
                .pitch_bytes = pitch_bytes_};
    }

    std::byte* pixel(Point at) const {
        return view().row(at.y) + static_cast<std::size_t>(at.x) * pixel_bytes_;
    }

    /// Fills the pixels with bytes that no turn should have left: `fill_random` makes none like it.
    void poison() {
        for (std::int64_t y = 0; y < size_.height; ++y)
            std::memset(view().row(y), static_cast<int>(poison_byte), view().row_bytes());
    }

    /// Fills the pixels with random bytes, the same for the same seed.
    void fill_random(std::uint64_t seed) {
        for (std::int64_t y = 0; y < size_.height; ++y)
            for (std::size_t i = 0; i < view().row_bytes(); ++i) {
                const std::byte value = random_byte(seed);
                view().row(y)[i] = value == poison_byte ? std::byte{0} : value;
            }
    }

    /// Offset in `storage()` of the first canary that was written over; `storage().size()` if none
    /// was.
    std::size_t first_broken_canary() const {
        const std::size_t row_bytes = view().row_bytes();
        const auto rows = static_cast<std::size_t>(size_.height);
        for (std::size_t i = 0; i < storage_bytes_; ++i) {
            const bool in_rows = i >= first_pixel_ && pitch_bytes_ > 0 &&
                                 (i - first_pixel_) / pitch_bytes_ < rows &&
                                 (i - first_pixel_) % pitch_bytes_ < row_bytes;
            if (!in_rows && storage_[i] != canary(i)) return i;
        }
        return storage_bytes_;
    }

  private:
    static constexpr std::size_t guard_bytes = 256;
    static constexpr std::align_val_t alignment{256};
    static constexpr std::byte poison_byte{0xDB};

    struct Freer {
        void operator()(std::byte* memory) const noexcept { ::operator delete(memory, alignment); }
    };

    // Differs from place to place, so that canaries copied from elsewhere are seen too.
    static constexpr std::byte canary(std::size_t offset) {
        return static_cast<std::byte>(0xA5U ^ (offset * 29U) ^ (offset >> 8U));
    }

    // One step of an xorshift64* generator.
    static std::byte random_byte(std::uint64_t& state) {
        if (state == 0) state = 0x9E3779B97F4A7C15U;
        state ^= state >> 12U;
        state ^= state << 25U;
        state ^= state >> 27U;
        return static_cast<std::byte>((state * 0x2545F4914F6CDD1DU) >> 56U);
    }

    Size size_;
    std::size_t pixel_bytes_;
    std::size_t pitch_bytes_;
    std::size_t first_pixel_;  // offset in the storage
    std::size_t storage_bytes_;
    std::unique_ptr<std::byte[], Freer> storage_;
};

}  // namespace turntile::reference
