#include "app/pipeline_rows.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/console.hpp"

namespace turntile::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* codecs_name = "decode + encode";
constexpr const char* pipeline_name = "whole pipeline";

std::vector<PipelineRow> all_rows(const PipelineRun& run) {
    std::vector<PipelineRow> rows = run.stages;
    rows.push_back({codecs_name, run.codecs_ms});
    rows.push_back({pipeline_name, run.pipeline_ms});
    return rows;
}

double per_second(double amount, const PipelineRow& row) {
    return row.ms > 0 ? amount / (row.ms / 1e3) : 0;
}

double images_per_second(const PipelineRun& run, const PipelineRow& row) {
    return per_second(static_cast<double>(run.images), row);
}

}  // namespace

std::string pipeline_text(const PipelineRun& run) {
    std::string text =
        fmt::format("{}: {}; {} {}\n{}, {:.1f} MP; each stage alone, then together\n\n",
                    run.backend, run.hardware, run.workers, run.workers == 1 ? "worker" : "workers",
                    run.files, run.megapixels);
    text += fmt::format("{:<16} {:>10} {:>10} {:>10}\n", "", "seconds", "images/s", "MP/s");
    for (const PipelineRow& row : all_rows(run))
        text += fmt::format("{:<16} {:>10.3f} {:>10.1f} {:>10.1f}\n", row.name, row.ms / 1e3,
                            images_per_second(run, row), per_second(run.megapixels, row));
    return text + fmt::format(
                      "\nthe whole pipeline takes {:.2f} times as long as decoding and "
                      "encoding with nothing between\n",
                      run.ratio());
}

std::string pipeline_json(const PipelineRun& run) {
    std::string text;
    for (const PipelineRow& row : all_rows(run)) {
        const Json json = {{"schema", 1},
                           {"row", row.name},
                           {"backend", run.backend},
                           {"hardware", as_utf8(run.hardware)},
                           {"workers", run.workers},
                           {"images", run.images},
                           {"megapixels", run.megapixels},
                           {"ms", row.ms},
                           {"images_per_s", images_per_second(run, row)},
                           {"mp_per_s", per_second(run.megapixels, row)}};
        text += json.dump() + "\n";
    }
    const Json ratio = {{"schema", 1}, {"row", "ratio"}, {"pipeline_to_codecs", run.ratio()}};
    return text + ratio.dump() + "\n";
}

std::string pipeline_csv(const PipelineRun& run) {
    std::string text = "row,backend,workers,images,megapixels,ms,images_per_s,mp_per_s\n";
    for (const PipelineRow& row : all_rows(run))
        text += fmt::format("{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f}\n", row.name, run.backend,
                            run.workers, run.images, run.megapixels, row.ms,
                            images_per_second(run, row), per_second(run.megapixels, row));
    return text;
}

}  // namespace turntile::app
