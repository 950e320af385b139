#include <array>
#include <cstring>
#include <thread>

#include "cpu/turn_timing.hpp"
#include "pipeline/backend.hpp"
#include "pipeline/host_block.hpp"
#include "pipeline/opencv_turn.hpp"
#include "pipeline/stopwatch.hpp"
#include "turntile/cpu.hpp"

namespace turntile {
namespace {

class CpuBackend : public Backend {
  public:
    TurnReport turn(std::span<const PlanePair> planes, Turn turn, Method method) override {
        const Stopwatch watch;
        TurnReport report;
        for (const PlanePair& plane : planes) {
            cpu::turn(plane.src, plane.dst, turn, method);
            report.bytes_moved += 2 * plane.src.pixels_bytes();
        }
        report.turn_ms = watch.ms();
        return report;
    }

    double copy_gbps(std::size_t bytes) override {
        const HostBlock from(bytes);
        const HostBlock to(bytes);
        // Written, both: the untouched pages of a process are one page.
        std::memset(from.data(), 0x5A, bytes);
        std::memset(to.data(), 0xA5, bytes);
        std::array<double, 3> samples_ms{};
        for (double& sample : samples_ms) {
            const Stopwatch watch;
            std::memcpy(to.data(), from.data(), bytes);
            sample = watch.ms();
        }
        return 2.0 * static_cast<double>(bytes) / (median_ms(samples_ms) * 1e6);
    }

    std::string hardware() const override {
        const unsigned cores = std::thread::hardware_concurrency();
        return std::to_string(cores) + (cores == 1 ? " core" : " cores");
    }
};

}  // namespace

std::unique_ptr<Backend> make_cpu_backend() {
    return std::make_unique<CpuBackend>();
}

TurnTimes time_turn_on_cpu(const TurnCase& turn_case) {
    const OpencvThreads threads;
    return cpu::time_turn(turn_case, turn_by_opencv);
}

}  // namespace turntile
