// Profiles as hexadecimal text, in which ImageMagick keeps EXIF, XMP and IPTC in PNG files:
//     "\nexif\n      42\n457869660000..." (the kind, the number of bytes, lines of digits)
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace turntile {

/// The bytes that the text of a "Raw profile type ..." chunk stands for; nothing if it is damaged.
std::optional<std::vector<std::byte>> raw_profile_bytes(std::span<const std::byte> text);

/// `text` with the digits of other `bytes`. Where they are as many as `raw_profile_bytes` gave,
/// lines and letters around them stay; else the text is written as ImageMagick writes it.
std::vector<std::byte> raw_profile_with_bytes(std::span<const std::byte> text,
                                              std::span<const std::byte> bytes);

}  // namespace turntile
