// A bridge to DLPack's tensors, which PyTorch, CuPy, JAX and others exchange: no copy. Header only:
// it needs dlpack/dlpack.h, and nothing to link.
//
//     const auto items = turntile::turn_items(src, dst, turntile::TensorLayout::nchw, turns);
//     if (turntile::is_on_gpu(src))
//         turntile::gpu::turn_batch_async(items, stream);
//     else
//         for (const auto& item : items) turntile::cpu::turn(item.src, item.dst, item.turn);
#pragma once

#include <dlpack/dlpack.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "turntile/gpu.hpp"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// What a tensor's dimensions are, from first to last: n images, c channels, h rows, w columns.
enum class TensorLayout : std::uint8_t { hw, hwc, chw, nhwc, nchw };

namespace detail {

[[noreturn]] inline void fail_tensor(const std::string& why) {
    throw std::invalid_argument("a tensor " + why);
}

// One dimension: how many, and how far apart.
struct TensorDimension {
    std::int64_t count = 1;
    std::int64_t step_bytes = 0;
    // Where there is only one, the step means nothing, and frameworks write anything there.
    bool steps_by(std::int64_t bytes) const { return count <= 1 || step_bytes == bytes; }
};

struct TensorDimensions {
    TensorDimension images, channels, rows, columns;
    std::int64_t sample_bytes = 1;

    TensorDimension& of(char letter) {
        switch (letter) {
            case 'n': return images;
            case 'c': return channels;
            case 'h': return rows;
            default: return columns;
        }
    }
    // Whether all channels of a pixel lie side by side, and pixels too.
    bool interleaved() const {
        return channels.steps_by(sample_bytes) && columns.steps_by(channels.count * sample_bytes);
    }
    // Whether each channel is a plane of its own.
    bool planar() const { return columns.steps_by(sample_bytes); }
};

constexpr std::string_view letters(TensorLayout layout) {
    switch (layout) {
        case TensorLayout::hw: return "hw";
        case TensorLayout::hwc: return "hwc";
        case TensorLayout::chw: return "chw";
        case TensorLayout::nhwc: return "nhwc";
        case TensorLayout::nchw: return "nchw";
    }
    return "";
}

inline TensorDimensions dimensions(const DLTensor& tensor, TensorLayout layout) {
    const std::string_view order = letters(layout);
    if (tensor.ndim < 0 || static_cast<std::size_t>(tensor.ndim) != order.size())
        fail_tensor("has " + std::to_string(tensor.ndim) + " dimensions, which are not \"" +
                    std::string(order) + "\"");
    const int sample_bits = tensor.dtype.bits * tensor.dtype.lanes;
    if (sample_bits == 0 || sample_bits % 8 != 0)
        fail_tensor("has samples of " + std::to_string(sample_bits) + " bits");
    TensorDimensions result;
    result.sample_bytes = sample_bits / 8;
    std::int64_t compact_step_bytes = result.sample_bytes;
    for (std::size_t i = order.size(); i-- > 0;) {
        if (tensor.shape[i] < 0) fail_tensor("has a negative size");
        result.of(order[i]) = {tensor.shape[i], tensor.strides == nullptr
                                                    ? compact_step_bytes
                                                    : tensor.strides[i] * result.sample_bytes};
        compact_step_bytes *= tensor.shape[i];
    }
    return result;
}

// The images of a tensor, or all planes of all images.
inline std::vector<ImageView> images(const DLTensor& tensor, const TensorDimensions& d,
                                     bool as_planes) {
    const std::int64_t pixel_bytes = as_planes ? d.sample_bytes : d.sample_bytes * d.channels.count;
    ImageView first{static_cast<std::byte*>(tensor.data) + tensor.byte_offset, d.columns.count,
                    d.rows.count, static_cast<std::size_t>(pixel_bytes), 0};
    const auto row_bytes = static_cast<std::int64_t>(first.row_bytes());
    if (d.rows.count > 1 && d.rows.step_bytes < row_bytes)
        fail_tensor("has rows that overlap, repeat or run backwards (" +
                    std::to_string(d.rows.step_bytes) + " bytes apart, " +
                    std::to_string(row_bytes) + " long): make it contiguous");
    first.pitch_bytes = static_cast<std::size_t>(d.rows.count > 1 ? d.rows.step_bytes : row_bytes);
    std::vector<ImageView> result;
    for (std::int64_t n = 0; n < d.images.count; ++n)
        for (std::int64_t c = 0; c < (as_planes ? d.channels.count : 1); ++c) {
            result.push_back(first);
            if (!first.empty())
                result.back().data = static_cast<std::byte*>(first.data) + n * d.images.step_bytes +
                                     c * d.channels.step_bytes;
        }
    return result;
}

}  // namespace detail

