#include "gpu/tiled.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "gpu/launch.cuh"
#include "gpu/pixel_size.hpp"
#include "gpu/placement.hpp"
#include "gpu/tile_kernels.cuh"

namespace turntile::gpu {
namespace {

// Sheets in a batch's launch: their descriptors fit into a kernel's parameters, 32,764 bytes.
constexpr int batch_capacity = 512;
static_assert(sizeof(Sheets<batch_capacity>) <= 32'764);

// How a turn moves rows.
enum class Kind : std::uint8_t { copy, mirror, swap };
constexpr int kinds = 3;

struct Plan {
    Kind kind = Kind::copy;
    Fit fit = Fit::any;
    Sheet sheet;
};

// What an image is launched with.
struct Crowd {
    bool is_batch = false;
    bool few_pixels = false;  // so few in all that larger tiles would leave multiprocessors idle
};

Kind kind_of(TurnSteps s) {
    if (s.swap_axes) return Kind::swap;
    return s.mirror_x ? Kind::mirror : Kind::copy;
}

// Rows in the order in which they are read, or written: upwards if `reversed`.
template <class View, class Byte>
void set_rows(const View& view, bool reversed, Byte*& first, std::int64_t& pitch_bytes) {
    first = view.row(reversed ? view.height - 1 : 0);
    pitch_bytes = static_cast<std::int64_t>(view.pitch_bytes) * (reversed ? -1 : 1);
}

Plan plan(ConstImageView src, ImageView dst, Turn turn, Crowd crowd) {
    const TurnSteps s = steps(turn);
    Plan result{kind_of(s), Fit::any, {}};
    Sheet& sheet = result.sheet;
    // A mirror that follows a swap reverses the order in which source rows become columns.
    set_rows(src, s.swap_axes ? s.mirror_x : s.mirror_y, sheet.src, sheet.src_pitch_bytes);
    set_rows(dst, s.swap_axes && s.mirror_y, sheet.dst, sheet.dst_pitch_bytes);
    sheet.src_row_bytes = static_cast<std::int64_t>(src.row_bytes());
    sheet.src_rows = static_cast<unsigned>(src.height);
    sheet.dst_rows = static_cast<unsigned>(dst.height);
    // A mirrored row is read from its end.
    const bool ends_matter = result.kind == Kind::mirror && src.row_bytes() % 16 != 0;
    const bool aligned = rows_aligned(src, 16) && rows_aligned(dst, 16) && !ends_matter;
    const bool short_rows = crowd.is_batch && sheet.src_row_bytes < short_row_bytes;
    result.fit = fit_of(aligned, s.swap_axes ? crowd.few_pixels : short_rows);
    return result;
}

// A sheet's tiles: along the destination's rows, and across them.
struct TileCounts {
    std::int64_t along = 0;
    std::int64_t across = 0;
};

template <class Tile>
TileCounts count_tiles(const Sheet& sheet, std::int64_t dst_row_bytes) {
    return {tiles::tiles_along<Tile>(dst_row_bytes),
            (std::int64_t{sheet.dst_rows} + Tile::rows_across - 1) / Tile::rows_across};
}

// A grid holds 2^31 - 1 tiles along a row, and 2^32 rows of them: more than any memory.
template <class Tile>
void launch_sheet(void (*kernel)(Sheets<1>), const Sheet& sheet, std::int64_t dst_row_bytes,
                  cudaStream_t stream) {
    const TileCounts tiles = count_tiles<Tile>(sheet, dst_row_bytes);
    const std::int64_t most_rows = tiles::most_grid_rows;
    const dim3 grid(static_cast<unsigned>(tiles.along),
                    static_cast<unsigned>(std::min(tiles.across, most_rows)),
                    static_cast<unsigned>((tiles.across + most_rows - 1) / most_rows));
    launch(kernel, grid, dim3(Tile::threads), stream, Sheets<1>{.count = 1, .items = {sheet}});
}

// Gathers sheets and launches them as one: when there are no more, or they are too many for one.
template <class Tile>
class BatchLauncher {
  public:
    using Kernel = void (*)(Sheets<batch_capacity>);
    BatchLauncher(Kernel kernel, cudaStream_t stream) : kernel_(kernel), stream_(stream) {}

    void add(Sheet sheet, std::int64_t dst_row_bytes) {
        const TileCounts counts = count_tiles<Tile>(sheet, dst_row_bytes);
        const std::int64_t tiles = counts.along * counts.across;
        if (sheets_.count == batch_capacity || tiles_ + tiles > std::numeric_limits<int>::max())
            flush();
        sheet.tiles_along = static_cast<unsigned>(counts.along);
        sheet.first_tile = static_cast<unsigned>(tiles_);
        sheets_.items[sheets_.count++] = sheet;
        tiles_ += tiles;
    }

    void flush() {
        if (sheets_.count == 0) return;
        sheets_.share = static_cast<float>(sheets_.count) / static_cast<float>(tiles_);
        launch(kernel_, dim3(static_cast<unsigned>(tiles_)), dim3(Tile::threads), stream_, sheets_);
        sheets_.count = 0;
        tiles_ = 0;
    }

  private:
    Kernel kernel_;
    cudaStream_t stream_;
    Sheets<batch_capacity> sheets_;
    std::int64_t tiles_ = 0;
};

template <int pixel_bytes, Fit fit, int capacity, class Call>
void with_kernel_of_fit(Kind kind, Call&& call) {
    using SwapTile = SwapTileOf<pixel_bytes, fit>;
    using MirrorTile = MirrorTileOf<pixel_bytes, fit>;
    using CopyTile = CopyTileOf<fit>;
    switch (kind) {
        case Kind::swap: return call(SwapTile{}, swap_axes_kernel<SwapTile, capacity>);
        case Kind::mirror: return call(MirrorTile{}, keep_axes_kernel<MirrorTile, true, capacity>);
        case Kind::copy: return call(CopyTile{}, keep_axes_kernel<CopyTile, false, capacity>);
    }
}

// Calls `call(tile, kernel)` with the tile and the kernel for a kind of turn.
template <int pixel_bytes, int capacity, class Call>
void with_kernel(Kind kind, Fit fit, Call&& call) {
    switch (fit) {
        case Fit::aligned:
            return with_kernel_of_fit<pixel_bytes, Fit::aligned, capacity>(kind, call);
        case Fit::any: return with_kernel_of_fit<pixel_bytes, Fit::any, capacity>(kind, call);
        case Fit::aligned_small:
            return with_kernel_of_fit<pixel_bytes, Fit::aligned_small, capacity>(kind, call);
        case Fit::any_small:
            return with_kernel_of_fit<pixel_bytes, Fit::any_small, capacity>(kind, call);
    }
}

// Calls `call(kind, fit)` for all pairs.
template <class Call>
void for_each_kernel(Call&& call) {
    for (int kind = 0; kind < kinds; ++kind)
        for (int fit = 0; fit < fits; ++fit)
            call(static_cast<Kind>(kind), static_cast<Fit>(fit));
}

// Whether bytes are cut into so few full tiles that multiprocessors would be idle.
bool are_few(std::size_t pixels_bytes) {
    constexpr std::size_t few_bytes = std::size_t{3} << 20U;
    return pixels_bytes < few_bytes;
}

std::int64_t row_bytes(ImageView view) {
    return static_cast<std::int64_t>(view.row_bytes());
}

}  // namespace

void turn_tiled_async(ConstImageView src, ImageView dst, Turn turn, cudaStream_t stream) {
    const Crowd alone{.is_batch = false, .few_pixels = are_few(src.pixels_bytes())};
    const Plan planned = plan(src, dst, turn, alone);
    with_pixel_size(src.pixel_bytes, [&](auto pixel_bytes) {
        with_kernel<pixel_bytes, 1>(planned.kind, planned.fit, [&](auto tile, auto kernel) {
            launch_sheet<decltype(tile)>(kernel, planned.sheet, row_bytes(dst), stream);
        });
    });
}

void turn_tiled_batch_async(std::span<const BatchItem> items, cudaStream_t stream) {
    if (items.empty()) return;
    std::size_t bytes = 0;
    for (const BatchItem& item : items)
        bytes += item.src.pixels_bytes();
    const auto plan_item = [crowd = Crowd{true, are_few(bytes)}](const BatchItem& item) {
        return plan(item.src, item.dst, item.turn, crowd);
    };
    bool needed[kinds][fits] = {};
    for (const BatchItem& item : items)
        if (!item.src.empty()) {
            const Plan planned = plan_item(item);
            needed[static_cast<int>(planned.kind)][static_cast<int>(planned.fit)] = true;
        }
    const auto enqueue = [&](auto pixel_bytes, Kind kind, Fit fit) {
        with_kernel<pixel_bytes, batch_capacity>(kind, fit, [&](auto tile, auto kernel) {
            BatchLauncher<decltype(tile)> launcher(kernel, stream);
            for (const BatchItem& item : items) {
                if (item.src.empty()) continue;
                const Plan planned = plan_item(item);
                if (planned.kind == kind && planned.fit == fit)
                    launcher.add(planned.sheet, row_bytes(item.dst));
            }
            launcher.flush();
        });
    };
    with_pixel_size(items.front().src.pixel_bytes, [&](auto pixel_bytes) {
        for_each_kernel([&](Kind kind, Fit fit) {
            if (needed[static_cast<int>(kind)][static_cast<int>(fit)])
                enqueue(pixel_bytes, kind, fit);
        });
    });
}

void load_tiled_kernels() {
    const auto load_kernel = [](auto, auto kernel) { load(kernel); };
    for_each_pixel_size([&](auto pixel_bytes) {
        for_each_kernel([&](Kind kind, Fit fit) {
            with_kernel<pixel_bytes, 1>(kind, fit, load_kernel);
            with_kernel<pixel_bytes, batch_capacity>(kind, fit, load_kernel);
        });
    });
}

}  // namespace turntile::gpu
