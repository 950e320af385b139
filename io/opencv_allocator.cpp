#include "io/opencv_allocator.hpp"

#include <opencv2/core.hpp>

#include "io/opencv_pixels.hpp"

namespace turntile::io {

cv::UMatData* PlaneAllocator::allocate(int dims, const int* sizes, int type, void* data,
                                       std::size_t* step, cv::AccessFlag access,
                                       cv::UMatUsageFlags usage) const {
    const bool is_plane = dims == 2 && sizes[0] == size_.height && sizes[1] == size_.width &&
                          type == type_ && data == nullptr;
    if (is_plane && plane_.data == nullptr) ask_for_plane();
    if (!is_plane || !can_borrow(plane_, type))
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

void PlaneAllocator::ask_for_plane() const {
    try {
        plane_ = memory_.allocate(size_.width, size_.height,
                                  static_cast<std::size_t>(CV_ELEM_SIZE(type_)));
    } catch (...) {
        failure_ = std::current_exception();
        throw;
    }
}

}  // namespace turntile::io