/// Whether the tensor is in a GPU's memory (managed memory counts), and not in the host's.
/// @throws std::invalid_argument if it is elsewhere
inline bool is_on_gpu(const DLTensor& tensor) {
    switch (tensor.device.device_type) {
        case kDLCPU:
        case kDLCUDAHost: return false;
        case kDLCUDA:
        case kDLCUDAManaged: return true;
        default:
            detail::fail_tensor(
                "is neither in the host's memory nor in a CUDA device's (DLPack's "
                "device type " +
                std::to_string(static_cast<int>(tensor.device.device_type)) + ")");
    }
}

/// The turn of each image of `src` into its place in `dst`: `turns` has one for each image, or one
/// for all. An image whose channels lie side by side is one item; of other images each channel is
/// one. What counts is where the samples are (strides and offset): PyTorch's `channels_last` in
/// `nchw` is interleaved too. The tensors' memory must stay until the work is done.
/// @throws std::invalid_argument for tensors on different devices or elsewhere, dimensions that do
/// not fit the layout or one another, samples that are not whole bytes, rows that overlap, repeat
/// or run backwards, pixels that are not adjacent in either way, a destination that repeats one
/// image, or another number of turns. Sizes and turns are checked when the items are turned.
inline std::vector<gpu::BatchItem> turn_items(const DLTensor& src, const DLTensor& dst,
                                              TensorLayout layout, std::span<const Turn> turns) {
    if (is_on_gpu(src) != is_on_gpu(dst) ||
        (is_on_gpu(src) && src.device.device_id != dst.device.device_id))
        detail::fail_tensor("is on another device than its destination");
    const detail::TensorDimensions from = detail::dimensions(src, layout);
    const detail::TensorDimensions to = detail::dimensions(dst, layout);
    if (from.images.count != to.images.count || from.channels.count != to.channels.count ||
        from.sample_bytes != to.sample_bytes)
        detail::fail_tensor("has other images, channels or samples than its destination");
    const bool empty = to.rows.count == 0 || to.columns.count == 0;
    if (!empty && ((to.images.count > 1 && to.images.step_bytes == 0) ||
                   (to.channels.count > 1 && to.channels.step_bytes == 0)))
        detail::fail_tensor("that is a destination repeats one image");
    if (turns.size() != 1 && turns.size() != static_cast<std::size_t>(from.images.count))
        throw std::invalid_argument(std::to_string(turns.size()) + " turns for a tensor of " +
                                    std::to_string(from.images.count) + " images");
    const bool as_planes = !from.interleaved() || !to.interleaved();
    if (as_planes && (!from.planar() || !to.planar()))
        detail::fail_tensor(
            "or its destination has pixels that are not adjacent: make them "
            "contiguous, both planar or both interleaved");

    const std::vector<ImageView> sources = detail::images(src, from, as_planes);
    const std::vector<ImageView> destinations = detail::images(dst, to, as_planes);
    const std::size_t planes = as_planes ? static_cast<std::size_t>(from.channels.count) : 1;
    std::vector<gpu::BatchItem> items;
    for (std::size_t i = 0; i < sources.size(); ++i)
        items.push_back({sources[i], destinations[i], turns[turns.size() == 1 ? 0 : i / planes]});
    return items;
}

/// The same with one turn for every image.
inline std::vector<gpu::BatchItem> turn_items(const DLTensor& src, const DLTensor& dst,
                                              TensorLayout layout, Turn turn) {
    return turn_items(src, dst, layout, std::span<const Turn>(&turn, 1));
}

}  // namespace turntile
