#include "io/block_structure.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::tiff_block;
using tests::type_long;
using tests::type_short;

BlockStructure structure_of(const Bytes& block, BlockKind kind) {
    return {TiffBlock::open(block).value(), kind};
}

/// A file of one strip of ten bytes at `offset`, and a byte behind it.
Bytes file_with_strip(std::uint64_t offset) {
    Bytes file =
        tiff_block(ByteOrder::big,
                   {{{259, type_short, {5}}, {273, type_long, {offset}}, {279, type_long, {10}}}});
    file.resize(61);
    return file;
}

constexpr std::uint64_t directory_end = 8 + 2 + 3 * 12 + 4;

TEST(BlockStructure, KnowsItsHeaderItsDirectoriesAndItsPixels) {
    const Bytes file = file_with_strip(directory_end);
    const BlockStructure of_file = structure_of(file, BlockKind::tiff_file);
    EXPECT_TRUE(of_file.stands_alone(0));
    EXPECT_TRUE(of_file.stands_alone(8));
    EXPECT_FALSE(of_file.stands_alone(9));
    EXPECT_FALSE(of_file.is_free(7, 1));
    EXPECT_FALSE(of_file.is_free(directory_end + 9, 2));
    EXPECT_TRUE(of_file.is_free(directory_end + 10, 1));
    EXPECT_EQ(of_file.next_start(8, 100), directory_end);
    EXPECT_EQ(of_file.next_start(directory_end, 100), 100U);
    EXPECT_TRUE(structure_of(file, BlockKind::exif).is_free(directory_end, 11));
}

TEST(BlockStructure, WhatOverlapsDoesNotStandAlone) {
    const BlockStructure behind =
        structure_of(file_with_strip(directory_end - 1), BlockKind::tiff_file);
    EXPECT_FALSE(behind.stands_alone(8));
    EXPECT_TRUE(behind.stands_alone(0));
    const BlockStructure in_front = structure_of(file_with_strip(2), BlockKind::tiff_file);
    EXPECT_FALSE(in_front.stands_alone(8));
    EXPECT_FALSE(in_front.stands_alone(0));
}

TEST(BlockStructure, DiffersWhereAnOffsetLeadsInsideThatLedOutside) {
    const Bytes outside = file_with_strip(55);
    const Bytes grown = tests::joined({outside, Bytes(9)});
    const auto is_same = [](const Bytes& a, const Bytes& b) {
        return structure_of(a, BlockKind::tiff_file)
            .is_same_but_ifd0(structure_of(b, BlockKind::tiff_file));
    };
    EXPECT_TRUE(is_same(outside, outside));
    EXPECT_FALSE(is_same(outside, grown));
    EXPECT_TRUE(is_same(grown, tests::joined({grown, Bytes(9)})));
    EXPECT_FALSE(is_same(outside, tests::joined({outside, Bytes(1)})));
}

}  // namespace
}  // namespace turntile
