// Plain memory for the planes of one picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile {

/// Gives planes without padding, and keeps them until it is destroyed.
class HeapMemory : public BufferSource {
  public:
    ImageView allocate(std::int64_t width, std::int64_t height, std::size_t pixel_bytes) override {
        const std::size_t pitch_bytes = static_cast<std::size_t>(width) * pixel_bytes;
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(
            pitch_bytes * static_cast<std::size_t>(height)));
        return {blocks_.back().get(), width, height, pixel_bytes, pitch_bytes};
    }

  private:
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
};

}  // namespace turntile
