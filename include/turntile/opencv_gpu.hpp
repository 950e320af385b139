// A bridge to OpenCV's matrices on the GPU, without a copy. Header only: it needs OpenCV's core
// headers, and an OpenCV that was built with CUDA to have such matrices. A cv::cuda::Stream's
// cudaStream_t is what cv::cuda::StreamAccessor::getStream gives.
#pragma once

#include <opencv2/core/cuda.hpp>

#include "turntile/image_view.hpp"

namespace turntile {

/// The pixels of `matrix`, which are in device memory; one pixel is all its channels. Borrows: the
/// matrix must keep its memory until the stream's work is done.
inline ImageView view(cv::cuda::GpuMat& matrix) {
    return {matrix.data, matrix.cols, matrix.rows, matrix.elemSize(), matrix.step};
}

/// The same, for reading only.
inline ConstImageView view(const cv::cuda::GpuMat& matrix) {
    return {matrix.data, matrix.cols, matrix.rows, matrix.elemSize(), matrix.step};
}

}  // namespace turntile
