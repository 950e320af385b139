#include "io/byte_reader.hpp"

namespace turntile {

// Not inline: GCC 12 believes an insertion into a vector that was made from an array to write
// beyond it.
void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace turntile
