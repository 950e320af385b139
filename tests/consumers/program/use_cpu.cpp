#include <cstring>
#include <turntile/cpu.hpp>

int main() {
    char turned[7] = "......";
    turntile::cpu::turn({"abcdef", 3, 2, 1, 3}, {turned, 2, 3, 1, 2}, turntile::Turn::rotate_90);
    return std::strcmp(turned, "daebfc");
}
