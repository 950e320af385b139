#include "gpu/turn_timing.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu/check.hpp"
#include "gpu/copy.hpp"
#include "gpu/timed_steps.hpp"
#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::gpu {
namespace {

constexpr std::size_t cold_factor = 4;     // buffers exceed the L2 this many times
constexpr std::size_t most_slices = 4096;  // for pictures of a few bytes
constexpr std::size_t most_graphs = 32;    // slices of batches, each with its graph

// How many slices, read and written in turn, exceed the cache `cold_factor` times; two at least, so
// that no step finds what its predecessor left there.
std::size_t cold_slices(std::size_t slice_bytes) {
    return std::max(cold_factor * l2_bytes() / (2 * slice_bytes) + 1, std::size_t{2});
}

// How many slices there is memory for; one at least.
std::size_t affordable_slices(std::size_t slice_bytes) {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for free device memory");
    return std::max(free_bytes / 10 * 9 / (2 * slice_bytes), std::size_t{1});
}

// Equal slices of device memory, handed out in turn.
class Ring {
  public:
    Ring(std::size_t slice_bytes, std::size_t slices)
        : stride_bytes_((slice_bytes + alignment_bytes - 1) / alignment_bytes * alignment_bytes),
          slices_(slices),
          memory_(row_bytes, static_cast<std::int64_t>(stride_bytes_ * slices / row_bytes + 1), 1) {
    }

    std::byte* slice(std::size_t turn) const {
        return memory_.view().row(0) + turn % slices_ * stride_bytes_;
    }
    std::size_t slices() const { return slices_; }
    void fill_random_async(cudaStream_t stream) const {
        gpu::fill_random_async(memory_.view().data, memory_.capacity_bytes(), 1, stream);
    }

  private:
    static constexpr std::size_t alignment_bytes = 512;
    static constexpr std::int64_t row_bytes = 65536;
    std::size_t stride_bytes_;
    std::size_t slices_;
    DeviceImage memory_;
};

// Work for a stream, recorded once and launched often.
class Graph {
  public:
    explicit Graph(const std::function<void(cudaStream_t)>& enqueue) {
        const Stream stream;
        check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
              "recording a graph");
        enqueue(stream.get());
        cudaGraph_t graph = nullptr;
        check(cudaStreamEndCapture(stream.get(), &graph), "recording a graph");
        cudaGraphExec_t executable = nullptr;
        const cudaError_t status = cudaGraphInstantiate(&executable, graph, 0);
        cudaGraphDestroy(graph);
        check(status, "making a graph executable");
        executable_.reset(executable);
    }
    void launch_async(cudaStream_t stream) const {
        check(cudaGraphLaunch(executable_.get(), stream), "launching a graph");
    }

  private:
    struct Destroyer {
        using pointer = cudaGraphExec_t;
        void operator()(cudaGraphExec_t graph) const noexcept { cudaGraphExecDestroy(graph); }
    };
    std::unique_ptr<cudaGraphExec_t, Destroyer> executable_;
};

// What is read and what is written.
struct Rings {
    Rings(std::size_t src_bytes, std::size_t dst_bytes, std::size_t slices)
        : src(src_bytes, slices), dst(dst_bytes, slices) {}
    Ring src;
    Ring dst;
};

// While the device fills the buffers the host gets ahead, so that no launch is waited for.
std::vector<double> median_times(const std::vector<Step>& steps, const Rings& rings) {
    return gpu::median_times(steps, [&rings](cudaStream_t stream) {
        rings.src.fill_random_async(stream);
        rings.dst.fill_random_async(stream);
    });
}

// Both ways to copy the first `bytes` bytes of a slice.
std::vector<Step> copies(const Rings& rings, std::size_t bytes) {
    return {[&rings, bytes](std::size_t turn, cudaStream_t stream) {
                check(cudaMemcpyAsync(rings.dst.slice(turn), rings.src.slice(turn), bytes,
                                      cudaMemcpyDeviceToDevice, stream),
                      "copying within the device");
            },
            [&rings, bytes](std::size_t turn, cudaStream_t stream) {
                copy_words_async(rings.src.slice(turn), rings.dst.slice(turn), bytes, stream);
            }};
}

