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
    std::vector<unsigned char> photo(width * height * 3), turned(photo.size());
    for (std::size_t i = 0; i < photo.size(); ++i)
        photo[i] = static_cast<unsigned char>(i * 2654435761U >> 9);

    // What a pipeline already has: a stream, and device memory with some pitch.
    cudaStream_t stream = nullptr;
    void *src = nullptr, *dst = nullptr;
    std::size_t src_pitch = 0, dst_pitch = 0;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check(cudaMallocPitch(&src, &src_pitch, width * 3, height));
    check(cudaMallocPitch(&dst, &dst_pitch, height * 3, width));
    check(cudaMemcpy2DAsync(src, src_pitch, photo.data(), width * 3, width * 3, height,
                            cudaMemcpyHostToDevice, stream));

    // README begins
    turntile::gpu::load_kernels();  // once, at start: from here on a turn only enqueues
    turntile::gpu::turn_async({src, width, height, 3, src_pitch},
                              {dst, height, width, 3, dst_pitch},  // a quarter turn swaps the sides
                              turntile::Turn::rotate_90, stream);
    // README ends

    check(cudaMemcpy2DAsync(turned.data(), height * 3, dst, dst_pitch, height * 3, width,
                            cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            for (std::size_t c = 0; c < 3; ++c)
                if (turned[(x * height + (height - 1 - y)) * 3 + c] !=
                    photo[(y * width + x) * 3 + c])
                    return 1;
    std::printf("%dx%d pixels: turned on the device\n", width, height);
    return 0;
}
