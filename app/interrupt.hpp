// Leaving what has not begun to touch files, because the program was asked to stop.
#pragma once

#include <exception>

#include "app/signals.hpp"

namespace turntile::app {

/// A signal came before any file was touched: exit code 128 + the signal.
class Interrupted : public std::exception {
  public:
    const char* what() const noexcept override { return "interrupted"; }
};

/// @throws Interrupted if a signal has come
inline void leave_if_interrupted() {
    if (stop_signal() != 0) throw Interrupted();
}

}  // namespace turntile::app
