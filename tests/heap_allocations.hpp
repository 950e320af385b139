// Counts what this program takes by operator new.
#pragma once

namespace turntile {

/// This thread's allocations so far.
int heap_allocations();

}  // namespace turntile
