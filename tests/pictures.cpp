#include "tests/pictures.hpp"

#include <opencv2/imgcodecs.hpp>
#include <stdexcept>

#include "tests/reference.hpp"
#include "tests/scratch_folder.hpp"

namespace turntile::tests {
namespace {

reference::HostImage to_image(const cv::Mat& picture) {
    reference::HostImage image({picture.cols, picture.rows}, picture.elemSize());
    for (int y = 0; y < picture.rows; ++y)
        std::memcpy(image.view().row(y), picture.ptr(y), image.view().row_bytes());
    return image;
}

}  // namespace

cv::Mat random_picture(int width, int height, int type, std::uint64_t seed) {
    cv::Mat picture(height, width, type);
    cv::RNG random(seed + 1);
    random.fill(picture, cv::RNG::UNIFORM, 0,
                CV_MAT_DEPTH(type) == CV_32F   ? 1
                : CV_MAT_DEPTH(type) == CV_16U ? 65536
                                               : 256);
    // OpenCV's WebP writer drops the colours of wholly transparent pixels.
    if (type == CV_8UC4) picture |= cv::Scalar(0, 0, 0, 1);
    return picture;
}

void write_picture(const fs::path& path, const cv::Mat& picture) {
    std::vector<int> options;
    if (path.extension() == ".tif")
        options = {cv::IMWRITE_TIFF_COMPRESSION, 5};  // else float is lossy
    if (path.extension() == ".webp") options = {cv::IMWRITE_WEBP_QUALITY, 101};  // lossless
    if (!cv::imwrite(path, picture, options))
        throw std::runtime_error("cannot write " + path.native());
}

cv::Mat read_picture(const fs::path& path) {
    return cv::imread(path, cv::IMREAD_UNCHANGED);
}

cv::Mat turned_by_oracle(const cv::Mat& picture, Turn turn) {
    const reference::HostImage result = reference::turn(to_image(picture), turn);
    cv::Mat mat(static_cast<int>(result.size().height), static_cast<int>(result.size().width),
                picture.type());
    for (int y = 0; y < mat.rows; ++y)
        std::memcpy(mat.ptr(y), result.view().row(y), result.view().row_bytes());
    return mat;
}

bool same(const cv::Mat& a, const cv::Mat& b) {
    if (a.type() != b.type() || a.size() != b.size() || a.empty()) return false;
    for (int y = 0; y < a.rows; ++y)
        if (std::memcmp(a.ptr(y), b.ptr(y), static_cast<std::size_t>(a.cols) * a.elemSize()) != 0)
            return false;
    return true;
}

cv::Mat smooth_picture(int width, int height) {
    cv::Mat picture(height, width, CV_8UC3);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.at<cv::Vec3b>(y, x) = {
                static_cast<uchar>(255 * x / width), static_cast<uchar>(255 * y / height),
                static_cast<uchar>(128 + 100 * x / width - 100 * y / height)};
    return picture;
}

double psnr(const cv::Mat& a, const cv::Mat& b) {
    return a.size() == b.size() && a.type() == b.type() ? cv::PSNR(a, b) : 0;
}

std::vector<std::byte> with_exif_orientation(const std::vector<std::byte>& jpeg, int orientation) {
    const unsigned char exif[] = {
        0xFF, 0xE1, 0, 34, 'E', 'x', 'i', 'f', 0, 0,  // APP1, 34 bytes long
        'M',  'M',  0, 42, 0,   0,   0,   8,          // big-endian, IFD0 at 8
        0,    1,                                      // one entry:
        1,    0x12, 0, 3,  0,   0,   0,   1,   0, static_cast<unsigned char>(orientation),
        0,    0,    0, 0,  0,   0};  // no further IFD
    std::vector<std::byte> result(jpeg.begin(), jpeg.begin() + 2);
    for (const unsigned char byte : exif)
        result.push_back(static_cast<std::byte>(byte));
    result.insert(result.end(), jpeg.begin() + 2, jpeg.end());
    return result;
}

}  // namespace turntile::tests
