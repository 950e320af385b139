// What a piece of code writes to the standard error stream.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

namespace turntile::tests {

/// Catches everything that reaches descriptor 2, by whatever way, until it is read or destroyed.
class CapturedStderr {
  public:
    CapturedStderr() : file_(std::tmpfile()), saved_(::dup(STDERR_FILENO)) {
        std::fflush(stderr);
        ::dup2(::fileno(file_), STDERR_FILENO);
    }
    CapturedStderr(const CapturedStderr&) = delete;
    CapturedStderr& operator=(const CapturedStderr&) = delete;
    ~CapturedStderr() {
        restore();
        std::fclose(file_);
    }

    std::string text() {
        restore();
        std::string text;
        std::rewind(file_);
        for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_))
            text += static_cast<char>(c);
        return text;
    }

  private:
    void restore() {
        if (saved_ < 0) return;
        std::fflush(stderr);
        ::dup2(saved_, STDERR_FILENO);
        ::close(saved_);
        saved_ = -1;
    }

    std::FILE* file_;
    int saved_;
};

}  // namespace turntile::tests