// An image of a case, without memory: its pitch is cudaMallocPitch's, or the row's bytes.
ImageView layout(Size size, const TurnCase& turn_case) {
    ImageView view{nullptr, size.width, size.height, turn_case.pixel_bytes, 0};
    view.pitch_bytes = turn_case.tight_pitch
                           ? view.row_bytes()
                           : DeviceImage(size.width, 1, turn_case.pixel_bytes).view().pitch_bytes;
    return view;
}

std::size_t image_bytes(ImageView image) {
    return image.pitch_bytes * static_cast<std::size_t>(image.height);
}

// The images of a slice.
std::vector<BatchItem> items_of_slice(const Rings& rings, ImageView src, ImageView dst,
                                      const TurnCase& turn_case, std::size_t slice) {
    std::vector<BatchItem> items(static_cast<std::size_t>(turn_case.batch));
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = {src, dst, turn_case.turn};
        items[i].src.data = rings.src.slice(slice) + i * image_bytes(src);
        items[i].dst.data = rings.dst.slice(slice) + i * image_bytes(dst);
    }
    return items;
}

// Turns every image of a slice.
Step turns(const Rings& rings, ImageView src, ImageView dst, const TurnCase& turn_case,
           Method method) {
    if (turn_case.batch == 1)
        return [&rings, src, dst, turn_case, method](std::size_t turn, cudaStream_t stream) {
            const BatchItem item = items_of_slice(rings, src, dst, turn_case, turn).front();
            turn_async(item.src, item.dst, turn_case.turn, method, stream);
        };
    // The host would be behind with a thousand launches: they are recorded before the clock runs.
    auto graphs = std::make_shared<std::vector<Graph>>();
    for (std::size_t slice = 0; slice < rings.src.slices(); ++slice)
        graphs->emplace_back([&](cudaStream_t stream) {
            turn_batch_async(items_of_slice(rings, src, dst, turn_case, slice), method, stream);
        });
    return [graphs](std::size_t turn, cudaStream_t stream) {
        (*graphs)[turn % graphs->size()].launch_async(stream);
    };
}

void check_case(const TurnCase& turn_case) {
    if (turn_case.size.width <= 0 || turn_case.size.height <= 0 || turn_case.batch <= 0)
        throw std::invalid_argument("timing a turn: there is nothing to turn");
    if (!is_pixel_size(turn_case.pixel_bytes))
        throw std::invalid_argument("timing a turn: no pixel has " +
                                    std::to_string(turn_case.pixel_bytes) + " bytes");
}

}  // namespace

TurnTimes time_turn(const TurnCase& turn_case) {
    check_case(turn_case);
    const ImageView src = layout(turn_case.size, turn_case);
    const ImageView dst = layout(turned(turn_case.size, turn_case.turn), turn_case);
    const auto batch = static_cast<std::size_t>(turn_case.batch);
    const std::size_t pixels_bytes = src.pixels_bytes() * batch;
    const std::size_t src_bytes = image_bytes(src) * batch;
    const std::size_t dst_bytes = image_bytes(dst) * batch;
    const std::size_t needed = cold_slices(pixels_bytes);
    const std::size_t slices = std::min({needed, batch == 1 ? most_slices : most_graphs,
                                         affordable_slices(std::max(src_bytes, dst_bytes))});
    const Rings rings(src_bytes, dst_bytes, slices);

    std::vector<Step> steps = copies(rings, pixels_bytes);
    steps.push_back(turns(rings, src, dst, turn_case, Method::naive));
    steps.push_back(turns(rings, src, dst, turn_case, Method::tiled));
    const std::vector<double> medians = median_times(steps, rings);
    return {.copy_ms = std::min(medians[0], medians[1]),
            .naive_ms = medians[2],
            .tiled_ms = medians[3],
            .peer_ms = {},
            .hot = slices < needed};
}

double time_copy(std::size_t bytes) {
    if (bytes == 0) throw std::invalid_argument("timing a copy: there is nothing to copy");
    const Rings rings(bytes, bytes, std::min(cold_slices(bytes), most_slices));
    const std::vector<double> medians = median_times(copies(rings, bytes), rings);
    return std::min(medians[0], medians[1]);
}

}  // namespace turntile::gpu
