#include "io/subject_area.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace turntile {
namespace {

// What `TrimmedSide::kept_of` can take.
constexpr std::int64_t most_px = std::numeric_limits<std::int32_t>::max();

bool lies_in(const Subject& subject, Size space) {
    return subject[0] >= 0 && subject[1] >= 0 && subject[0] < space.width &&
           subject[1] < space.height;
}

/// Trims along one side (`index` is 0 across and 1 down), of which nothing is left from `end` on.
void trim_side(Subject& subject, std::size_t index, std::int64_t end) {
    std::int64_t& middle = subject[index];
    if (subject.size() < 4) {
        middle = std::min(middle, end - 1);
        return;
    }
    std::int64_t& length = subject[index + 2];
    const Stretch kept = cut({middle - length / 2, length}, end);
    // A rectangle that is far larger than its picture has its new middle in front of it.
    middle = std::max<std::int64_t>(kept.start + kept.length / 2, 0);
    length = kept.length;
}

}  // namespace

Size told_size(std::optional<std::uint64_t> width, std::optional<std::uint64_t> height,
               Size otherwise) {
    if (!width || !height || *width == 0 || *height == 0) return otherwise;
    return {static_cast<std::int64_t>(*width), static_cast<std::int64_t>(*height)};
}

std::optional<Subject> turned_subject(const Subject& subject, Size space, Turn turn) {
    if (!lies_in(subject, space)) return std::nullopt;
    const Point moved = turned(Point{subject[0], subject[1]}, space, turn);
    Subject result = subject;
    result[0] = moved.x;
    result[1] = moved.y;
    if (result.size() == 4 && swaps_axes(turn)) std::swap(result[2], result[3]);
    return result;
}

std::optional<Subject> trimmed_subject(const Subject& subject, Size space,
                                       const Trimming& trimming) {
    if (space.width > most_px || space.height > most_px || !lies_in(subject, space))
        return std::nullopt;
    const Size kept = trimming.kept_of(space);
    Subject result = subject;
    if (trimming.across.is_trimmed()) trim_side(result, 0, kept.width);
    if (trimming.down.is_trimmed()) trim_side(result, 1, kept.height);
    return result;
}

}  // namespace turntile
