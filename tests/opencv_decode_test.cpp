#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "captured_stderr.hpp"
#include "coded_jpeg.hpp"
#include "pixel_memory.hpp"
#include "turntile/codec.hpp"
#include "turntile/error.hpp"
#include "turntile/metadata.hpp"

namespace turntile::tests {
namespace {

using Bytes = std::vector<std::byte>;

constexpr Size size = {67, 41};

std::string failure(const Bytes& file, const FileInfo& info) {
    const CapturedStderr quiet;  // libpng and OpenCV print
    PixelMemory memory(4);
    try {
        decode(file, info, 0, memory);
        return "";
    } catch (const ImageError& error) {
        return error.what();
    }
}

Bytes random_file(Format format, PixelKind kind) {
    PixelMemory memory;
    return encode(random_picture(size, kind, memory), {.format = format});
}

using Case = std::tuple<Format, PixelKind>;

class OpencvDecode : public testing::TestWithParam<Case> {
  protected:
    Format format() const { return std::get<0>(GetParam()); }
    PixelKind kind() const { return std::get<1>(GetParam()); }
    FileInfo info() const { return announced(format(), size, kind()); }
};

TEST_P(OpencvDecode, RefusesAFileCutAnywhere) {
    const Bytes file = random_file(format(), kind());
    ASSERT_EQ(failure(file, info()), "");
    const std::size_t headers_bytes = 100;  // cut at each of their bytes, then in steps
    const std::size_t step = 1 + file.size() / 150;
    for (std::size_t cut = 1; cut<file.size(); cut += file.size() - cut> headers_bytes ? step : 1)
        EXPECT_TRUE(failure(without_last(file, cut), info())
                        .starts_with(std::string("damaged or truncated ") + name(format())))
            << "without the last " << cut << " of " << file.size() << " bytes";
}

TEST_P(OpencvDecode, RefusesWhatTheHeadersDidNotAnnounce) {
    const Bytes file = random_file(format(), kind());
    FileInfo wider = info();
    wider.size.width += 1;
    FileInfo other_channels = info();
    other_channels.channels = kind().channels == 3 ? 4 : 3;
    FileInfo other_sample = info();
    other_sample.sample = kind().sample == Sample::u16 ? Sample::u8 : Sample::u16;
    const std::string truth = "67x41 " + pixel_name(kind().channels, kind().sample);
    for (const FileInfo& wrong : {wider, other_channels, other_sample})
        EXPECT_EQ(failure(file, wrong), std::string("OpenCV decodes the ") + name(format()) +
                                            " data to " + truth + " where its headers announced " +
                                            std::to_string(wrong.size.width) + "x41 " +
                                            pixel_name(wrong.channels, wrong.sample));
}

INSTANTIATE_TEST_SUITE_P(
    Formats, OpencvDecode,
    testing::Values(Case{Format::tiff, {3, Sample::u8}}, Case{Format::tiff, {3, Sample::f32}},
                    Case{Format::bmp, {3, Sample::u8}}, Case{Format::bmp, {4, Sample::u8}},
                    Case{Format::pnm, {1, Sample::u8}}, Case{Format::pnm, {3, Sample::u16}}),
    [](const auto& test) {
        const PixelKind kind = std::get<1>(test.param);
        return name(std::get<0>(test.param)) + pixel_name(kind.channels, kind.sample);
    });

/// `file`, a little-endian TIFF as OpenCV writes it, with an orientation tag more in its directory.
Bytes with_orientation_tag(Bytes file, unsigned orientation) {
    const auto number = [&](std::size_t at, int bytes) {
        std::size_t value = 0;
        for (int i = bytes - 1; i >= 0; --i)
            value =
                value << 8 | std::to_integer<std::size_t>(file[at + static_cast<std::size_t>(i)]);
        return value;
    };
    const std::size_t directory = number(4, 4);
    const std::size_t entries = number(directory, 2);
    // Entries are sorted by tag; the directory moves to the end, where it can grow.
    Bytes grown = {static_cast<std::byte>(entries + 1), std::byte{0}};
    bool is_in = false;
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t at = directory + 2 + 12 * i;
        if (!is_in && number(at, 2) > 274) {
            const unsigned char entry[] = {
                0x12, 1, 3, 0, 1, 0, 0, 0, static_cast<unsigned char>(orientation), 0, 0, 0};
            const auto bytes = std::as_bytes(std::span(entry));
            grown.insert(grown.end(), bytes.begin(), bytes.end());
            is_in = true;
        }
        grown.insert(grown.end(), file.begin() + static_cast<std::ptrdiff_t>(at),
                     file.begin() + static_cast<std::ptrdiff_t>(at + 12));
    }
    grown.insert(grown.end(), 4, std::byte{0});
    if (file.size() % 2 == 1) file.push_back(std::byte{0});
    for (std::size_t i = 0; i < 4; ++i)
        file[4 + i] = static_cast<std::byte>(file.size() >> (8 * i));
    file.insert(file.end(), grown.begin(), grown.end());
    return file;
}

TEST(OpencvTiff, ComesAsStoredWhateverItsOrientation) {
    for (const PixelKind kind : {PixelKind{3, Sample::u8}, PixelKind{4, Sample::u8},
                                 PixelKind{1, Sample::u16}, PixelKind{3, Sample::f32}})
        for (unsigned orientation = 1; orientation <= 8; ++orientation) {
            PixelMemory source;
            const Bytes plain =
                encode(random_picture(size, kind, source), {.format = Format::tiff});
            const Bytes tagged = with_orientation_tag(plain, orientation);
            EXPECT_EQ(exif_orientation(tagged), static_cast<Turn>(orientation));
            PixelMemory target;
            decode(tagged, announced(Format::tiff, size, kind), 0, target);
            EXPECT_TRUE(same_pixels(source.view(), target.view()))
                << kind << ", orientation " << orientation;
        }
}

TEST(OpencvTiff, DamagedDataFailAlsoWhereOpencvPassesThemOver) {
    for (const int compression : {5, 8, 32946, 32773})  // LZW, deflate twice, PackBits
        for (const int type : {CV_8UC1, CV_8UC3, CV_8UC4}) {
            cv::Mat pixels(300, 200, type);
            cv::randu(pixels, 0, 4);
            std::vector<unsigned char> written;
            cv::imencode(".tiff", pixels, written, {cv::IMWRITE_TIFF_COMPRESSION, compression});
            const auto bytes = std::as_bytes(std::span(written));
            Bytes file(bytes.begin(), bytes.end());
            const FileInfo info = inspect(file);
            ASSERT_EQ(failure(file, info), "");
            // The first strip follows the header. No start of deflate data; LZW's end; PackBits
            // that stand for nothing.
            for (std::size_t i = 0; i < 300; ++i)
                file[8 + i] = std::byte{0x80};
            EXPECT_TRUE(
                failure(file, info).starts_with("damaged or truncated TIFF data in strip 1 of "))
                << compression << " " << failure(file, info);
        }
}

TEST(OpencvLimits, AreNamed) {
    // A PNM header and no pixels: the limits come first.
    const auto pnm = [](const std::string& header) {
        const auto bytes = std::as_bytes(std::span(header));
        return Bytes(bytes.begin(), bytes.end());
    };
    PixelMemory memory;
    const auto reason = [&](const std::string& header, Size claimed) -> std::string {
        try {
            decode(pnm(header), announced(Format::pnm, claimed, {1, Sample::u8}), 0, memory);
            return "";
        } catch (const ImageError& error) {
            return error.what();
        }
    };
    EXPECT_TRUE(reason("P5 1048577 1 255\n", {1048577, 1})
                    .starts_with("1048577x1 8UC1 has a longer side than OpenCV's limit of 2^20"));
    EXPECT_TRUE(reason("P5 1000000 2000 255\n", {1000000, 2000})
                    .starts_with("1000000x2000 8UC1 has more pixels than OpenCV's limit of 2^30"));
    EXPECT_FALSE(memory.was_asked());
}

TEST(OpencvMemory, IsNotAskedForUnlessThereIsAPicture) {
    PixelMemory memory;
    const Bytes text(500, std::byte{'x'});
    EXPECT_THROW(decode(text, announced(Format::bmp, size, {3, Sample::u8}), 0, memory),
                 ImageError);
    EXPECT_FALSE(memory.was_asked());
}

TEST(OpencvMemory, PassesOnWhatItThrows) {
    struct NoMemory : BufferSource {
        ImageView allocate(std::int64_t, std::int64_t, std::size_t) override {
            throw std::length_error("no room");
        }
    } memory;
    for (const Format format : {Format::png, Format::tiff, Format::bmp, Format::webp, Format::pnm})
        EXPECT_THROW(decode(random_file(format, {3, Sample::u8}),
                            announced(format, size, {3, Sample::u8}), 0, memory),
                     std::length_error)
            << name(format);
}

TEST(OpencvFrames, AfterTheFirstAreRefused) {
    FileInfo info = announced(Format::tiff, size, {3, Sample::u8});
    info.frames = 2;
    PixelMemory memory;
    EXPECT_THROW(decode(random_file(Format::tiff, {3, Sample::u8}), info, 1, memory), ImageError);
    EXPECT_FALSE(memory.was_asked());
}

}  // namespace
}  // namespace turntile::tests
