// Makes OpenCV's decoders write to memory from a BufferSource.
#pragma once

#include <exception>
#include <opencv2/core/mat.hpp>

#include "turntile/codec.hpp"

namespace turntile::io {

/// Asks `memory` for one plane when a matrix wants pixels of just that size and type, and lets
/// OpenCV's own allocator serve every other wish. A matrix that borrows a plane would not do: its
/// memory is needed before the decoder has looked at the file, and OpenCV leaves it untouched,
/// as if decoded, where it finds no picture.
class PlaneAllocator : public cv::MatAllocator {
  public:
    /// `size` and `type` (OpenCV's) are what the file is said to hold. Both this object and
    /// `memory` must live longer than the matrices.
    PlaneAllocator(BufferSource& memory, Size size, int type)
        : memory_(memory), size_(size), type_(type) {}

    /// The plane; an empty view if no matrix has wanted it. Where its rows are not aligned as
    /// OpenCV wants them, the matrix has its pixels elsewhere.
    const ImageView& plane() const { return plane_; }

    /// Throws again what `memory` has thrown: OpenCV swallows it.
    void rethrow_failure() const {
        if (failure_) std::rethrow_exception(failure_);
    }

    cv::UMatData* allocate(int dims, const int* sizes, int type, void* data, std::size_t* step,
                           cv::AccessFlag access, cv::UMatUsageFlags usage) const override;
    bool allocate(cv::UMatData* data, cv::AccessFlag access,
                  cv::UMatUsageFlags usage) const override;
    void deallocate(cv::UMatData* data) const override;

  private:
    void ask_for_plane() const;

    BufferSource& memory_;
    Size size_;
    int type_;
    // OpenCV's interface is const, and allocating changes something.
    mutable ImageView plane_;
    mutable std::exception_ptr failure_;
};

}  // namespace turntile::io
