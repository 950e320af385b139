#include <span>
#include <string_view>
#include <turntile/photo.hpp>

int main() {
    constexpr std::string_view photo = "P5\n3 2\n255\nabcdef";
    const turntile::TurnedPhoto result =
        turntile::turn_encoded(std::as_bytes(std::span(photo)), {turntile::Turn::rotate_90});
    const std::string_view bytes(reinterpret_cast<const char*>(result.bytes.data()),
                                 result.bytes.size());
    return bytes == "P5\n2 3\n255\ndaebfc" ? 0 : 1;
}
