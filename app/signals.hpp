// Being asked to stop: SIGINT, SIGTERM and SIGHUP.
#pragma once

namespace turntile::app {

/// From here on the first such signal is remembered and a second one, of whichever kind, ends the
/// program at once. What the parent process ignores stays ignored.
/// Broken pipes and files that grow beyond a limit become errors of the call that met them.
void listen_for_signals();

/// The signal that came, or 0.
int stop_signal() noexcept;

}  // namespace turntile::app
