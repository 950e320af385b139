// The turns on a GPU.
#include "turntile/gpu.hpp"

#include <algorithm>
#include <array>

#include "c/status.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::c {
namespace {

// Items are handed on so many at a time, from the stack: a batch's launch holds no more.
constexpr std::size_t most_items = 512;

gpu::BatchItem item_of(const turntile_batch_item& item) {
    return {view_of(item.src), view_of(item.dst), turn_of(item.turn)};
}

// All items, before the first of them is enqueued.
void check_all(std::span<const turntile_batch_item> items) {
    for (const turntile_batch_item& item : items) {
        check_turn(view_of(item.src), view_of(item.dst), turn_of(item.turn));
        if (item.src.pixel_bytes != items.front().src.pixel_bytes)
            throw std::invalid_argument("turning a batch: pixels of " +
                                        std::to_string(item.src.pixel_bytes) + " bytes beside " +
                                        std::to_string(items.front().src.pixel_bytes));
    }
}

void turn_batch_async(std::span<const turntile_batch_item> items, cudaStream_t stream) {
    check_all(items);
    std::array<gpu::BatchItem, most_items> some;
    while (!items.empty()) {
        const std::size_t count = std::min(items.size(), most_items);
        std::transform(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count),
                       some.begin(), item_of);
        gpu::turn_batch_async(std::span(some).first(count), stream);
        items = items.subspan(count);
    }
}

}  // namespace
}  // namespace turntile::c

using namespace turntile;

std::int32_t turntile_gpu_load_kernels(void) {
    return c::status_of(gpu::load_kernels);
}

std::int32_t turntile_gpu_turn_async(const turntile_image* src, const turntile_image* dst,
                                     std::int32_t turn, void* stream) {
    return c::status_of([=] {
        const turntile_image& from = c::given(src, "src");
        const turntile_image& to = c::given(dst, "dst");
        gpu::turn_async(c::view_of(from), c::view_of(to), c::turn_of(turn),
                        static_cast<cudaStream_t>(stream));
    });
}

std::int32_t turntile_gpu_turn_batch_async(const turntile_batch_item* items, std::size_t count,
                                           void* stream) {
    return c::status_of([=] {
        if (count > 0) c::given(items, "items");
        c::turn_batch_async({items, count}, static_cast<cudaStream_t>(stream));
    });
}
