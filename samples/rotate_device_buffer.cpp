// Turns an image in device memory on a stream of one's own: raw pointers, pitches, no copy to the
// host between. Exits with 77 where there is no GPU.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "turntile/gpu.hpp"

namespace {

void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "rotate_device_buffer: %s\n", cudaGetErrorString(status));
    std::exit(1);
}

}  // namespace

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
    constexpr int width = 1920, height = 1080;
    constexpr std::size_t pixel = 3;
    std::vector<unsigned char> upright(width * height * pixel), turned(upright.size());
    for (std::size_t i = 0; i < upright.size(); ++i)
        upright[i] = static_cast<unsigned char>(i * 2654435761U >> 9);

    // What a pipeline already has: a stream, and device memory with some pitch.
    cudaStream_t stream = nullptr;
    void *src = nullptr, *dst = nullptr;
    std::size_t src_pitch = 0, dst_pitch = 0;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check(cudaMallocPitch(&src, &src_pitch, width * pixel, height));
    check(cudaMallocPitch(&dst, &dst_pitch, height * pixel, width));
    check(cudaMemcpy2DAsync(src, src_pitch, upright.data(), width * pixel, width * pixel, height,
                            cudaMemcpyHostToDevice, stream));

    turntile::gpu::load_kernels();  // once, at start: from here on a turn only enqueues
    turntile::gpu::turn_async({src, width, height, pixel, src_pitch},
                              {dst, height, width, pixel, dst_pitch}, turntile::Turn::rotate_90,
                              stream);

    check(cudaMemcpy2DAsync(turned.data(), height * pixel, dst, dst_pitch, height * pixel, width,
                            cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t c = 0; c < pixel; ++c)
                if (turned[(x * height + (height - 1 - y)) * pixel + c] !=
                    upright[(y * width + x) * pixel + c])
                    return 1;
    std::printf("%dx%d pixels of %zu bytes: turned on the device\n", width, height, pixel);
    check(cudaFree(src));
    check(cudaFree(dst));
    check(cudaStreamDestroy(stream));
    return 0;
}
