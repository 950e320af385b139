// A bridge to OpenCV's matrices, without a copy. Header only: it needs OpenCV's core headers, and
// nothing to link.
//
//     cv::Mat upright(turntile::turned(photo.size(), turn), photo.type());
//     turntile::cpu::turn(turntile::view(photo), turntile::view(upright), turn);
#pragma once

#include <opencv2/core.hpp>
#include <stdexcept>
#include <string>

#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile {

namespace detail {

inline void require_image(const cv::Mat& matrix) {
    if (matrix.dims > 2)
        throw std::invalid_argument("turntile::view: a cv::Mat of " + std::to_string(matrix.dims) +
                                    " dimensions is no image");
}

}  // namespace detail

/// The pixels of `matrix`, a region of another one included; one pixel is all its channels.
/// Borrows: the matrix must keep its memory for as long.
/// @throws std::invalid_argument if it has more than two dimensions
inline ImageView view(cv::Mat& matrix) {
    detail::require_image(matrix);
    return {matrix.data, matrix.cols, matrix.rows, matrix.elemSize(), matrix.step[0]};
}

/// The same, for reading only.
/// @throws std::invalid_argument if it has more than two dimensions
inline ConstImageView view(const cv::Mat& matrix) {
    detail::require_image(matrix);
    return {matrix.data, matrix.cols, matrix.rows, matrix.elemSize(), matrix.step[0]};
}

/// The size of a matrix of size `source` after `turn`.
inline cv::Size turned(cv::Size source, Turn turn) {
    return swaps_axes(turn) ? cv::Size(source.height, source.width) : source;
}

/// Where the pixels of `box`, in a matrix of size `source` (before the turn), stand after `turn`.
inline cv::Rect turned(cv::Rect box, cv::Size source, Turn turn) {
    const Box result =
        turned(Box{box.x, box.y, box.width, box.height}, Size{source.width, source.height}, turn);
    return {static_cast<int>(result.x), static_cast<int>(result.y), static_cast<int>(result.width),
            static_cast<int>(result.height)};
}

}  // namespace turntile
