#include "app/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/cgroup.hpp"

namespace turntile::app {
namespace {

int cores_of_affinity() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// Quota and period in microseconds, as version 2 of control groups writes them in one file and
// version 1 in two; no limit counts as `most`.
double cores_in(const std::filesystem::path& folder, double most) {
    std::ifstream both(folder / "cpu.max");
    std::ifstream quota_file(folder / "cpu.cfs_quota_us");
    std::ifstream period_file(folder / "cpu.cfs_period_us");
    double quota = 0, period = 0;
    const bool is_limited =
        both >> quota >> period || (quota_file >> quota && period_file >> period);
    return is_limited && quota > 0 && period > 0 ? std::min(most, quota / period) : most;
}

// The least quota of the process's groups, in cores.
double cores_of_cgroups(double most) {
    for (const std::filesystem::path& folder : cgroup_folders("cpu"))
        most = cores_in(folder, most);
    return most;
}

}  // namespace

int usable_cores() {
    const int affinity = cores_of_affinity();
    return std::max(1, static_cast<int>(std::ceil(cores_of_cgroups(affinity))));
}

}  // namespace turntile::app
