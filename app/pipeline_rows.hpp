// The rows of turntile bench pipeline, and how they are shown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace turntile::app {

/// One stage alone on all files, or several together.
struct PipelineRow {
    std::string name;
    double ms = 0;  ///< wall time; of the GPU's own steps, the device's time
};

/// What was measured, on what.
struct PipelineRun {
    std::string backend;   ///< "cuda" or "cpu"
    std::string hardware;  ///< the backend's words for it
    int workers = 1;
    std::string files;  ///< "24 files of /pictures"
    std::size_t images = 0;
    double megapixels = 0;
    std::vector<PipelineRow> stages;  ///< each alone
    double codecs_ms = 0;    ///< decoding and encoding only, nothing between, all workers busy
    double pipeline_ms = 0;  ///< everything together

    double ratio() const { return codecs_ms > 0 ? pipeline_ms / codecs_ms : 0; }
};

std::string pipeline_text(const PipelineRun& run);
std::string pipeline_json(const PipelineRun& run);
std::string pipeline_csv(const PipelineRun& run);

}  // namespace turntile::app
