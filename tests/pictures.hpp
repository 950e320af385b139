// Image files for tests, made and read with OpenCV, and the oracle applied to them.
#pragma once

#include <filesystem>
#include <opencv2/core.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/test_image.hpp"

namespace turntile::tests {

/// A kind of pixel, and a file format that keeps it to the bit.
struct Kind {
    const char* name;       ///< "8UC3"
    int type;               ///< CV_8UC3
    const char* extension;  ///< ".png"
};

inline void PrintTo(const Kind& kind, std::ostream* out) {
    *out << kind.name << kind.extension;
}

/// Random pixels of `type`; floats lie between 0 and 1.
cv::Mat random_picture(int width, int height, int type, std::uint64_t seed);

/// Writes `picture` in the format that the name's extension says, without loss where the format
/// can.
void write_picture(const std::filesystem::path& path, const cv::Mat& picture);

/// The picture in `path` as it is stored: no orientation is applied, depth and channels are kept.
cv::Mat read_picture(const std::filesystem::path& path);

/// `picture` turned by the oracle.
cv::Mat turned_by_oracle(const cv::Mat& picture, Turn turn);

/// Whether both have the same type, size and pixels.
bool same(const cv::Mat& a, const cv::Mat& b);

/// A smooth picture, such as JPEG keeps well: its colours rise to the right and downwards.
cv::Mat smooth_picture(int width, int height);

/// Peak signal to noise ratio in dB.
double psnr(const cv::Mat& a, const cv::Mat& b);

/// `jpeg` with an EXIF block behind its start whose IFD0 has `orientation`.
std::vector<std::byte> with_exif_orientation(const std::vector<std::byte>& jpeg, int orientation);

}  // namespace turntile::tests
