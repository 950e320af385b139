// Memory for decoded pixels whose every other byte is watched, and random pixels to put there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <random>
#include <vector>

#include "turntile/codec.hpp"

namespace turntile::tests {

/// A kind of pixel; prints as "8UC3".
struct PixelKind {
    int channels = 3;
    Sample sample = Sample::u8;

    std::size_t bytes() const {
        const std::size_t sample_bytes = sample == Sample::u8 ? 1 : sample == Sample::u16 ? 2 : 4;
        return static_cast<std::size_t>(channels) * sample_bytes;
    }
    friend std::ostream& operator<<(std::ostream& out, const PixelKind& kind) {
        return out << pixel_name(kind.channels, kind.sample);
    }
};

/// Gives one plane with `padding_bytes` after each row, `offset_bytes` before the first and a guard
/// after the last, all filled with a canary.
class PixelMemory : public BufferSource {
  public:
    explicit PixelMemory(std::size_t padding_bytes = 0, std::size_t offset_bytes = 0,
                         std::byte canary = std::byte{0xC5})
        : padding_bytes_(padding_bytes), offset_bytes_(offset_bytes), canary_(canary) {}

    ImageView allocate(std::int64_t width, std::int64_t height, std::size_t pixel_bytes) override {
        view_ = {.data = nullptr,
                 .width = width,
                 .height = height,
                 .pixel_bytes = pixel_bytes,
                 .pitch_bytes = static_cast<std::size_t>(width) * pixel_bytes + padding_bytes_};
        bytes_.assign(offset_bytes_ + static_cast<std::size_t>(height) * view_.pitch_bytes + guard,
                      canary_);
        view_.data = bytes_.data() + offset_bytes_;
        return view_;
    }

    const ImageView& view() const { return view_; }
    bool was_asked() const { return view_.data != nullptr; }

    /// Whether every byte that belongs to no pixel is as it was.
    bool is_intact_beside_pixels() const {
        std::vector<std::byte> copy = bytes_;
        for (std::int64_t y = 0; y < view_.height; ++y)
            std::memset(
                copy.data() + offset_bytes_ + static_cast<std::size_t>(y) * view_.pitch_bytes,
                static_cast<int>(canary_), view_.row_bytes());
        for (const std::byte byte : copy)
            if (byte != canary_) return false;
        return true;
    }

  private:
    static constexpr std::size_t guard = 64;

    std::size_t padding_bytes_;
    std::size_t offset_bytes_;
    std::byte canary_;
    std::vector<std::byte> bytes_;
    ImageView view_;
};

/// A picture in `memory` with random samples; floats are finite.
inline Picture random_picture(Size size, PixelKind kind, PixelMemory& memory, unsigned seed = 1) {
    Picture picture;
    picture.channels = kind.channels;
    picture.sample = kind.sample;
    picture.planes[0] = memory.allocate(size.width, size.height, kind.bytes());
    std::mt19937 random(seed);
    for (std::int64_t y = 0; y < size.height; ++y) {
        std::byte* const row = picture.planes[0].row(y);
        for (std::size_t x = 0; x < picture.planes[0].row_bytes(); ++x)
            row[x] = static_cast<std::byte>(random());
        if (kind.sample != Sample::f32) continue;
        std::uniform_real_distribution<float> value(-1e6F, 1e6F);
        for (std::size_t x = 0; x < picture.planes[0].row_bytes(); x += sizeof(float)) {
            const float sample = value(random);
            std::memcpy(row + x, &sample, sizeof sample);
        }
    }
    return picture;
}

inline bool same_pixels(const ConstImageView& a, const ConstImageView& b) {
    if (a.size() != b.size() || a.pixel_bytes != b.pixel_bytes) return false;
    for (std::int64_t y = 0; y < a.height; ++y)
        if (std::memcmp(a.row(y), b.row(y), a.row_bytes()) != 0) return false;
    return true;
}

/// What `inspect` would say of a file with such a picture.
inline FileInfo announced(Format format, Size size, PixelKind kind) {
    FileInfo info;
    info.format = format;
    info.size = size;
    info.channels = kind.channels;
    info.sample = kind.sample;
    return info;
}

}  // namespace turntile::tests
