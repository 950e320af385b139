// The eight turns of a picture and their arithmetic. Everything here is constexpr and moves no
// pixel.
#pragma once

#include <array>
#include <cstdint>

namespace turntile {

/// One of the eight symmetries of a rectangle. The value is the EXIF orientation (tag 274) of a
/// stored picture that this turn makes upright. Directions are clockwise:
///
///     ab   none: ab   flip_horizontal: ba   rotate_180: dc   flip_vertical: cd
///     cd         cd                    dc               ba                  ab
///
///          transpose: ac   rotate_90: ca   transverse: db   rotate_270: bd
///                     bd              db               ca               ac
enum class Turn : std::uint8_t {
    none = 1,
    flip_horizontal = 2,
    rotate_180 = 3,
    flip_vertical = 4,
    transpose = 5,
    rotate_90 = 6,
    transverse = 7,
    rotate_270 = 8,
};

/// How a turn is carried out, on either backend. The result is the same to the bit.
enum class Method : std::uint8_t {
    naive,  ///< One pixel after the other: what coalescing and cache blocks are measured against.
    tiled,  ///< Through shared-memory tiles (GPU) or cache blocks (CPU).
};

inline constexpr std::array all_turns = {
    Turn::none,      Turn::flip_horizontal, Turn::rotate_180, Turn::flip_vertical,
    Turn::transpose, Turn::rotate_90,       Turn::transverse, Turn::rotate_270};

/// Width and height in pixels.
struct Size {
    std::int64_t width = 0;
    std::int64_t height = 0;
    friend constexpr bool operator==(const Size&, const Size&) = default;
};

/// A pixel's position: x pixels from the left edge, y pixels from the top.
struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
    friend constexpr bool operator==(const Point&, const Point&) = default;
};

/// A rectangle of pixels: its top left pixel, and its size in pixels.
struct Box {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;
    friend constexpr bool operator==(const Box&, const Box&) = default;
};

/// A turn taken apart: first the axes are swapped (as `transpose` does), then the result is
/// mirrored.
struct TurnSteps {
    bool swap_axes = false;
    bool mirror_x = false;  ///< left and right change places
    bool mirror_y = false;  ///< top and bottom change places
    friend constexpr bool operator==(const TurnSteps&, const TurnSteps&) = default;
};

/// The steps of `turn`.
constexpr TurnSteps steps(Turn turn) {
    switch (turn) {
        case Turn::none: return {false, false, false};
        case Turn::flip_horizontal: return {false, true, false};
        case Turn::rotate_180: return {false, true, true};
        case Turn::flip_vertical: return {false, false, true};
        case Turn::transpose: return {true, false, false};
        case Turn::rotate_90: return {true, true, false};
        case Turn::transverse: return {true, true, true};
        case Turn::rotate_270: return {true, false, true};
    }
    return {};
}

/// The turn with these steps.
constexpr Turn turn_of(TurnSteps wanted) {
    for (const Turn turn : all_turns)
        if (steps(turn) == wanted) return turn;
    return Turn::none;
}

/// Whether width and height change places.
constexpr bool swaps_axes(Turn turn) {
    return steps(turn).swap_axes;
}

/// The one turn that does `first` and then `then`.
constexpr Turn compose(Turn first, Turn then) {
    const TurnSteps a = steps(first);
    const TurnSteps b = steps(then);
    // A mirror that passes through a swap of the axes comes out along the other axis.
    return turn_of({a.swap_axes != b.swap_axes,
                    (b.swap_axes ? a.mirror_y : a.mirror_x) != b.mirror_x,
                    (b.swap_axes ? a.mirror_x : a.mirror_y) != b.mirror_y});
}

/// The turn that undoes `turn`.
constexpr Turn inverse(Turn turn) {
    if (turn == Turn::rotate_90) return Turn::rotate_270;
    if (turn == Turn::rotate_270) return Turn::rotate_90;
    return turn;
}

/// The size of a picture of size `source` after `turn`.
constexpr Size turned(Size source, Turn turn) {
    return swaps_axes(turn) ? Size{source.height, source.width} : source;
}

/// Where the pixel at `point` of a picture of size `source` (before the turn) stands after `turn`.
constexpr Point turned(Point point, Size source, Turn turn) {
    const TurnSteps s = steps(turn);
    const Size size = turned(source, turn);
    const Point swapped = s.swap_axes ? Point{point.y, point.x} : point;
    return {s.mirror_x ? size.width - 1 - swapped.x : swapped.x,
            s.mirror_y ? size.height - 1 - swapped.y : swapped.y};
}

/// Where the pixels of `box`, in a picture of size `source` (before the turn), stand after `turn`.
/// An empty box stays empty.
constexpr Box turned(Box box, Size source, Turn turn) {
    const TurnSteps s = steps(turn);
    const Size size = turned(source, turn);
    Box result = s.swap_axes ? Box{box.y, box.x, box.height, box.width} : box;
    if (s.mirror_x) result.x = size.width - result.x - result.width;
    if (s.mirror_y) result.y = size.height - result.y - result.height;
    return result;
}

/// The name that the command line and the reports use: "rotate_90", "flip_horizontal", ...
constexpr const char* name(Turn turn) {
    switch (turn) {
        case Turn::none: return "none";
        case Turn::flip_horizontal: return "flip_horizontal";
        case Turn::rotate_180: return "rotate_180";
        case Turn::flip_vertical: return "flip_vertical";
        case Turn::transpose: return "transpose";
        case Turn::rotate_90: return "rotate_90";
        case Turn::transverse: return "transverse";
        case Turn::rotate_270: return "rotate_270";
    }
    return "?";
}

constexpr const char* name(Method method) {
    return method == Method::naive ? "naive" : "tiled";
}

namespace detail {

// The group laws. They hold for every pair and triple, or this header does not compile.
constexpr bool turns_form_a_group() {
    for (const Turn a : all_turns) {
        if (compose(a, Turn::none) != a || compose(Turn::none, a) != a) return false;
        if (compose(a, inverse(a)) != Turn::none || compose(inverse(a), a) != Turn::none)
            return false;
        for (const Turn b : all_turns)
            for (const Turn c : all_turns)
                if (compose(compose(a, b), c) != compose(a, compose(b, c))) return false;
    }
    return true;
}

// Composing turns and moving a point twice agree, on a picture that is not square.
constexpr bool points_follow_composition() {
    constexpr Size size = {3, 2};
    for (const Turn a : all_turns)
        for (const Turn b : all_turns)
            for (std::int64_t y = 0; y < size.height; ++y)
                for (std::int64_t x = 0; x < size.width; ++x)
                    if (turned(turned(Point{x, y}, size, a), turned(size, a), b) !=
                        turned(Point{x, y}, size, compose(a, b)))
                        return false;
    return true;
}

static_assert(turns_form_a_group());
static_assert(points_follow_composition());
static_assert(compose(Turn::rotate_90, Turn::rotate_90) == Turn::rotate_180);
static_assert(compose(Turn::transpose, Turn::flip_horizontal) == Turn::rotate_90);

}  // namespace detail
}  // namespace turntile
