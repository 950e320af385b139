#include "io/png_file.hpp"

#include <cstdio>
#include <cstring>
#include <new>

namespace turntile::io {
namespace {

constexpr png_uint_32 longest_side_px = 0x7fffffff;

// Five bytes each: a name and its end. Metadata are carried elsewhere, byte for byte.
constexpr png_byte passed_over[] =
    "iCCP\0eXIf\0iTXt\0tEXt\0zTXt\0gAMA\0cHRM\0sRGB\0pHYs\0tIME\0sPLT\0oFFs\0pCAL\0sCAL";

}  // namespace

void PngMessages::fail(png_structp png, png_const_charp text) {
    auto& messages = *static_cast<PngMessages*>(png_get_error_ptr(png));
    std::snprintf(messages.reason_, sizeof messages.reason_, "%s (libpng says: %s)",
                  messages.failure_, text);
    std::longjmp(messages.jump_, 1);
}

PngReader::PngReader(std::span<const std::byte> file) : source_{.rest = file} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &messages_, PngMessages::fail,
                                  PngMessages::ignore);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    try {
        if (info_ == nullptr) throw std::bad_alloc();
        guard([this] {
            png_set_read_fn(png_, &source_, read);
            png_set_user_limits(png_, longest_side_px, longest_side_px);
            png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, passed_over,
                                        static_cast<int>(sizeof passed_over / 5));
            png_read_info(png_, info_);
        });
    } catch (...) {
        png_destroy_read_struct(&png_, &info_, nullptr);
        throw;
    }
}

void PngReader::read(png_structp png, png_bytep dst, png_size_t count) {
    auto& source = *static_cast<Source*>(png_get_io_ptr(png));
    if (source.rest.size() < count) {
        source.ran_out = true;
        png_error(png, "the file ends early");
    }
    std::memcpy(dst, source.rest.data(), count);
    source.rest = source.rest.subspan(count);
}

PngWriter::PngWriter() {
    // It warns where it leaves something out.
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, &messages_, PngMessages::fail,
                                   PngMessages::fail);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    if (info_ == nullptr) {
        png_destroy_write_struct(&png_, &info_);
        throw std::bad_alloc();
    }
    png_set_write_fn(png_, &file_, write, flush);
    png_set_user_limits(png_, longest_side_px, longest_side_px);
    png_set_check_for_invalid_index(png_, 0);  // pixels of no colour stay what they are
}

void PngWriter::write(png_structp png, png_bytep src, png_size_t count) {
    auto& file = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
    bool has_room = true;
    try {
        const auto bytes = std::as_bytes(std::span(src, count));
        file.insert(file.end(), bytes.begin(), bytes.end());
    } catch (const std::bad_alloc&) {
        has_room = false;  // no exception may pass through libpng
    }
    if (!has_room) png_error(png, "memory ran out");
}

}  // namespace turntile::io
