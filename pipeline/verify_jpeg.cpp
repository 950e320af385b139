#include "pipeline/verify_jpeg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

#include "io/jpeg_grid.hpp"
#include "pipeline/reject_result.hpp"

namespace turntile {
namespace {

constexpr std::size_t side = jpeg_block_px;
constexpr std::size_t block_samples = side * side;
using Block = std::array<float, block_samples>;

// The root of the sum of squares, over a block, that rounding may add: of samples as they come out
// of the decoder by up to 1.5 each, and as the encoder converts and averages pixels by up to 1
// more.
constexpr float plane_slack = 1.5F * side;
constexpr float pixels_slack = 2.5F * side;

/// Row u holds the cosines of frequency u. ITU-T T.81, A.3.3.
Block cosines() {
    Block table = {};
    for (std::size_t u = 0; u < side; ++u)
        for (std::size_t x = 0; x < side; ++x) {
            const double angle = static_cast<double>((2 * x + 1) * u) * std::numbers::pi / 16;
            const double scale = u == 0 ? std::numbers::sqrt2 / 4 : 0.5;
            table[side * u + x] = static_cast<float>(scale * std::cos(angle));
        }
    return table;
}

/// The transposed transform of the rows of `block`.
Block transformed_rows(const Block& block) {
    static const Block table = cosines();
    Block result = {};
    for (std::size_t u = 0; u < side; ++u)
        for (std::size_t y = 0; y < side; ++y) {
            float sum = 0;
            for (std::size_t x = 0; x < side; ++x)
                sum += table[side * u + x] * block[side * y + x];
            result[side * u + y] = sum;
        }
    return result;
}

/// What is lost when the coefficients of `block` are rounded to multiples of `steps`: a sum of
/// squares, which is the same of coefficients and of samples.
float rounding_loss(const Block& block, const std::array<std::uint16_t, block_samples>& steps) {
    const Block coefficients = transformed_rows(transformed_rows(block));
    float loss = 0;
    for (std::size_t k = 0; k < block_samples; ++k) {
        const auto step = static_cast<float>(steps[k]);
        const float rest = coefficients[k] - step * std::nearbyint(coefficients[k] / step);
        loss += rest * rest;
    }
    return loss;
}

float number(std::byte sample) {
    return static_cast<float>(std::to_integer<int>(sample));
}

/// The block of `plane` at `column`, `row`, as it is encoded: beyond the edges the last samples
/// are repeated, and 0 stands in the middle.
Block block_at(const ImageView& plane, std::int64_t column, std::int64_t row) {
    Block block;
    for (std::int64_t y = 0; y < jpeg_block_px; ++y) {
        const std::byte* samples = plane.row(std::min(row + y, plane.height - 1));
        for (std::int64_t x = 0; x < jpeg_block_px; ++x)
            block[static_cast<std::size_t>(jpeg_block_px * y + x)] =
                number(samples[std::min(column + x, plane.width - 1)]) - 128;
    }
    return block;
}

/// The sum of squared differences in the part of a block that is in the picture.
float difference(const ImageView& a, const ImageView& b, std::int64_t column, std::int64_t row) {
    const std::int64_t end_x = std::min(column + jpeg_block_px, a.width);
    const std::int64_t end_y = std::min(row + jpeg_block_px, a.height);
    int sum = 0;
    for (std::int64_t y = row; y < end_y; ++y)
        for (std::int64_t x = column; x < end_x; ++x) {
            const int by = std::to_integer<int>(a.row(y)[x]) - std::to_integer<int>(b.row(y)[x]);
            sum += by * by;
        }
    return static_cast<float>(sum);
}

void require_close(const ImageView& result, const ImageView& expected,
                   const CodedComponent& component, float slack) {
    for (std::int64_t row = 0; row < result.height; row += jpeg_block_px)
        for (std::int64_t column = 0; column < result.width; column += jpeg_block_px) {
            const float differs = std::sqrt(difference(result, expected, column, row));
            if (differs <= slack) continue;
            const float loss =
                std::sqrt(rounding_loss(block_at(expected, column, row), component.steps));
            if (differs <= loss + slack) continue;
            reject_result("differs from what was turned at sample " + std::to_string(column) +
                          ", " + std::to_string(row) + " of component " +
                          std::to_string(component.id));
        }
}

/// Component `index` of a pixel: JFIF's Y, Cb and Cr of one in BGR.
float component_of(const std::byte* pixel, std::size_t index, bool is_bgr) {
    if (!is_bgr) return number(pixel[index]);
    const auto b = number(pixel[0]);
    const auto g = number(pixel[1]);
    const auto r = number(pixel[2]);
    switch (index) {
        case 0: return 0.299F * r + 0.587F * g + 0.114F * b;
        case 1: return -0.168736F * r - 0.331264F * g + 0.5F * b + 128;
        default: return 0.5F * r - 0.418688F * g - 0.081312F * b + 128;
    }
}

/// The means of `unit` pixels at a time, as libjpeg samples a component; at the edges the last
/// pixel is repeated.
ImageView sampled(const Picture& picture, std::size_t index, Size size, Size unit,
                  BufferSource& memory) {
    const ImageView& pixels = picture.planes[0];
    const ImageView plane = memory.allocate(size.width, size.height, 1);
    for (std::int64_t y = 0; y < size.height; ++y)
        for (std::int64_t x = 0; x < size.width; ++x) {
            float sum = 0;
            for (std::int64_t i = 0; i < unit.width * unit.height; ++i) {
                const std::int64_t from_x =
                    std::min(x * unit.width + i % unit.width, pixels.width - 1);
                const std::int64_t from_y =
                    std::min(y * unit.height + i / unit.width, pixels.height - 1);
                const std::byte* pixel =
                    pixels.row(from_y) + static_cast<std::size_t>(from_x) * pixels.pixel_bytes;
                sum += component_of(pixel, index, !picture.jpeg);
            }
            const float mean = sum / static_cast<float>(unit.width * unit.height);
            plane.row(y)[x] = static_cast<std::byte>(std::lround(std::clamp(mean, 0.0F, 255.0F)));
        }
    return plane;
}

bool has_components_apart(const Picture& picture) {
    return picture.plane_count > 1 || picture.planes[0].pixel_bytes == 1;
}

}  // namespace

void verify_jpeg(std::span<const std::byte> file, const FileInfo& info, const Picture& picture,
                 BufferSource& memory) {
    const Picture result = decode(file, info, 0, memory, {.components_for = Turn::none});
    const JpegCoding& coding = *result.jpeg;
    const bool is_apart = has_components_apart(picture);
    const std::size_t components =
        is_apart ? static_cast<std::size_t>(picture.plane_count) : picture.planes[0].pixel_bytes;
    bool has_layout = coding.components.size() == components &&
                      (is_apart || coding.size == picture.planes[0].size());
    for (std::size_t i = 0; has_layout && is_apart && i < components; ++i)
        has_layout = picture.planes[i].size() == result.planes[i].size();
    if (!has_layout) reject_result("has another size or kind of pixel");
    const Size most = largest_sampling(coding.components);
    for (std::size_t i = 0; i < components; ++i) {
        const CodedComponent& component = coding.components[i];
        const Size unit = {most.width / component.horizontal, most.height / component.vertical};
        const ImageView expected = is_apart
                                       ? picture.planes[i]
                                       : sampled(picture, i, result.planes[i].size(), unit, memory);
        require_close(result.planes[i], expected, component, is_apart ? plane_slack : pixels_slack);
    }
}

}  // namespace turntile
