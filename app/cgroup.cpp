#include "app/cgroup.hpp"

#include <fstream>

namespace turntile::app {
namespace {

namespace fs = std::filesystem;

// The part between the colons of "9:cpu,memory:/path" names the controllers.
bool names(const std::string& controllers, const std::string& controller) {
    return ("," + controllers + ",").find("," + controller + ",") != std::string::npos;
}

void add_up_to(const fs::path& mount, std::string group, std::vector<fs::path>& folders) {
    for (; !group.empty() && group != "/"; group.erase(group.find_last_of('/')))
        folders.push_back(mount / group.substr(1));
    folders.push_back(mount);
}

}  // namespace

std::vector<fs::path> cgroup_folders(const std::string& controller, const fs::path& root) {
    std::vector<fs::path> folders;
    const fs::path mount = root / "sys/fs/cgroup";
    std::ifstream file(root / "proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (group.empty() || group.front() != '/') continue;
        if (controllers.empty())
            add_up_to(mount, group, folders);
        else if (names(controllers, controller))
            add_up_to(mount / controller, group, folders);
    }
    if (folders.empty()) folders.push_back(mount);
    return folders;
}

}  // namespace turntile::app
