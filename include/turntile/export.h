/* What a shared library of turntile shows. Everything else in it is hidden. */
#ifndef TURNTILE_EXPORT

#define TURNTILE_EXPORT __attribute__((visibility("default")))

#endif
