#include "pipeline/opencv_turn.hpp"

#include <tbb/task_arena.h>

#include <opencv2/core.hpp>
#include <stdexcept>
#include <string>

namespace turntile {
namespace {

// Types of the pixels' sizes, as a picture would have them: OpenCV's speed may depend on the type.
int opencv_type(std::size_t pixel_bytes) {
    switch (pixel_bytes) {
        case 1: return CV_8UC1;
        case 2: return CV_16UC1;
        case 3: return CV_8UC3;
        case 4: return CV_8UC4;
        case 6: return CV_16UC3;
        case 8: return CV_16UC4;
        case 12: return CV_32FC3;
        case 16: return CV_32FC4;
        default:
            throw std::invalid_argument("turn: no pixel has " + std::to_string(pixel_bytes) +
                                        " bytes");
    }
}

cv::Mat header(ImageView view) {
    return {static_cast<int>(view.height), static_cast<int>(view.width),
            opencv_type(view.pixel_bytes), view.data, view.pitch_bytes};
}

// cv::Mat knows no memory that is only read.
ImageView writable(ConstImageView view) {
    return {const_cast<void*>(view.data), view.width, view.height, view.pixel_bytes,
            view.pitch_bytes};
}

}  // namespace

void turn_by_opencv(ConstImageView src, ImageView dst, Turn turn) {
    const cv::Mat from = header(writable(src));
    cv::Mat to = header(dst);
    switch (turn) {
        case Turn::none: from.copyTo(to); break;
        case Turn::flip_horizontal: cv::flip(from, to, 1); break;
        case Turn::rotate_180: cv::rotate(from, to, cv::ROTATE_180); break;
        case Turn::flip_vertical: cv::flip(from, to, 0); break;
        case Turn::transpose: cv::transpose(from, to); break;
        case Turn::rotate_90: cv::rotate(from, to, cv::ROTATE_90_CLOCKWISE); break;
        case Turn::transverse:
            cv::transpose(from, to);
            cv::flip(to, to, -1);
            break;
        case Turn::rotate_270: cv::rotate(from, to, cv::ROTATE_90_COUNTERCLOCKWISE); break;
    }
}

OpencvThreads::OpencvThreads() : before_(cv::getNumThreads()) {
    cv::setNumThreads(tbb::this_task_arena::max_concurrency());
}

OpencvThreads::~OpencvThreads() {
    cv::setNumThreads(before_);
}

}  // namespace turntile
