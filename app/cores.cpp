#include "app/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

namespace turntile::app {
namespace {

int cores_of_affinity() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// The folder of this process's cgroup (version 2), from "0::/path" in /proc/self/cgroup.
std::string cgroup_folder() {
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);)
        if (line.rfind("0::", 0) == 0) return "/sys/fs/cgroup" + line.substr(3);
    return "/sys/fs/cgroup";
}

// The least quota from the cgroup up to the root, in cores; no limit counts as `most`.
double cores_of_cgroup(double most) {
    for (std::string folder = cgroup_folder();
         folder.size() >= std::string("/sys/fs/cgroup").size();
         folder = folder.substr(0, folder.find_last_of('/'))) {
        std::ifstream file(folder + "/cpu.max");
        std::string quota;
        double period = 0;
        if (file >> quota >> period && quota != "max" && period > 0)
            most = std::min(most, std::stod(quota) / period);
    }
    return most;
}

}  // namespace

int usable_cores() {
    const int affinity = cores_of_affinity();
    return std::max(1, static_cast<int>(std::ceil(cores_of_cgroup(affinity))));
}

}  // namespace turntile::app
