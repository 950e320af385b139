// A texture of 4-byte words, of pitched device memory or of a cudaArray.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "turntile/cuda_handles.hpp"
#include "turntile/image_view.hpp"

struct cudaArray;

namespace turntile::gpu {

namespace detail {
struct ArrayFreer {
    void operator()(cudaArray* array) const noexcept;
};
}  // namespace detail

/// Owns a texture object, and the array that it shows if it shows one. Reads the word at (x, y).
class Texture {
  public:
    /// Shows an image of 4-byte pixels in device memory, which must outlive it; data and pitch are
    /// aligned as cudaMallocPitch's. @throws CudaError
    explicit Texture(ConstImageView image);
    /// Shows an array of its own, whose words are whatever they are. @throws CudaError
    Texture(std::int64_t width, std::int64_t height);
    ~Texture();
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;

    unsigned long long get() const noexcept { return handle_; }
    /// Copies `image`, of the array's size, into the array. Enqueues on `stream`; does not
    /// synchronise. @throws CudaError
    void copy_in_async(ConstImageView image, cudaStream_t stream) const;

  private:
    std::unique_ptr<cudaArray, detail::ArrayFreer> array_;
    unsigned long long handle_ = 0;
};

}  // namespace turntile::gpu
