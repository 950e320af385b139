// Numbers in bytes, in either byte order, never outside the bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "turntile/error.hpp"
#include "turntile/export.h"

namespace turntile {

enum class ByteOrder : std::uint8_t { little, big };

/// Reads numbers out of borrowed bytes. Offsets are in bytes from the first; what does not lie
/// wholly inside gives nothing.
class ByteReader {
  public:
    ByteReader(std::span<const std::byte> bytes, ByteOrder order) : bytes_(bytes), order_(order) {}

    ByteOrder order() const { return order_; }
    std::uint64_t size() const { return bytes_.size(); }

    /// Whether `count` bytes stand at `offset`. Holds for any two numbers: nothing overflows.
    bool has(std::uint64_t offset, std::uint64_t count) const {
        return offset <= size() && count <= size() - offset;
    }

    std::optional<std::uint8_t> u8(std::uint64_t offset) const {
        return number<std::uint8_t>(offset);
    }
    std::optional<std::uint16_t> u16(std::uint64_t offset) const {
        return number<std::uint16_t>(offset);
    }
    std::optional<std::uint32_t> u32(std::uint64_t offset) const {
        return number<std::uint32_t>(offset);
    }
    std::optional<std::uint64_t> u64(std::uint64_t offset) const {
        return number<std::uint64_t>(offset);
    }

    /// The part of `count` bytes at `offset` that exists.
    std::span<const std::byte> slice(std::uint64_t offset, std::uint64_t count) const {
        if (offset >= size()) return {};
        const std::uint64_t left = size() - offset;
        return bytes_.subspan(static_cast<std::size_t>(offset),
                              static_cast<std::size_t>(count < left ? count : left));
    }

    /// Whether the characters of `text` stand at `offset`.
    bool holds(std::uint64_t offset, std::string_view text) const {
        if (!has(offset, text.size())) return false;
        for (std::size_t i = 0; i < text.size(); ++i)
            if (bytes_[static_cast<std::size_t>(offset) + i] != static_cast<std::byte>(text[i]))
                return false;
        return true;
    }

    /// Whether the characters of `text` stand anywhere.
    bool contains(std::string_view text) const {
        const auto same = [](std::byte a, char b) { return a == static_cast<std::byte>(b); };
        return std::search(bytes_.begin(), bytes_.end(), text.begin(), text.end(), same) !=
               bytes_.end();
    }

  private:
    template <class Number>
    std::optional<Number> number(std::uint64_t offset) const {
        if (!has(offset, sizeof(Number))) return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i) {
            const std::size_t at = order_ == ByteOrder::big ? i : sizeof(Number) - 1 - i;
            value = value << 8 |
                    std::to_integer<std::uint64_t>(bytes_[static_cast<std::size_t>(offset) + at]);
        }
        return static_cast<Number>(value);
    }

    std::span<const std::byte> bytes_;
    ByteOrder order_;
};

/// The number that was read. @throws ImageError if there was none: `what` ends early
template <class Number>
Number require(std::optional<Number> number, const char* what) {
    if (!number) throw ImageError(std::string(what) + " ends early");
    return *number;
}

/// Writes the lowest `width_bytes` bytes of `value` at `offset`, which must lie inside `bytes`.
inline void store(std::span<std::byte> bytes, std::uint64_t offset, std::size_t width_bytes,
                  ByteOrder order, std::uint64_t value) {
    for (std::size_t i = 0; i < width_bytes; ++i) {
        const std::size_t shift = 8 * (order == ByteOrder::little ? i : width_bytes - 1 - i);
        bytes[static_cast<std::size_t>(offset) + i] = static_cast<std::byte>(value >> shift & 0xff);
    }
}

/// Puts `bytes` behind what is in `to`.
TURNTILE_EXPORT void append(std::vector<std::byte>& to, std::span<const std::byte> bytes);

}  // namespace turntile
