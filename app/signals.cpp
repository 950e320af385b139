#include "app/signals.hpp"

#include <atomic>
#include <csignal>

namespace turntile::app {
namespace {

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // so that a signal handler may write it

extern "C" void remember_signal(int signal) {
    received = signal;
}

}  // namespace

void listen_for_signals() {
    struct sigaction action = {};
    action.sa_handler = remember_signal;
    action.sa_flags = SA_RESETHAND | SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaction(signal, &action, nullptr);
    for (const int signal : {SIGPIPE, SIGXFSZ})
        std::signal(signal, SIG_IGN);
}

int stop_signal() noexcept {
    return received;
}

}  // namespace turntile::app
