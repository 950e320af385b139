// Begins to load a box of an image, some rows at a time. Compiled once for each target.
#if defined(TURNTILE_CPU_PACED_FETCH_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef TURNTILE_CPU_PACED_FETCH_INL_HPP
#undef TURNTILE_CPU_PACED_FETCH_INL_HPP
#else
#define TURNTILE_CPU_PACED_FETCH_INL_HPP
#endif

#include <cstddef>
#include <cstdint>

#include "cpu/lines_inl.hpp"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

HWY_BEFORE_NAMESPACE();
namespace turntile::cpu::HWY_NAMESPACE {

/// Begins to load the rows of a box into the second cache, as evenly as whole rows allow over
/// `calls` calls of `some`, at least one: no processor foresees where such rows lie, and all at
/// once would wait for one another.
class PacedFetch {
  public:
    PacedFetch(ConstImageView image, Box box, std::int64_t calls)
        : row_(reinterpret_cast<const std::uint8_t*>(image.row(box.y)) +
               box.x * static_cast<std::int64_t>(image.pixel_bytes)),
          pitch_(image.pitch_bytes),
          row_bytes_(static_cast<std::size_t>(box.width) * image.pixel_bytes),
          rows_(box.height),
          calls_(calls) {}

    HWY_INLINE void some() {
        for (due_ += rows_; due_ >= calls_; due_ -= calls_, row_ += pitch_)
            fetch_lines(row_, row_ + row_bytes_);
    }

  private:
    const std::uint8_t* row_;
    std::size_t pitch_;
    std::size_t row_bytes_;
    std::int64_t rows_;
    std::int64_t calls_;
    std::int64_t due_ = 0;  // rows, in units of 1 / `calls_`
};

}  // namespace turntile::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
