// Where decoded and turned pictures live: blocks on loan from a pool, laid out with aligned rows.
#pragma once

#include <map>
#include <utility>

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
        HostPool::Loan loan = pool_.take(pitch_bytes * static_cast<std::size_t>(height));
        std::byte* const data = loan.data();
        loans_.emplace(data, std::move(loan));
        return {data, width, height, pixel_bytes, pitch_bytes};
    }

    void release(const ImageView& plane) override { loans_.erase(plane.data); }

  private:
    // Rows start on cache lines, and take an odd number of them: so the lines of a column, which a
    // turn reads or writes one after the other, lie in all sets of the caches.
    static std::size_t aligned_pitch(std::size_t row_bytes) {
        constexpr std::size_t line_bytes = 64;
        const std::size_t lines = (row_bytes + line_bytes - 1) / line_bytes;
        return (lines | 1) * line_bytes;
    }

    HostPool& pool_;
    std::map<const void*, HostPool::Loan> loans_;  // by where they begin
};

}  // namespace turntile
