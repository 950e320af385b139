#include <turntile/error.hpp>
#include <turntile/metadata.hpp>

// Exceptions and their types pass from the library to the program.
int main() {
    if (turntile::exif_orientation({}) != turntile::Turn::none) return 1;
    try {
        turntile::inspect({});
    } catch (const turntile::ImageError&) {
        return 0;
    }
    return 2;
}
