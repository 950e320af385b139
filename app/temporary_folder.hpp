// A folder for a while.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace turntile::app {

/// Owns a new folder in the system's folder for temporary files; removes it with all that is in it.
class TemporaryFolder {
  public:
    /// @throws std::system_error
    TemporaryFolder() {
        std::string name = std::filesystem::temp_directory_path() / "turntile-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr)
            throw std::system_error(errno, std::generic_category(),
                                    "cannot make a temporary folder '" + name + "'");
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace turntile::app
