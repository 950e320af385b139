// Pixels of views as OpenCV's matrices.
#pragma once

#include <opencv2/core/mat.hpp>

#include "turntile/codec.hpp"

namespace turntile::io {

/// OpenCV's number for pixels of this kind: CV_8UC3, ...
int opencv_type(int channels, Sample sample);

/// Whether a matrix of `type` can borrow the memory of `view`: rows must start at whole samples.
bool can_borrow(const ConstImageView& view, int type);

/// A matrix on the memory of `view`, which `can_borrow`. Not to be written to unless `view` may be.
/// @throws ImageError if a side is longer than OpenCV's int
cv::Mat borrow(const ConstImageView& view, int type);

/// A matrix with memory of its own and the pixels of `view`.
cv::Mat copy_of(const ConstImageView& view, int type);

/// Copies the pixels of `src` to `dst`, which has the same size. Padding stays as it is.
void copy_rows(const cv::Mat& src, const ImageView& dst);

}  // namespace turntile::io
