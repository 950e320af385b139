#include "io/png_coding.hpp"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "io/byte_reader.hpp"
#include "io/png_chunks.hpp"

namespace turntile::io {
namespace {

constexpr std::array<int, 5> filter_bits = {PNG_FILTER_NONE, PNG_FILTER_SUB, PNG_FILTER_UP,
                                            PNG_FILTER_AVG, PNG_FILTER_PAETH};

/// The header, and where the pixels' data are.
struct Layout {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t pixel_bits = 8;
    bool is_interlaced = false;
    std::vector<std::span<const std::byte>> data;
};

std::uint32_t channels_of(int colour_type) {
    switch (colour_type) {
        case PNG_COLOR_TYPE_RGB: return 3;
        case PNG_COLOR_TYPE_GRAY_ALPHA: return 2;
        case PNG_COLOR_TYPE_RGB_ALPHA: return 4;
        default: return 1;
    }
}

Layout layout_of(std::span<const std::byte> bytes) {
    const ByteReader file(bytes, ByteOrder::big);
    Layout layout;
    layout.width = file.u32(16).value_or(0);
    layout.height = file.u32(20).value_or(0);
    layout.pixel_bits = file.u8(24).value_or(8) * channels_of(file.u8(25).value_or(0));
    layout.is_interlaced = file.u8(28).value_or(0) != 0;
    PngWalker walker(bytes);
    while (const auto chunk = walker.next())
        if (chunk->type == "IDAT") layout.data.push_back(chunk->data);
    const std::uint64_t cut = walker.position();  // a chunk in which the file ends
    if (!walker.has_end() && file.holds(cut + 4, "IDAT"))
        layout.data.push_back(file.slice(cut + 8, file.size()));
    return layout;
}

/// Counts the filters of rows, whose bytes come in pieces of any size.
class FilterCount {
  public:
    explicit FilterCount(const Layout& layout) : layout_(layout) {
        if (!layout.is_interlaced) pass_ = last_pass;
        begin_pass();
    }

    void take(std::span<const Bytef> piece) {
        while (!piece.empty() && !is_over()) {
            if (at_ == 0 && piece.front() < counts_.size()) ++counts_[piece.front()];
            const std::uint64_t step = std::min<std::uint64_t>(row_bytes_ - at_, piece.size());
            at_ += step;
            piece = piece.subspan(static_cast<std::size_t>(step));
            if (at_ == row_bytes_) end_row();
        }
    }

    bool is_over() const { return pass_ > last_pass; }
    const std::array<std::uint64_t, 5>& counts() const { return counts_; }

  private:
    static constexpr int last_pass = 7;  // behind the seven passes: the only one of other files

    void begin_pass() {
        for (; !is_over(); ++pass_) {
            const bool is_whole = pass_ == last_pass && !layout_.is_interlaced;
            if (pass_ == last_pass && !is_whole) continue;
            const std::uint64_t columns =
                is_whole ? layout_.width : PNG_PASS_COLS(layout_.width, pass_);
            rows_ = is_whole ? layout_.height : PNG_PASS_ROWS(layout_.height, pass_);
            row_bytes_ = 1 + (columns * layout_.pixel_bits + 7) / 8;
            at_ = 0;
            if (columns > 0 && rows_ > 0) return;
        }
    }

    void end_row() {
        at_ = 0;
        if (--rows_ > 0) return;
        ++pass_;
        begin_pass();
    }

    const Layout& layout_;
    std::array<std::uint64_t, 5> counts_ = {};
    int pass_ = 0;
    std::uint64_t rows_ = 0;       ///< left in this pass
    std::uint64_t row_bytes_ = 0;  ///< the filter's byte among them
    std::uint64_t at_ = 0;         ///< in the row
};

struct InflateEnd {
    void operator()(z_stream* stream) const {
        inflateEnd(stream);
        delete stream;
    }
};

FilterCount count_filters(const Layout& layout) {
    FilterCount count(layout);
    const std::unique_ptr<z_stream, InflateEnd> stream(new z_stream{});
    if (inflateInit(stream.get()) != Z_OK) return count;
    std::vector<Bytef> piece(1 << 16);
    for (const auto data : layout.data) {
        stream->next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(data.data()));
        stream->avail_in = static_cast<uInt>(data.size());
        do {
            stream->next_out = piece.data();
            stream->avail_out = static_cast<uInt>(piece.size());
            if (inflate(stream.get(), Z_NO_FLUSH) != Z_OK && stream->avail_out == piece.size())
                break;
            count.take(std::span(piece).first(piece.size() - stream->avail_out));
        } while (!count.is_over() && stream->avail_out == 0);
    }
    return count;
}

int zlib_level(const Layout& layout) {
    if (layout.data.empty() || layout.data.front().size() < 2) return 6;
    constexpr std::array levels = {1, 3, 6, 9};  // zlib's fastest, fast, default and slowest
    return levels[std::to_integer<std::size_t>(layout.data.front()[1]) >> 6];
}

}  // namespace

PngCoding png_coding(std::span<const std::byte> file) {
    const Layout layout = layout_of(file);
    const FilterCount count = count_filters(layout);
    PngCoding coding{.zlib_level = zlib_level(layout), .filters = 0};
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < filter_bits.size(); ++i) {
        all += count.counts()[i];
        if (count.counts()[i] > 0) coding.filters |= filter_bits[i];
    }
    // libpng's choice among filters is made for tones, and bad for the numbers of a palette.
    const std::uint64_t plain = count.counts()[0];
    const bool is_mostly_plain = layout.pixel_bits <= 8 ? 2 * plain >= all : 10 * plain >= 9 * all;
    if (coding.filters == 0 || is_mostly_plain) coding.filters = PNG_FILTER_NONE;
    return coding;
}

int with_swapped_axes(int filters) {
    int swapped = filters & ~(PNG_FILTER_SUB | PNG_FILTER_UP);
    if ((filters & PNG_FILTER_SUB) != 0) swapped |= PNG_FILTER_UP;
    if ((filters & PNG_FILTER_UP) != 0) swapped |= PNG_FILTER_SUB;
    return swapped;
}

}  // namespace turntile::io
