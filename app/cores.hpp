// How many cores this process may use.
#pragma once

namespace turntile::app {

/// The cores that the scheduler gives this process: its affinity mask, and the quota of its cgroup
/// (rounded up). At least 1.
int usable_cores();

}  // namespace turntile::app
