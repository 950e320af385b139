// Where decoded and turned pictures live: blocks on loan from a pool, laid out with aligned rows.
#pragma once

#include <vector>

#include "pipeline/host_pool.hpp"
#include "turntile/codec.hpp"

namespace turntile {

/// Lends memory for the planes of one picture; the loans end when it is destroyed.
class PictureMemory : public BufferSource {
  public:
    explicit PictureMemory(HostPool& pool) : pool_(pool) {}

    ImageView allocate(std::int64_t width, std::int64_t height, std::size_t pixel_bytes) override {
        const std::size_t pitch_bytes =
            aligned_pitch(static_cast<std::size_t>(width) * pixel_bytes);
        loans_.push_back(pool_.take(pitch_bytes * static_cast<std::size_t>(height)));
        return {loans_.back().data(), width, height, pixel_bytes, pitch_bytes};
    }

  private:
    // Rows start on cache lines; a multiple of 4096 would put a whole column into one set of the
    // cache.
    static std::size_t aligned_pitch(std::size_t row_bytes) {
        constexpr std::size_t line_bytes = 64;
        const std::size_t pitch_bytes = (row_bytes + line_bytes - 1) / line_bytes * line_bytes;
        return pitch_bytes % 4096 == 0 ? pitch_bytes + line_bytes : pitch_bytes;
    }

    HostPool& pool_;
    std::vector<HostPool::Loan> loans_;
};

}  // namespace turntile
