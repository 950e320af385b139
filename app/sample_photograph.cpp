#include "app/sample_photograph.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "turntile/codec.hpp"

namespace turntile::app {
namespace {

/// A wave of brightness along one direction.
struct Wave {
    double height;
    double per_pixel;
    double phase;

    int at(std::int64_t place) const {
        return static_cast<int>(height * std::sin(static_cast<double>(place) * per_pixel + phase));
    }
};

std::vector<int> sampled(const Wave& wave, std::int64_t count) {
    std::vector<int> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = wave.at(static_cast<std::int64_t>(i));
    return values;
}

void paint(const ImageView& bgr, std::uint32_t seed) {
    std::minstd_rand random(seed + 1);
    std::uniform_real_distribution<double> phase(0, 6.28);
    const std::vector<int> across = sampled({50, 0.002, phase(random)}, bgr.width);
    const std::vector<int> down = sampled({35, 0.005, phase(random)}, bgr.height);
    const std::vector<int> slanting = sampled({20, 0.05, phase(random)}, bgr.width + bgr.height);
    for (std::int64_t y = 0; y < bgr.height; ++y) {
        auto* pixel = reinterpret_cast<unsigned char*>(bgr.row(y));
        for (std::int64_t x = 0; x < bgr.width; ++x) {
            const auto column = static_cast<std::size_t>(x), row = static_cast<std::size_t>(y);
            const int grey = 128 + across[column] + down[row] + slanting[column + row];
            const auto noise = static_cast<unsigned>(random());
            for (unsigned channel = 0; channel < 3; ++channel) {
                const int value = grey + static_cast<int>(noise >> (8 * channel) & 15U) - 8;
                *pixel++ = static_cast<unsigned char>(std::clamp(value, 0, 255));
            }
        }
    }
}

}  // namespace

std::vector<std::byte> make_sample_photograph(Size size, std::uint32_t seed) {
    const auto row_bytes = 3 * static_cast<std::size_t>(size.width);
    std::vector<std::byte> pixels(row_bytes * static_cast<std::size_t>(size.height));
    Picture picture;
    picture.planes[0] = {pixels.data(), size.width, size.height, 3, row_bytes};
    paint(picture.planes[0], seed);
    return encode(picture, {.format = Format::jpeg, .jpeg_quality = 90});
}

}  // namespace turntile::app
