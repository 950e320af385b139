// Bytes through descriptors that may be pipes or terminals.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace turntile::app {

/// Reads what is there next, and waits for it. Returns 0 at the end.
/// @throws Interrupted when a signal asks the program to stop; std::system_error without a name
std::size_t read_some(int descriptor, std::span<char> bytes);

/// Standard input, to its end. @throws as read_some does
std::vector<std::byte> read_standard_input();

/// Writes all `bytes`. @throws std::system_error; errc::broken_pipe if the reader is gone
void write_standard_output(std::span<const std::byte> bytes);

}  // namespace turntile::app
