#include "io/opencv_pixels.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "turntile/error.hpp"

namespace turntile::io {
namespace {

int opencv_side(std::int64_t side_px) {
    if (!std::in_range<int>(side_px))
        throw ImageError("a side of " + std::to_string(side_px) + " pixels is too long for OpenCV");
    return static_cast<int>(side_px);
}

}  // namespace

int opencv_type(int channels, Sample sample) {
    switch (sample) {
        case Sample::u8: return CV_MAKETYPE(CV_8U, channels);
        case Sample::u16: return CV_MAKETYPE(CV_16U, channels);
        case Sample::f32: return CV_MAKETYPE(CV_32F, channels);
    }
    throw std::invalid_argument("unknown kind of sample");
}

bool can_borrow(const ConstImageView& view, int type) {
    const auto sample_bytes = static_cast<std::size_t>(CV_ELEM_SIZE1(type));
    return view.pitch_bytes % sample_bytes == 0 &&
           reinterpret_cast<std::uintptr_t>(view.data) % sample_bytes == 0;
}

cv::Mat borrow(const ConstImageView& view, int type) {
    return {opencv_side(view.height), opencv_side(view.width), type, const_cast<void*>(view.data),
            view.pitch_bytes};
}

cv::Mat copy_of(const ConstImageView& view, int type) {
    cv::Mat copy(opencv_side(view.height), opencv_side(view.width), type);
    for (int y = 0; y < copy.rows; ++y)
        std::memcpy(copy.ptr(y), view.row(y), view.row_bytes());
    return copy;
}

void copy_rows(const cv::Mat& src, const ImageView& dst) {
    for (int y = 0; y < src.rows; ++y)
        std::memcpy(dst.row(y), src.ptr(y), dst.row_bytes());
}

}  // namespace turntile::io
