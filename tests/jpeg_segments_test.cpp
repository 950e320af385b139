#include "io/jpeg_segments.hpp"

#include <gtest/gtest.h>

#include "tests/file_builders.hpp"
#include "turntile/error.hpp"

namespace turntile {
namespace {

using tests::Bytes;
using tests::ByteWriter;
using tests::frame_segment;
using tests::joined;
using tests::jpeg_end;
using tests::jpeg_file;
using tests::jpeg_segment;
using tests::jpeg_start;
using tests::scan_segment;
using tests::text_bytes;

TEST(JpegLayout, ReadsTheFrame) {
    const JpegLayout layout = read_jpeg_layout(jpeg_file({}, frame_segment(640, 480, 3, 0xc2)));
    EXPECT_EQ(layout.frame_marker, 0xc2);
    EXPECT_EQ(layout.size, (Size{640, 480}));
    EXPECT_EQ(layout.precision_bits, 8);
    ASSERT_EQ(layout.components.size(), 3u);
    EXPECT_EQ(layout.components[0].horizontal, 2);
    EXPECT_EQ(layout.components[0].vertical, 2);
    EXPECT_EQ(layout.components[2].id, 3);
    EXPECT_EQ(layout.components[2].horizontal, 1);
}

TEST(JpegLayout, ListsApplicationSegmentsAndComments) {
    const Bytes file = jpeg_file({jpeg_segment(0xe5, text_bytes("five")),
                                  jpeg_segment(0xdb, Bytes(65)), jpeg_segment(0xfe, {})});
    const JpegLayout layout = read_jpeg_layout(file);
    ASSERT_EQ(layout.segments.size(), 2u);
    EXPECT_EQ(layout.segments[0].marker, 0xe5);
    EXPECT_EQ(layout.segments[0].offset, 2u);
    EXPECT_EQ(layout.segments[0].size_bytes, 8u);
    EXPECT_TRUE(is_segment(file, layout.segments[0], 0xe5, "five"));
    EXPECT_FALSE(is_segment(file, layout.segments[0], 0xe5, "fives"));
    EXPECT_EQ(layout.segments[1].marker, 0xfe);
    EXPECT_EQ(layout.segments[1].payload(file).size(), 0u);
}

TEST(JpegLayout, FindsTheEndAfterSeveralScans) {
    const Bytes tail = text_bytes("unknown");
    const Bytes file =
        joined({jpeg_start, frame_segment(8, 8), scan_segment(), jpeg_segment(0xc4, Bytes(20)),
                scan_segment(), jpeg_segment(0xfe, text_bytes("late")), jpeg_end, tail});
    const JpegLayout layout = read_jpeg_layout(file);
    EXPECT_TRUE(layout.has_eoi);
    EXPECT_EQ(layout.end, file.size() - tail.size());
    EXPECT_EQ(layout.segments.size(), 1u);
    EXPECT_FALSE(layout.has_stray_bytes);
}

TEST(JpegLayout, PassesFillBytesSilentlyAndStrayBytesWithAWord) {
    const Bytes fill = ByteWriter{}.u8(0xff).bytes;
    const Bytes comment = jpeg_segment(0xfe, text_bytes("c"));
    const JpegLayout filled = read_jpeg_layout(jpeg_file({fill, comment, fill, fill}));
    EXPECT_EQ(filled.segments.size(), 1u);
    EXPECT_FALSE(filled.has_stray_bytes);
    const JpegLayout stray = read_jpeg_layout(jpeg_file({text_bytes("stray"), comment}));
    EXPECT_EQ(stray.segments.size(), 1u);
    EXPECT_TRUE(stray.has_stray_bytes);
}

TEST(JpegLayout, AMarkerInsideASegmentIsNone) {
    const Bytes thumbnail = jpeg_file({});
    const JpegLayout layout = read_jpeg_layout(jpeg_file({jpeg_segment(0xe1, thumbnail)}));
    EXPECT_EQ(layout.segments.size(), 1u);
    EXPECT_EQ(layout.size, (Size{40, 30}));
}

TEST(JpegLayout, AMissingEndIsAFactNotAFault) {
    const Bytes file = joined({jpeg_start, frame_segment(8, 8), scan_segment()});
    const JpegLayout layout = read_jpeg_layout(file);
    EXPECT_FALSE(layout.has_eoi);
    EXPECT_EQ(layout.end, file.size());
}

TEST(JpegLayout, RefusesDamagedHeaders) {
    const Bytes frame = frame_segment(8, 8);
    EXPECT_THROW(read_jpeg_layout({}), ImageError);
    EXPECT_THROW(read_jpeg_layout(text_bytes("JFIF")), ImageError);
    EXPECT_THROW(read_jpeg_layout(joined({jpeg_start, jpeg_end})), ImageError);
    EXPECT_THROW(read_jpeg_layout(joined({jpeg_start, frame, jpeg_end})), ImageError);
    EXPECT_THROW(read_jpeg_layout(joined({jpeg_start, frame})), ImageError);
    EXPECT_THROW(read_jpeg_layout(jpeg_file({frame})), ImageError) << "two frames";
    EXPECT_THROW(read_jpeg_layout(jpeg_file({jpeg_start})), ImageError) << "two starts";
    EXPECT_THROW(read_jpeg_layout(jpeg_file({}, frame_segment(0, 8))), ImageError);
    EXPECT_THROW(read_jpeg_layout(jpeg_file({}, frame_segment(8, 0))), ImageError);
    EXPECT_THROW(read_jpeg_layout(jpeg_file({}, frame_segment(8, 8, 0))), ImageError);
    const Bytes bad_length = ByteWriter{}.u16(0xffe1).u16(1).bytes;
    EXPECT_THROW(read_jpeg_layout(jpeg_file({bad_length})), ImageError);
}

TEST(JpegLayout, RefusesImpossibleSampling) {
    Bytes frame = frame_segment(8, 8, 1);
    frame[frame.size() - 2] = std::byte{0x51};
    EXPECT_THROW(read_jpeg_layout(jpeg_file({}, frame)), ImageError);
    frame[frame.size() - 2] = std::byte{0x10};
    EXPECT_THROW(read_jpeg_layout(jpeg_file({}, frame)), ImageError);
}

}  // namespace
}  // namespace turntile
