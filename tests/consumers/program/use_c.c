#include <string.h>
#include <turntile/turntile.h>

int main(void) {
    char pixels[] = "abcdef", turned[] = "......";
    const turntile_image src = {pixels, 3, 2, 1, 3}, dst = {turned, 2, 3, 1, 2};
    if (turntile_cpu_turn(&src, &dst, TURNTILE_ROTATE_90) != TURNTILE_OK) return 1;
    if (turntile_cpu_turn(&src, &src, TURNTILE_NONE) != TURNTILE_INVALID_ARGUMENT) return 2;
    return strcmp(turned, "daebfc");
}
