#include "turntile/codec.hpp"
