// Makes OpenCV's decoders write to given memory.
#pragma once

#include <opencv2/core/mat.hpp>

#include "turntile/image_view.hpp"

namespace turntile::io {

/// Hands `plane` to the first matrix that wants pixels of just its size and type, and OpenCV's own
/// memory to every other. A matrix that borrows is not the same thing: OpenCV leaves that one as it
/// is when it finds no picture in a file.
class PlaneAllocator : public cv::MatAllocator {
  public:
    /// `type` is OpenCV's for the pixels of `plane`. Must live longer than the matrices.
    PlaneAllocator(const ImageView& plane, int type) : plane_(plane), type_(type) {}

    cv::UMatData* allocate(int dims, const int* sizes, int type, void* data, std::size_t* step,
                           cv::AccessFlag access, cv::UMatUsageFlags usage) const override;
    bool allocate(cv::UMatData* data, cv::AccessFlag access,
                  cv::UMatUsageFlags usage) const override;
    void deallocate(cv::UMatData* data) const override;

  private:
    ImageView plane_;
    int type_;
};

}  // namespace turntile::io
