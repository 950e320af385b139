#include "turntile/turn.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/reference.hpp"

namespace turntile {
namespace {

constexpr Size upright_size = {3, 2};

// The letter at `point` of a picture whose rows are `width` letters and a slash.
char letter_at(const std::string& rows, Point point, std::int64_t width) {
    return rows.at(static_cast<std::size_t>(point.y * (width + 1) + point.x));
}

// abc/def with each letter moved to where `turned` says that it stands.
std::string moved_by_points(Turn turn) {
    const Size size = turned(upright_size, turn);
    std::string rows;
    for (std::int64_t y = 0; y < size.height; ++y)
        rows += std::string(static_cast<std::size_t>(size.width), '?') + '/';
    rows.pop_back();
    for (std::int64_t y = 0; y < upright_size.height; ++y)
        for (std::int64_t x = 0; x < upright_size.width; ++x) {
            const Point to = turned(Point{x, y}, upright_size, turn);
            rows.at(static_cast<std::size_t>(to.y * (size.width + 1) + to.x)) =
                letter_at(reference::upright_picture, {x, y}, upright_size.width);
        }
    return rows;
}

TEST(Turn, MovesPointsAsThePicturesShow) {
    for (const auto& [turn, rows] : reference::turned_pictures)
        EXPECT_EQ(moved_by_points(turn), rows) << name(turn);
}

TEST(Turn, ValuesAreExifOrientations) {
    EXPECT_EQ(static_cast<int>(Turn::none), 1);
    EXPECT_EQ(static_cast<int>(Turn::flip_horizontal), 2);
    EXPECT_EQ(static_cast<int>(Turn::rotate_180), 3);
    EXPECT_EQ(static_cast<int>(Turn::flip_vertical), 4);
    EXPECT_EQ(static_cast<int>(Turn::transpose), 5);
    EXPECT_EQ(static_cast<int>(Turn::rotate_90), 6);
    EXPECT_EQ(static_cast<int>(Turn::transverse), 7);
    EXPECT_EQ(static_cast<int>(Turn::rotate_270), 8);
}

TEST(Turn, AllTurnsListsEachOnceInOrder) {
    int value = 0;
    for (const Turn turn : all_turns)
        EXPECT_EQ(static_cast<int>(turn), ++value);
    EXPECT_EQ(value, 8);
}

TEST(Turn, SwapsAxesWhereRowsBecomeColumns) {
    for (const Turn turn : all_turns) {
        EXPECT_EQ(swaps_axes(turn), reference::rows_become_columns(turn)) << name(turn);
        EXPECT_EQ(turned(Size{5, 7}, turn), reference::size_after({5, 7}, turn)) << name(turn);
    }
}

TEST(Turn, TurnOfFindsTheTurnWithTheSteps) {
    for (const Turn turn : all_turns)
        EXPECT_EQ(turn_of(steps(turn)), turn);
}

TEST(Compose, DoesTheFirstTurnFirst) {
    EXPECT_EQ(compose(Turn::rotate_90, Turn::rotate_90), Turn::rotate_180);
    EXPECT_EQ(compose(Turn::rotate_90, Turn::rotate_180), Turn::rotate_270);
    EXPECT_EQ(compose(Turn::rotate_90, Turn::flip_horizontal), Turn::transpose);
    EXPECT_EQ(compose(Turn::flip_horizontal, Turn::rotate_90), Turn::transverse);
    EXPECT_EQ(compose(Turn::transpose, Turn::flip_vertical), Turn::rotate_270);
    EXPECT_EQ(compose(Turn::flip_vertical, Turn::transpose), Turn::rotate_90);
}

TEST(Compose, EqualsTwoTurnsOfThePicture) {
    const auto source = reference::image_of(reference::upright_picture, 1);
    for (const Turn first : all_turns)
        for (const Turn then : all_turns)
            EXPECT_TRUE(
                reference::same_pixels(reference::turn(reference::turn(source, first), then),
                                       reference::turn(source, compose(first, then))))
                << name(first) << " then " << name(then);
}

TEST(Inverse, BringsThePictureBack) {
    const auto source = reference::image_of(reference::upright_picture, 1);
    for (const Turn turn : all_turns)
        EXPECT_TRUE(reference::same_pixels(
            source, reference::turn(reference::turn(source, turn), inverse(turn))))
            << name(turn);
}

// In a picture of 10x6, the box 3x2 at (1, 3) leaves 1 left, 6 right, 3 above and 1 below.
TEST(Box, KeepsItsDistancesFromTheTurnedEdges) {
    constexpr Box box = {.x = 1, .y = 3, .width = 3, .height = 2};
    constexpr Size size = {10, 6};
    EXPECT_EQ(turned(box, size, Turn::none), (Box{1, 3, 3, 2}));
    EXPECT_EQ(turned(box, size, Turn::flip_horizontal), (Box{6, 3, 3, 2}));
    EXPECT_EQ(turned(box, size, Turn::rotate_180), (Box{6, 1, 3, 2}));
    EXPECT_EQ(turned(box, size, Turn::flip_vertical), (Box{1, 1, 3, 2}));
    EXPECT_EQ(turned(box, size, Turn::transpose), (Box{3, 1, 2, 3}));
    EXPECT_EQ(turned(box, size, Turn::rotate_90), (Box{1, 1, 2, 3}));
    EXPECT_EQ(turned(box, size, Turn::transverse), (Box{1, 6, 2, 3}));
    EXPECT_EQ(turned(box, size, Turn::rotate_270), (Box{3, 6, 2, 3}));
}

TEST(Box, OfOnePixelIsThePoint) {
    constexpr Size size = {5, 4};
    for (const Turn turn : all_turns)
        for (std::int64_t y = 0; y < size.height; ++y)
            for (std::int64_t x = 0; x < size.width; ++x) {
                const Point point = turned(Point{x, y}, size, turn);
                EXPECT_EQ(turned(Box{x, y, 1, 1}, size, turn), (Box{point.x, point.y, 1, 1}))
                    << name(turn);
            }
}

TEST(Box, EmptyStaysEmpty) {
    for (const Turn turn : all_turns) {
        const Box box = turned(Box{2, 1, 0, 0}, {5, 4}, turn);
        EXPECT_EQ(box.width, 0) << name(turn);
        EXPECT_EQ(box.height, 0) << name(turn);
    }
}

TEST(Name, IsTheWordOfTheCommandLine) {
    std::set<std::string> names;
    for (const Turn turn : all_turns)
        names.insert(name(turn));
    EXPECT_EQ(names,
              (std::set<std::string>{"none", "flip_horizontal", "flip_vertical", "rotate_90",
                                     "rotate_180", "rotate_270", "transpose", "transverse"}));
    EXPECT_STREQ(name(Turn::rotate_90), "rotate_90");
    EXPECT_STREQ(name(Turn::rotate_270), "rotate_270");
    EXPECT_STREQ(name(Turn::flip_vertical), "flip_vertical");
    EXPECT_STREQ(name(Turn::transverse), "transverse");
    EXPECT_STREQ(name(Method::naive), "naive");
    EXPECT_STREQ(name(Method::tiled), "tiled");
}

}  // namespace
}  // namespace turntile
