#include "io/jpeg_lossless.hpp"

#include <algorithm>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "io/jpeg_blocks.hpp"
#include "io/jpeg_grid.hpp"
#include "io/jpeg_reader.hpp"
#include "io/jpeg_writer.hpp"

namespace turntile {
namespace {

using io::JpegReader;
using io::JpegWriter;
using BlockRows = std::vector<JBLOCKROW>;

static_assert(std::is_same_v<JCOEF, std::int16_t> && sizeof(JBLOCK) == 64 * sizeof(JCOEF));

std::string sides(Size size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height);
}

/// The part of a picture that is turned. @throws ImageError if that must be all of it and is not
Size size_to_turn(Size size, Size grid, Turn turn, bool may_trim) {
    if (fits_grid(size, grid, turn)) return size;
    const Size whole = trimmed(size, grid, turn);
    const bool leaves_something = fits_grid(whole, grid, turn);
    if (may_trim && leaves_something) return whole;
    throw ImageError(std::string(name(turn)) + " without loss wants sides of whole " + sides(grid) +
                     " blocks; " + sides(size) + " is not" +
                     (may_trim ? ", and too small to be trimmed" : ""));
}

Size divide_up(Size size, std::int64_t by) {
    return {(size.width + by - 1) / by, (size.height + by - 1) / by};
}

std::int64_t round_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b * b;
}

/// Where each row of blocks of `array` is. libjpeg-turbo keeps arrays in memory whole, so that rows
/// stay where they are; it hands them out by `strip` rows, of which `count` is a multiple.
template <class Owner>
BlockRows block_rows(Owner& owner, jvirt_barray_ptr array, std::int64_t count, int strip,
                     bool for_writing) {
    BlockRows rows(static_cast<std::size_t>(count));
    owner.guard([&] {
        const auto codec = reinterpret_cast<j_common_ptr>(&owner.codec());
        for (std::int64_t y = 0; y < count; y += strip)
            std::copy_n(codec->mem->access_virt_barray(codec, array, static_cast<JDIMENSION>(y),
                                                       static_cast<JDIMENSION>(strip), for_writing),
                        strip, rows.begin() + y);
    });
    return rows;
}

/// The bits that the sizes of a block's coefficients take. Of the first one -1024 takes ten, as
/// 1023 does: it is coded as a difference, of eleven bits then.
unsigned bits_of(const JCOEF* block) {
    unsigned bits = static_cast<unsigned>(std::abs(block[0] + (block[0] < 0 ? 1 : 0)));
    for (int i = 1; i < DCTSIZE2; ++i)
        bits |= static_cast<unsigned>(std::abs(block[i]));
    return bits;
}

unsigned bits_of_blocks(JpegReader& reader, jvirt_barray_ptr* blocks) {
    unsigned bits = 0;
    for (int i = 0; i < reader.codec().num_components; ++i) {
        const jpeg_component_info& component = reader.codec().comp_info[i];
        const BlockRows rows = block_rows(
            reader, blocks[i], round_up(component.height_in_blocks, component.v_samp_factor),
            component.v_samp_factor, false);
        for (JDIMENSION y = 0; y < component.height_in_blocks; ++y)
            for (JDIMENSION x = 0; x < component.width_in_blocks; ++x)
                bits |= bits_of(rows[y][x]);
    }
    return bits;
}

/// Odd files have coefficients that 8-bit samples never have. The customary Huffman tables lack
/// codes for them, and libjpeg writes nonsense then; where it makes its own tables it says so. An
/// arithmetic code reaches farther, but it has an end, too.
void prepare_for(unsigned bits, JpegCoding& coding) {
    if (bits >= 1U << 10) coding.own_huffman_tables = true;
    if (bits >= 1U << 14 && coding.arithmetic)
        throw ImageError("cannot be written as JPEG: DCT coefficient out of range");
}

/// Writes `size` blocks to `dst`.
void turn_blocks(const BlockRows& src, const BlockRows& dst, Size size, Turn turn) {
    const Turn back = inverse(turn);
    const TurnSteps how = steps(turn);
    for (std::int64_t y = 0; y < size.height; ++y)
        for (std::int64_t x = 0; x < size.width; ++x) {
            const Point from = turned(Point{x, y}, size, back);
            turn_block(src[static_cast<std::size_t>(from.y)][from.x],
                       dst[static_cast<std::size_t>(y)][x], how);
        }
}

/// The blocks of a new file on their way from the old one.
class BlockTurn {
  public:
    BlockTurn(JpegReader& reader, JpegWriter& writer, const JpegCoding& coding)
        : reader_(reader), writer_(writer), coding_(coding) {}

    /// Has libjpeg make arrays for the new blocks, and start the file.
    void start() {
        writer_.guard([&] {
            const auto codec = reinterpret_cast<j_common_ptr>(&writer_.codec());
            for (std::size_t i = 0; i < coding_.components.size(); ++i)
                dst_[i] = codec->mem->request_virt_barray(
                    codec, JPOOL_IMAGE, FALSE, static_cast<JDIMENSION>(blocks(i).width),
                    static_cast<JDIMENSION>(rows(i)),
                    static_cast<JDIMENSION>(coding_.components[i].vertical));
            jpeg_write_coefficients(&writer_.codec(), dst_);
        });
    }

    void turn(jvirt_barray_ptr* src, Turn turn) {
        for (std::size_t i = 0; i < coding_.components.size(); ++i) {
            const jpeg_component_info& source = reader_.codec().comp_info[i];
            const BlockRows from =
                block_rows(reader_, src[i], round_up(source.height_in_blocks, source.v_samp_factor),
                           source.v_samp_factor, false);
            const BlockRows to =
                block_rows(writer_, dst_[i], rows(i), coding_.components[i].vertical, true);
            turn_blocks(from, to, blocks(i), turn);
        }
    }

  private:
    Size blocks(std::size_t component) const {
        return divide_up(component_size(coding_, component), jpeg_block_px);
    }
    std::int64_t rows(std::size_t component) const {
        return round_up(blocks(component).height, coding_.components[component].vertical);
    }

    JpegReader& reader_;
    JpegWriter& writer_;
    const JpegCoding& coding_;
    jvirt_barray_ptr dst_[MAX_COMPONENTS] = {};
};

}  // namespace

LosslessJpeg turn_jpeg_lossless(std::span<const std::byte> file, Turn turn,
                                const LosslessOptions& options) {
    JpegReader reader(file, options.allow_truncated);
    const Size whole =
        size_to_turn(reader.size(), jpeg_grid(reader.coding().components, 8), turn, options.trim);
    jvirt_barray_ptr* blocks = nullptr;
    reader.guard([&] { blocks = jpeg_read_coefficients(&reader.codec()); });
    reader.require_all_scans();

    JpegCoding coding = turned(resized(reader.coding(), whole), turn);
    coding.progressive = options.progressive.value_or(coding.progressive);
    if (!options.restarts) coding.restart_interval = 0;
    prepare_for(bits_of_blocks(reader, blocks), coding);
    JpegWriter writer(coding, std::nullopt, file.size());
    BlockTurn moved(reader, writer, coding);
    moved.start();
    writer.write_adobe_segments(coding);
    moved.turn(blocks, turn);
    return {writer.finish(), coding.size, reader.notes()};
}

}  // namespace turntile
