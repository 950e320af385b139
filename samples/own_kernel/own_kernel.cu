// A project of its own that finds an installed turntile: its kernel brightens an image, and
// turntile turns it behind the kernel on the same stream. Exits with 77 where there is no GPU.
#include <cstdio>
#include <vector>

#include "turntile/gpu.hpp"

__global__ void brighten(unsigned char* pixels, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) pixels[i] = static_cast<unsigned char>(min(pixels[i] + 50, 255));
}

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
    constexpr int width = 640, height = 480, count = width * height;
    std::vector<unsigned char> photo(count), result(count);
    for (int i = 0; i < count; ++i)
        photo[i] = static_cast<unsigned char>(i * 2654435761U >> 9);
    unsigned char *src = nullptr, *dst = nullptr;
    cudaStream_t stream = nullptr;
    cudaMalloc(&src, count);
    cudaMalloc(&dst, count);
    cudaStreamCreate(&stream);
    turntile::gpu::load_kernels();

    cudaMemcpyAsync(src, photo.data(), count, cudaMemcpyHostToDevice, stream);
    brighten<<<(count + 255) / 256, 256, 0, stream>>>(src, count);
    turntile::gpu::turn_async({src, width, height, 1, width}, {dst, height, width, 1, height},
                              turntile::Turn::rotate_90, stream);
    cudaMemcpyAsync(result.data(), dst, count, cudaMemcpyDeviceToHost, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess) return 2;

    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (result[x * height + height - 1 - y] != min(photo[y * width + x] + 50, 255))
                return 1;
    std::printf("brightened and turned\n");
    return 0;
}
