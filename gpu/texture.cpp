#include "gpu/texture.hpp"

#include <cuda_runtime_api.h>

#include "gpu/check.hpp"

namespace turntile::gpu {
namespace {

cudaChannelFormatDesc word_format() {
    return cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
}

cudaTextureObject_t make_texture(const cudaResourceDesc& resource) {
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    check(cudaCreateTextureObject(&texture, &resource, &how, nullptr), "creating a texture");
    return texture;
}

}  // namespace

void detail::ArrayFreer::operator()(cudaArray* array) const noexcept {
    discard(cudaFreeArray(array));
}

Texture::Texture(ConstImageView image) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<void*>(static_cast<const void*>(image.data));
    resource.res.pitch2D.desc = word_format();
    resource.res.pitch2D.width = static_cast<std::size_t>(image.width);
    resource.res.pitch2D.height = static_cast<std::size_t>(image.height);
    resource.res.pitch2D.pitchInBytes = image.pitch_bytes;
    handle_ = make_texture(resource);
}

Texture::Texture(std::int64_t width, std::int64_t height) {
    const cudaChannelFormatDesc format = word_format();
    cudaArray_t array = nullptr;
    check(cudaMallocArray(&array, &format, static_cast<std::size_t>(width),
                          static_cast<std::size_t>(height)),
          "allocating an array");
    array_.reset(array);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    handle_ = make_texture(resource);
}

Texture::~Texture() {
    discard(cudaDestroyTextureObject(handle_));
}

void Texture::copy_in_async(ConstImageView image, cudaStream_t stream) const {
    check(cudaMemcpy2DToArrayAsync(array_.get(), 0, 0, image.data, image.pitch_bytes,
                                   image.row_bytes(), static_cast<std::size_t>(image.height),
                                   cudaMemcpyDeviceToDevice, stream),
          "copying into an array");
}

}  // namespace turntile::gpu
