#include "turntile/metadata.hpp"
