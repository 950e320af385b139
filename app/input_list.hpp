// Lists of names in a file or on standard input: one on a line, or each ended by a NUL.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace turntile::app {

enum class ListEnds : bool { lines, nuls };

/// Gets one entry and its number, counted from 1.
using TakeEntry = std::function<void(std::string_view entry, std::size_t number)>;

/// Hands over the entries of the list `path` ("-": standard input), empty ones too; the last may do
/// without its end. Of lines, a byte order mark before the first is no part of it; and if the first
/// ends in CR LF, as Windows writes it, the CR is no part of any.
/// @throws UsageError if the list cannot be read, or a line holds a NUL byte
/// @throws Interrupted
void read_list(const std::string& path, ListEnds ends, const TakeEntry& take);

}  // namespace turntile::app
