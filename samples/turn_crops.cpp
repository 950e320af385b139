// A data loader's step: crops of a photo in device memory, each with a turn of its own, in one
// launch; and each crop's labelled box turned with it. Exits with 77 where there is no GPU.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "turntile/gpu.hpp"
#include "turntile/gpu_resources.hpp"

using namespace turntile;

struct Crop {
    Box in_photo, object;  // what is cut out, and what is labelled in it
    Turn turn;
};

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
    const std::vector<Crop> crops = {{{10, 20, 300, 200}, {30, 40, 50, 60}, Turn::rotate_90},
                                     {{400, 50, 128, 256}, {0, 0, 16, 32}, Turn::flip_horizontal},
                                     {{77, 333, 99, 55}, {9, 5, 90, 50}, Turn::transverse}};
    const gpu::Stream stream;
    const gpu::DeviceImage memory(640, 480, 3);
    const ImageView photo = memory.view();
    cudaMemsetAsync(photo.data, 0, memory.capacity_bytes(), stream.get());
    for (const auto& [in_photo, object, turn] : crops)  // the labelled objects are white
        cudaMemset2DAsync(photo.row(in_photo.y + object.y) + 3 * (in_photo.x + object.x),
                          photo.pitch_bytes, 255, std::size_t(3 * object.width),
                          std::size_t(object.height), stream.get());

    // README begins
    std::vector<gpu::DeviceImage> results;
    std::vector<gpu::BatchItem> batch;
    std::vector<Box> boxes;
    for (const auto& [in_photo, object, turn] : crops) {
        const ConstImageView crop = {photo.row(in_photo.y) + 3 * in_photo.x, in_photo.width,
                                     in_photo.height, 3, photo.pitch_bytes};
        const Size size = turned(crop.size(), turn);
        results.emplace_back(size.width, size.height, 3);
        batch.push_back({crop, results.back().view(), turn});
        boxes.push_back(turned(object, crop.size(), turn));
    }
    gpu::turn_batch_async(batch, stream.get());  // hundreds share a launch
    // README ends

    stream.synchronize();
    for (std::size_t i = 0; i < crops.size(); ++i) {  // what each box holds is white
        const std::size_t width(3 * boxes[i].width), height(boxes[i].height);
        std::vector<unsigned char> held(width * height);
        const ImageView image = results[i].view();
        cudaMemcpy2D(held.data(), width, image.row(boxes[i].y) + 3 * boxes[i].x, image.pitch_bytes,
                     width, height, cudaMemcpyDeviceToHost);
        if (std::any_of(held.begin(), held.end(), [](int v) { return v != 255; })) return 1;
    }
    std::printf("%zu crops turned, and their boxes with them\n", crops.size());
}
