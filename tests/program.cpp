#include "tests/program.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sstream>
#include <stdexcept>

namespace turntile::tests {
namespace {

std::string contents(int descriptor) {
    std::string text;
    char buffer[65536];
    off_t at = 0;
    for (ssize_t n; (n = pread(descriptor, buffer, sizeof buffer, at)) > 0; at += n)
        text.append(buffer, static_cast<std::size_t>(n));
    return text;
}

// In the child: only what is safe between fork and exec.
[[noreturn]] void become(const std::vector<char*>& words, const RunOptions& options, int in,
                         int out, int err) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    // Whoever runs the tests may have signals ignored, as a shell does in the background; the
    // program would leave them so, and go on.
    for (const int number : {SIGINT, SIGQUIT, SIGHUP, SIGTERM})
        std::signal(number, SIG_DFL);
    if (chdir(options.folder.c_str()) != 0) _exit(126);
    if (options.user != 0 && getuid() == 0 &&
        (setgroups(0, nullptr) != 0 || setgid(options.user) != 0 || setuid(options.user) != 0))
        _exit(126);
    for (const std::string& variable : options.environment)
        putenv(const_cast<char*>(variable.c_str()));
    execv(words[0], words.data());
    _exit(127);
}

}  // namespace

Started::Started(const std::string& program, const std::vector<std::string>& arguments,
                 const RunOptions& options)
    : in_(memfd_create("in", MFD_CLOEXEC)),
      out_(memfd_create("out", MFD_CLOEXEC)),
      err_(memfd_create("err", MFD_CLOEXEC)) {
    std::vector<char*> words = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    const std::string& input = options.input;
    if (pwrite(in_, input.data(), input.size(), 0) != static_cast<ssize_t>(input.size()))
        throw std::runtime_error("cannot keep the input");
    pid_ = fork();
    if (pid_ == 0) become(words, options, in_, out_, err_);
    if (pid_ < 0) throw std::runtime_error("cannot start " + program);
}

Started::~Started() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    close(in_);
    close(out_);
    close(err_);
}

bool Started::has_ended() const {
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid != 0;
}

Outcome Started::wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return {code, contents(out_), contents(err_)};
}

std::string turntile_path() {
    return TURNTILE_PROGRAM;
}

Outcome run_turntile(const std::vector<std::string>& arguments, const RunOptions& options) {
    return Started(turntile_path(), arguments, options).wait();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

}  // namespace turntile::tests
