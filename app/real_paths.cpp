#include "app/real_paths.hpp"

#include <system_error>

namespace turntile::app {

namespace fs = std::filesystem;

fs::path RealPaths::operator()(const fs::path& path) {
    std::error_code error;
    if (fs::is_symlink(path, error)) {
        fs::path target = fs::canonical(path, error);
        if (!error) return target;
    }
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const std::lock_guard lock(mutex_);
    const auto [known, is_new] = folders_.try_emplace(folder.native());
    if (is_new) {
        known->second = fs::weakly_canonical(fs::absolute(folder, error), error);
        if (error) known->second = folder;
    }
    return known->second / path.filename();
}

}  // namespace turntile::app
