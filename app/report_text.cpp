#include <fmt/format.h>

#include "app/report.hpp"

namespace turntile::app {
namespace {

std::string counts_line(const Totals& totals) {
    std::string line =
        fmt::format("  turned {}, lossless {}, copied {}, untouched {}, failed {}", totals.turned,
                    totals.lossless, totals.copied, totals.untouched, totals.failed);
    if (totals.skipped > 0) line += fmt::format(", skipped {}", totals.skipped);
    if (totals.interrupted > 0)
        line += fmt::format(", interrupted with {} left", totals.interrupted);
    if (totals.fallbacks > 0)
        line += fmt::format("; {} turned on the CPU because a GPU could not", totals.fallbacks);
    if (totals.could_be_lossless > 0)
        line += fmt::format("; {} could be turned without loss (--lossless auto)",
                            totals.could_be_lossless);
    return line + "\n";
}

std::string backend_line(const Totals& totals, const RunFacts& facts) {
    if (facts.backend == "none")
        return totals.lossless > 0 ? "  no pixel was decoded: JPEG blocks were turned\n"
                                   : "  no pixel had to move\n";
    std::string line =
        fmt::format("  backend {}: {}, {}, {} {} at a time", facts.backend, facts.hardware,
                    name(facts.method), facts.jobs, facts.jobs == 1 ? "file" : "files");
    if (!facts.why_cpu.empty()) line += fmt::format(" ({})", facts.why_cpu);
    return line + "\n";
}

std::string stages_line(const Totals& totals, const RunFacts& facts) {
    const StageTimes& busy = totals.busy;
    std::string line = fmt::format("  busy seconds: read {:.2f}, decode {:.2f}, ",
                                   busy.read_ms / 1e3, busy.decode_ms / 1e3);
    if (facts.backend == "cuda")
        line += fmt::format("upload {:.3f}, turn {:.4f}, download {:.3f}, ", busy.upload_ms / 1e3,
                            busy.turn_ms / 1e3, busy.download_ms / 1e3);
    else
        line += fmt::format("turn {:.2f}, ", busy.turn_ms / 1e3);
    line += fmt::format("encode {:.2f}, ", busy.encode_ms / 1e3);
    if (totals.lossless > 0) line += fmt::format("lossless {:.2f}, ", busy.lossless_ms / 1e3);
    if (busy.verify_ms > 0) line += fmt::format("verify {:.2f}, ", busy.verify_ms / 1e3);
    line += fmt::format("write {:.2f}", busy.write_ms / 1e3);
    return line + fmt::format("; start-up {:.2f}\n", facts.startup_ms / 1e3);
}

// Only where there is more than one to tell of.
std::string shares_line(const Totals& totals) {
    if (totals.devices.size() < 2) return {};
    std::string line;
    for (const auto& [device, share] : totals.devices) {
        line += line.empty() ? "  turned by " : "; ";
        line += device < 0 ? std::string("the CPU ") : fmt::format("cuda {} ", device);
        line += fmt::format("{} {}", share.images, share.images == 1 ? "image" : "images");
        if (share.turn_ms > 0)
            line += fmt::format(" at {:.2f} GB/s", share.bytes_moved / (share.turn_ms * 1e6));
    }
    return line + "\n";
}

std::string turn_line(const Totals& totals, const RunFacts& facts) {
    if (totals.busy.turn_ms <= 0) return {};
    const double gbps = totals.bytes_moved / (totals.busy.turn_ms * 1e6);
    std::string line = fmt::format("  turn {:.2f} GB/s read + written", gbps);
    if (facts.copy_gbps > 0)
        line += fmt::format("; {} of the same bytes {:.2f} GB/s",
                            facts.backend == "cuda" ? "a copy" : "a copy by one thread",
                            facts.copy_gbps);
    return line + "\n";
}

}  // namespace

std::string summary_text(const Totals& totals, const RunFacts& facts) {
    if (facts.dry_run)
        return fmt::format("{} {}, {:.1f} MP would be done; nothing was written\n{}", totals.done(),
                           totals.done() == 1 ? "image" : "images", totals.megapixels,
                           counts_line(totals));
    const double seconds = facts.wall_ms / 1e3;
    const double done = static_cast<double>(totals.done());
    std::string text = fmt::format("{} {}, {:.1f} MP in {:.2f} s: {:.1f} images/s, {:.1f} MP/s\n",
                                   totals.done(), totals.done() == 1 ? "image" : "images",
                                   totals.megapixels, seconds, seconds > 0 ? done / seconds : 0,
                                   seconds > 0 ? totals.megapixels / seconds : 0);
    text += counts_line(totals);
    if (totals.done() == 0) return text;
    text += backend_line(totals, facts);
    if (totals.turned + totals.lossless > 0)
        text += stages_line(totals, facts) + turn_line(totals, facts) + shares_line(totals);
    return text;
}

}  // namespace turntile::app
