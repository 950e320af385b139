// Being asked to stop: SIGINT, SIGTERM and SIGHUP.
#pragma once

namespace turntile::app {

/// From here on the first such signal is remembered and a second one ends the program at once.
/// Broken pipes and files that grow beyond a limit become errors of the call that met them.
void listen_for_signals();

/// The signal that came, or 0.
int stop_signal() noexcept;

}  // namespace turntile::app
