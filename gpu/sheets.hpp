// The images of one launch, and which of them a tile is of.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace turntile::gpu {

/// One image to turn. What mirrors do to the order of rows is in the pitches' signs.
struct Sheet {
    const std::byte* src = nullptr;    // the row that is read first
    std::byte* dst = nullptr;          // the row that is written first
    std::int64_t src_pitch_bytes = 0;  // to the row that is read next
    std::int64_t dst_pitch_bytes = 0;
    std::int64_t src_row_bytes = 0;
    unsigned src_rows = 0;
    unsigned dst_rows = 0;
    unsigned tiles_along = 0;  // tiles along a row of the destination
    unsigned first_tile = 0;   // tiles of the sheets before this one
};

/// The sheets of one launch. They travel as the kernel's parameter.
template <int capacity>
struct Sheets {
    unsigned count = 0;
    float share = 0;  // of a tile in all sheets: their count over their tiles
    Sheet items[capacity];
};

/// The number of the sheet that `tile` is of. Where all sheets are alike, as in most batches, the
/// first guess is right, or one off: every step of a search waits for the parameters' memory.
template <int capacity>
__host__ __device__ unsigned find_sheet(const Sheets<capacity>& sheets, unsigned tile) {
    const auto guess = static_cast<unsigned>(static_cast<float>(tile) * sheets.share);
    unsigned low = guess < sheets.count ? guess : sheets.count - 1;
    unsigned high = low + 1;
    for (unsigned step = 1; sheets.items[low].first_tile > tile; step *= 2) {
        high = low;
        low -= step < low ? step : low;
    }
    for (unsigned step = 1; high < sheets.count && sheets.items[high].first_tile <= tile;
         step *= 2) {
        low = high;
        high = step < sheets.count - high ? high + step : sheets.count;
    }
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (sheets.items[middle].first_tile <= tile ? low : high) = middle;
    }
    return low;
}

}  // namespace turntile::gpu
