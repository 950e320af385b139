#include "turntile/jpeg_coding.hpp"

#include <algorithm>
#include <utility>

#include "io/jpeg_grid.hpp"

namespace turntile {
namespace {

constexpr unsigned most_restart_mcus = 65535;

constexpr std::int64_t divide_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

unsigned mcus_in_row(const JpegCoding& coding) {
    const bool interleaved = coding.components.size() > 1;
    const std::int64_t across = interleaved ? largest_sampling(coding.components).width : 1;
    return static_cast<unsigned>(divide_up(coding.size.width, jpeg_block_px * across));
}

/// Rows of MCUs between restarts; 0 if they do not stand at rows' ends.
unsigned restart_rows(const JpegCoding& coding) {
    const unsigned row = std::max(mcus_in_row(coding), 1U);
    return coding.restart_interval % row == 0 ? coding.restart_interval / row : 0;
}

void set_restart_rows(JpegCoding& coding, unsigned rows) {
    if (rows == 0) return;
    const unsigned row = std::max(mcus_in_row(coding), 1U);
    coding.restart_interval = row * std::min(rows, most_restart_mcus / row);
}

}  // namespace

JpegCoding turned(const JpegCoding& coding, Turn turn) {
    JpegCoding result = coding;
    result.size = turned(coding.size, turn);
    if (!swaps_axes(turn)) return result;
    for (CodedComponent& component : result.components) {
        std::swap(component.horizontal, component.vertical);
        for (std::size_t y = 0; y < 8; ++y)
            for (std::size_t x = 0; x < y; ++x)
                std::swap(component.steps[8 * y + x], component.steps[8 * x + y]);
    }
    set_restart_rows(result, restart_rows(coding));
    return result;
}

JpegCoding resized(const JpegCoding& coding, Size size) {
    JpegCoding result = coding;
    result.size = size;
    set_restart_rows(result, restart_rows(coding));
    return result;
}

Size component_size(const JpegCoding& coding, std::size_t index) {
    const Size largest = largest_sampling(coding.components);
    const CodedComponent& component = coding.components[index];
    return {divide_up(coding.size.width * component.horizontal, largest.width),
            divide_up(coding.size.height * component.vertical, largest.height)};
}

}  // namespace turntile
