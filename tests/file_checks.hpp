// What tests ask about files.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <system_error>

namespace turntile::tests {

inline std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

/// Of the name itself, links not followed.
inline struct stat status_of(const std::filesystem::path& path) {
    struct stat status = {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status;
}

inline mode_t rights_of(const std::filesystem::path& path) {
    return status_of(path).st_mode & 07777;
}

/// Sets the time of the last change, in ns since 1970; that of the last access is one second less.
inline void set_time(const std::filesystem::path& path, std::int64_t modified_ns) {
    constexpr std::int64_t ns_per_s = 1'000'000'000;
    const timespec times[] = {
        {.tv_sec = modified_ns / ns_per_s - 1, .tv_nsec = modified_ns % ns_per_s},
        {.tv_sec = modified_ns / ns_per_s, .tv_nsec = modified_ns % ns_per_s}};
    EXPECT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0) << path;
}

struct Failure {
    std::error_code code;
    std::string what;
};

inline Failure failure_of(const std::function<void()>& action) {
    try {
        action();
        return {};
    } catch (const std::system_error& error) {
        return {error.code(), error.what()};
    }
}

/// Runs `body` in a process of its own without root's rights. What it returns comes back: 0 for
/// success.
inline int run_as_nobody(const std::function<int()>& body) {
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(99);
        int result = 98;
        try {
            result = body();
        } catch (...) {
        }
        ::_exit(result);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}

}  // namespace turntile::tests
