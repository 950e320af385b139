// Why coalescing matters, in one kernel: each of a warp's 32 threads reads 4 bytes, side by side or
// `stride` words apart. The further apart, the more of what memory delivers is thrown away.
//
//     nvcc -O2 -arch=native -o coalescing samples/coalescing.cu && ./coalescing
//
// Exits with 77 where there is no GPU. `turntile bench access` shows much more.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr unsigned threads = 256;
constexpr unsigned loads = 8;  // of each thread, none of which waits for another
constexpr std::size_t words = std::size_t{1} << 28;  // 1 GiB: far more than any cache holds

void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "coalescing: %s\n", cudaGetErrorString(status));
    std::exit(1);
}

__global__ void read_strided(const unsigned* src, unsigned* sums, std::size_t stride) {
    const std::size_t first = std::size_t{blockIdx.x} * threads * loads + threadIdx.x;
    unsigned sum = 0;
#pragma unroll
    for (unsigned i = 0; i < loads; ++i)
        sum += src[(first + i * threads) * stride];
    if (sum == 1) sums[threadIdx.x] = sum;  // so that the compiler cannot leave the loads out
}

__global__ void fill(unsigned* dst) {
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    dst[i] = static_cast<unsigned>(i) * 2654435761U;
}

// Useful bytes a second, in 1e9: the best of five passes over all the memory.
double gbps(const unsigned* src, unsigned* sums, std::size_t stride) {
    const auto blocks = static_cast<unsigned>(words / (stride * threads * loads));
    cudaEvent_t start = nullptr, end = nullptr;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&end));
    float best_ms = 1e9F;
    for (int pass = 0; pass < 5; ++pass) {
        float ms = 0;
        check(cudaEventRecord(start));
        read_strided<<<blocks, threads>>>(src, sums, stride);
        check(cudaGetLastError());
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&ms, start, end));
        best_ms = std::min(best_ms, ms);
    }
    check(cudaEventDestroy(start));
    check(cudaEventDestroy(end));
    return static_cast<double>(blocks) * threads * loads * sizeof(unsigned) / (best_ms * 1e6);
}

}  // namespace

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::fprintf(stderr, "coalescing: there is no CUDA device\n");
        return 77;
    }
    unsigned *src = nullptr, *sums = nullptr;
    check(cudaMalloc(&src, words * sizeof(unsigned)));
    check(cudaMalloc(&sums, threads * sizeof(unsigned)));
    fill<<<words / threads, threads>>>(src);
    check(cudaGetLastError());

    const double contiguous = gbps(src, sums, 1);
    std::printf("stride   GB/s     %%\n");
    for (const std::size_t stride : {1, 2, 4, 8, 16, 32}) {
        const double speed = gbps(src, sums, stride);
        std::printf("%6zu %6.0f %5.1f\n", stride, speed, 100 * speed / contiguous);
    }
    check(cudaFree(src));
    check(cudaFree(sums));
    return 0;
}
