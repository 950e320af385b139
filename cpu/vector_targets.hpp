// What Highway compiles the vector code for. To be included before Highway.
#pragma once

// Vectors have a size that is known when compiling; those of SVE and RISC-V, whose size is not, are
// left out.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
// AVX-512 as of Ice Lake and Zen 4, which joins lines in one instruction, is compiled for only if
// asked for.
#define HWY_WANT_AVX3_DL
