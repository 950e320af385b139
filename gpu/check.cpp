#include "turntile/gpu_resources.hpp"
