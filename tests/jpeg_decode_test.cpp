#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "captured_stderr.hpp"
#include "coded_jpeg.hpp"
#include "pixel_memory.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

constexpr Size size = {71, 45};
constexpr DecodeOptions with_truncated = {.allow_truncated = true};

FileInfo announced(const JpegRecipe& coding) {
    return tests::announced(Format::jpeg, size, {coding.components, Sample::u8});
}

cv::Mat opencv_pixels(const Bytes& file) {
    const cv::Mat bytes(1, static_cast<int>(file.size()), CV_8UC1,
                        const_cast<std::byte*>(file.data()));
    return cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
}

ConstImageView view(const cv::Mat& pixels) {
    return {pixels.data, pixels.cols, pixels.rows, pixels.elemSize(), pixels.step};
}

std::string failure(const Bytes& file, const FileInfo& info, const DecodeOptions& options = {}) {
    PixelMemory memory;
    try {
        decode(file, info, 0, memory, options);
        return "";
    } catch (const ImageError& error) {
        return error.what();
    }
}

/// Where the entropy-coded data of the scan number `scan` (from 0) begins.
std::size_t scan_data(const Bytes& file, int scan) {
    for (std::size_t at = 0; at + 1 < file.size(); ++at) {
        const bool is_sos = file[at] == std::byte{0xFF} && file[at + 1] == std::byte{0xDA};
        if (is_sos && scan-- == 0) return at + 2 + std::to_integer<std::size_t>(file[at + 3]);
    }
    throw std::logic_error("no such scan");
}

class JpegDecode : public testing::TestWithParam<JpegRecipe> {};

TEST_P(JpegDecode, GivesOpencvsPixelsInPaddedMemory) {
    for (const std::size_t padding : {0, 1, 77}) {
        const Bytes file = make_jpeg(size, GetParam());
        PixelMemory memory(padding);
        const Picture picture = decode(file, announced(GetParam()), 0, memory);
        EXPECT_TRUE(same_pixels(picture.planes[0], view(opencv_pixels(file))));
        EXPECT_EQ(picture.channels, GetParam().components);
        EXPECT_EQ(picture.plane_count, 1);
        EXPECT_TRUE(memory.is_intact_beside_pixels());
    }
}

TEST_P(JpegDecode, RefusesAFileCutAnywhere) {
    const Bytes file = make_jpeg(size, GetParam());
    // The last two bytes are EOI: no pixels are missing without it.
    for (std::size_t cut = 3; cut < file.size(); ++cut)
        EXPECT_NE(failure(without_last(file, cut), announced(GetParam())), "")
            << "with " << file.size() - cut << " of " << file.size() << " bytes";
}

TEST_P(JpegDecode, SaysNothingOnStderr) {
    const Bytes file = make_jpeg(size, GetParam());
    CapturedStderr captured;
    for (std::size_t cut = 1; cut < file.size(); cut += 13) {
        Bytes broken = file;
        broken[cut] ^= std::byte{0x55};
        failure(broken, announced(GetParam()));
        failure(without_last(file, cut), announced(GetParam()));
        failure(without_last(file, cut), announced(GetParam()), with_truncated);
    }
    EXPECT_EQ(captured.text(), "");
}

INSTANTIATE_TEST_SUITE_P(Codings, JpegDecode, testing::ValuesIn(jpeg_codings()),
                         [](const auto& test) { return test.param.label; });

const JpegRecipe baseline = {.label = "Baseline"};
const JpegRecipe restarts = {.label = "Restarts", .restart_interval = 2};
const JpegRecipe progressive = {.label = "Progressive", .progressive = true};

TEST(JpegDamage, AMissingEndMarkerLosesNothing) {
    for (const JpegRecipe& coding : {baseline, restarts, progressive}) {
        const Bytes file = make_jpeg(size, coding);
        PixelMemory whole;
        PixelMemory cut;
        decode(file, announced(coding), 0, whole);
        decode(without_last(file, 2), announced(coding), 0, cut);
        EXPECT_TRUE(same_pixels(whole.view(), cut.view())) << coding;
    }
}

TEST(JpegDamage, SaysWhereBaselineDataEnd) {
    const Bytes file = make_jpeg({64, 640}, baseline);
    const FileInfo info = tests::announced(Format::jpeg, {64, 640}, {3, Sample::u8});
    const std::string reason = failure(without_last(file, file.size() / 2), info);
    EXPECT_TRUE(reason.starts_with("the JPEG data ends early, near row ")) << reason;
}

TEST(JpegDamage, AProgressiveFileMayNotEndBetweenScans) {
    const Bytes file = make_jpeg(size, progressive);
    for (int scan = 1; scan < 10; ++scan) {
        const Bytes cut(file.begin(),
                        file.begin() + static_cast<std::ptrdiff_t>(scan_data(file, scan)) - 24);
        EXPECT_TRUE(failure(cut, announced(progressive)).starts_with("the JPEG data ends early"));
    }
}

/// `file` with ones for some of its data: sixteen of them are no Huffman code.
Bytes with_bad_code(Bytes file) {
    const std::size_t start = scan_data(file, 0) + 40;
    for (std::size_t at = start; at < start + 12; at += 2) {
        file[at] = std::byte{0xFF};
        file[at + 1] = std::byte{0};  // marks that the byte before is data
    }
    return file;
}

TEST(JpegDamage, ABadHuffmanCodeFails) {
    const Bytes file = with_bad_code(make_jpeg(size, baseline));
    for (const DecodeOptions& options : {DecodeOptions{}, with_truncated})
        EXPECT_TRUE(failure(file, announced(baseline), options)
                        .starts_with("damaged JPEG data: bad Huffman code"))
            << failure(file, announced(baseline), options);
}

