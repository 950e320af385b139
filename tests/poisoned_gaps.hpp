// Padding that may not be touched, not even to be read within lines that hold pixels too.
#pragma once

#include <sanitizer/asan_interface.h>

#include <cstddef>
#include <cstdint>

#include "turntile/image_view.hpp"

namespace turntile::reference {

/// While it lives AddressSanitizer, if the tests are built with it, reports what touches the bytes
/// between the rows of an image.
class PoisonedGaps {
  public:
    explicit PoisonedGaps(ConstImageView image) : image_(image) {
        for_each_gap(
            [](const std::byte* gap, std::size_t bytes) { ASAN_POISON_MEMORY_REGION(gap, bytes); });
    }
    ~PoisonedGaps() {
        for_each_gap([](const std::byte* gap, std::size_t bytes) {
            ASAN_UNPOISON_MEMORY_REGION(gap, bytes);
        });
    }
    PoisonedGaps(const PoisonedGaps&) = delete;
    PoisonedGaps& operator=(const PoisonedGaps&) = delete;

  private:
    template <class Function>
    void for_each_gap(Function function) const {
        for (std::int64_t y = 0; y + 1 < image_.height; ++y)
            function(image_.row(y) + image_.row_bytes(), image_.pitch_bytes - image_.row_bytes());
    }

    ConstImageView image_;
};

}  // namespace turntile::reference
