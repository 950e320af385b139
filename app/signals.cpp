#include "app/signals.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace turntile::app {
namespace {

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // so that a signal handler may write it

extern "C" void remember_signal(int signal) {
    int none = 0;
    if (!received.compare_exchange_strong(none, signal)) _exit(128 + signal);
}

// Who started us may want a signal to be ignored: nohup does.
bool is_ignored(int signal) {
    struct sigaction action = {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void listen_for_signals() {
    struct sigaction action = {};
    action.sa_handler = remember_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (!is_ignored(signal)) sigaction(signal, &action, nullptr);
    for (const int signal : {SIGPIPE, SIGXFSZ})
        std::signal(signal, SIG_IGN);
}

int stop_signal() noexcept {
    return received;
}

}  // namespace turntile::app
