// How hidden files are called until they are published.
#pragma once

#include <string>
#include <string_view>

namespace turntile::io {

/// Bytes of a hidden name's end, which is random.
constexpr std::size_t random_suffix_bytes = 6;

std::string random_suffix();

/// The start of the name of a hidden file beside one called `name`: `.NAME.turntile-`, with NAME
/// cut (UTF-8: between characters) so that a whole name fits 255 bytes.
std::string temporary_stem(const std::string& name);

/// The whole name. `suffix` has random_suffix_bytes bytes.
std::string temporary_name(const std::string& name, const std::string& suffix);

/// The stem of `file_name`, or nothing if it is not the name of such a hidden file.
std::string_view stem_of_temporary(std::string_view file_name);

}  // namespace turntile::io