TEST(JpegDamage, AMissingRestartIntervalFails) {
    Bytes file = make_jpeg(size, restarts);
    const auto is_marker = [&](std::size_t at, unsigned marker) {
        return file[at] == std::byte{0xFF} && file[at + 1] == std::byte(marker);
    };
    std::size_t first = scan_data(file, 0);
    while (!is_marker(first, 0xD1))
        ++first;
    std::size_t last = first;
    while (!is_marker(last, 0xD2))
        ++last;
    file.erase(file.begin() + static_cast<std::ptrdiff_t>(first),
               file.begin() + static_cast<std::ptrdiff_t>(last));
    EXPECT_TRUE(failure(file, announced(restarts))
                    .starts_with("damaged JPEG data: a restart marker is missing or out of place"))
        << failure(file, announced(restarts));
}

TEST(JpegDamage, DataLeftOverBeforeARestartMarkerFails) {
    Bytes file = make_jpeg(size, restarts);
    std::size_t at = scan_data(file, 0);
    while (file[at] != std::byte{0xFF} || file[at + 1] != std::byte{0xD0})
        ++at;
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(at), 12, std::byte{0x21});
    EXPECT_TRUE(failure(file, announced(restarts))
                    .starts_with("damaged JPEG data: data is left over before a marker"))
        << failure(file, announced(restarts));
}

TEST(JpegDamage, OddMarksAndPaddingPass) {
    Bytes file = make_jpeg(size, baseline);
    PixelMemory plain;
    decode(file, announced(baseline), 0, plain);
    ASSERT_EQ(file[2], std::byte{0xFF});
    ASSERT_EQ(file[3], std::byte{0xE0});
    file[11] = std::byte{9};                          // JFIF 9.x
    file.insert(file.end() - 2, 100, std::byte{0});   // before EOI
    file.insert(file.begin() + 20, 5, std::byte{0});  // between two segments
    file.insert(file.end(), 1000, std::byte{0x42});   // after EOI
    PixelMemory odd;
    decode(file, announced(baseline), 0, odd);
    EXPECT_TRUE(same_pixels(plain.view(), odd.view()));
}

TEST(JpegDamage, TruncatedDataPassIfAllowedAndLeaveNoPixelUnwritten) {
    for (const JpegRecipe& coding : jpeg_codings()) {
        const Bytes file = make_jpeg(size, coding);
        const Bytes half = without_last(file, (file.size() - scan_data(file, 0)) / 2);
        PixelMemory first(3, 0, std::byte{0x11});
        PixelMemory second(3, 0, std::byte{0xEE});
        decode(half, announced(coding), 0, first, with_truncated);
        decode(half, announced(coding), 0, second, with_truncated);
        EXPECT_TRUE(same_pixels(first.view(), second.view())) << coding;
        EXPECT_TRUE(first.is_intact_beside_pixels()) << coding;
    }
}

TEST(JpegDamage, AFileOfCountlessScansFails) {
    const JpegRecipe coding = {.label = "OneScanEach", .one_scan_each = true};
    Bytes file = make_jpeg(size, coding);
    constexpr std::size_t header_bytes = 10;  // of a scan with one component
    const std::size_t last = scan_data(file, 2) - header_bytes;
    const Bytes scan(file.begin() + static_cast<std::ptrdiff_t>(last), file.end() - 2);
    ASSERT_EQ(scan[1], std::byte{0xDA});
    Bytes some = file;
    some.insert(some.end() - 2, scan.begin(), scan.end());
    EXPECT_EQ(failure(some, announced(coding)), "");
    for (int copies = 0; copies < 1000; ++copies)
        file.insert(file.end() - 2, scan.begin(), scan.end());
    EXPECT_EQ(failure(file, announced(coding)), "the JPEG has more than 1000 scans");
}

TEST(JpegDecodeRefuses, WhatTheHeadersDidNotAnnounce) {
    const Bytes file = make_jpeg(size, baseline);
    FileInfo taller = announced(baseline);
    taller.size.height += 1;
    EXPECT_EQ(failure(file, taller),
              "the JPEG holds 71x45 8UC3 where its headers announced 71x46 8UC3");
    FileInfo grey = announced(baseline);
    grey.channels = 1;
    EXPECT_EQ(failure(file, grey),
              "the JPEG holds 71x45 8UC3 where its headers announced 71x45 8UC1");
}

TEST(JpegDecodeRefuses, FourComponents) {
    const JpegRecipe cmyk = {.label = "Cmyk", .components = 4, .luma_across = 1, .luma_down = 1};
    EXPECT_EQ(failure(make_jpeg(size, cmyk), announced(cmyk)),
              "a CMYK JPEG can only become a JPEG: its colours are not converted");
}

TEST(JpegDecodeRefuses, FilesThatAreNoJpeg) {
    EXPECT_NE(failure({}, announced(baseline)), "");
    EXPECT_NE(failure(Bytes(100, std::byte{'x'}), announced(baseline)), "");
}

TEST(JpegDecodeRefuses, FramesThatAreNotThere) {
    const Bytes file = make_jpeg(size, baseline);
    PixelMemory memory;
    EXPECT_THROW(decode(file, announced(baseline), 1, memory), std::invalid_argument);
    EXPECT_THROW(decode(file, announced(baseline), -1, memory), std::invalid_argument);
}

TEST(JpegMemory, PassesOnWhatTheMemoryThrows) {
    struct NoMemory : BufferSource {
        ImageView allocate(std::int64_t, std::int64_t, std::size_t) override {
            throw std::bad_alloc();
        }
    } memory;
    const Bytes file = make_jpeg(size, baseline);
    EXPECT_THROW(decode(file, announced(baseline), 0, memory), std::bad_alloc);
}

}  // namespace
}  // namespace turntile::tests
