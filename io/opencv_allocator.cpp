#include "io/opencv_allocator.hpp"

#include <opencv2/core.hpp>

namespace turntile::io {

cv::UMatData* PlaneAllocator::allocate(int dims, const int* sizes, int type, void* data,
                                       std::size_t* step, cv::AccessFlag access,
                                       cv::UMatUsageFlags usage) const {
    const bool is_plane = dims == 2 && sizes[0] == plane_.height && sizes[1] == plane_.width &&
                          type == type_ && data == nullptr;
    if (!is_plane)
        return cv::Mat::getStdAllocator()->allocate(dims, sizes, type, data, step, access, usage);
    step[0] = plane_.pitch_bytes;
    step[1] = plane_.pixel_bytes;
    auto* const memory = new cv::UMatData(this);
    memory->data = memory->origdata = static_cast<uchar*>(plane_.data);
    memory->size = plane_.extent_bytes();
    memory->flags |= cv::UMatData::USER_ALLOCATED;
    return memory;
}

bool PlaneAllocator::allocate(cv::UMatData* data, cv::AccessFlag, cv::UMatUsageFlags) const {
    return data != nullptr;
}

void PlaneAllocator::deallocate(cv::UMatData* data) const {
    delete data;
}

}  // namespace turntile::io
