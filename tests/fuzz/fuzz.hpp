// What the fuzz targets share. Each target is a program of its own, which libFuzzer feeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace turntile::tests {

using FuzzInput = std::span<const std::byte>;

inline FuzzInput fuzz_input(const std::uint8_t* data, std::size_t size_bytes) {
    return std::as_bytes(std::span(data, size_bytes));
}

}  // namespace turntile::tests

// libFuzzer calls this with one input after the other.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes);
