// What became of a run: sums over its files, the failures, and the notes. The only place that adds
// up stage times.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/file_job.hpp"
#include "app/options.hpp"

namespace turntile::app {

/// Busy time of each stage, summed over all files and threads.
struct StageTimes {
    double read_ms = 0;
    double decode_ms = 0;
    double upload_ms = 0;
    double turn_ms = 0;
    double download_ms = 0;
    double encode_ms = 0;
    double lossless_ms = 0;
    double verify_ms = 0;
    double write_ms = 0;
};

/// A note, and the files that it is about.
struct NoteCount {
    std::size_t files = 0;
    std::string first;  ///< the first of them, as it is shown
};

/// What one device turned.
struct DeviceShare {
    std::size_t images = 0;
    double bytes_moved = 0;  ///< by the turns: bytes read plus bytes written
    double turn_ms = 0;
};

struct Totals {
    std::size_t planned = 0;
    std::size_t turned = 0;
    std::size_t lossless = 0;
    std::size_t copied = 0;
    std::size_t untouched = 0;
    std::size_t skipped = 0;  ///< found and of a kind that is never turned, or there is its output
    std::size_t failed = 0;
    std::size_t interrupted = 0;  ///< files in work or not begun when the run was asked to stop
    std::size_t could_be_lossless = 0;  ///< of those that were turned
    std::size_t fallbacks = 0;          ///< pictures that the CPU turned because a GPU could not
    double megapixels = 0;
    double bytes_moved = 0;  ///< by the turns: bytes read plus bytes written
    StageTimes busy;
    std::map<int, DeviceShare> devices;  ///< by CUDA index; -1 is the CPU
    std::vector<std::string> failures;   ///< one line for each
    std::map<std::string, NoteCount> notes;

    std::size_t done() const { return turned + lossless + copied + untouched; }
};

/// The run as a whole.
struct RunFacts {
    std::string backend = "none";  ///< "cuda", "cpu"; "none" if no pixel had to move
    std::string hardware;
    std::string why_cpu;  ///< empty if nothing else was wanted
    Method method = Method::tiled;
    bool dry_run = false;
    int jobs = 1;
    double wall_ms = 0;
    double startup_ms = 0;
    double copy_gbps =
        0;  ///< of the backend's copy of as many bytes as one turn moves; 0 if not measured
};

/// Takes results one at a time, says failures at once, and sums up.
class Report {
  public:
    Report(std::size_t planned, const TurnCommand& command);

    void add(const FileResult& result);
    void note(const std::string& text);
    /// Notes, failures once more, and the summary.
    void finish(const RunFacts& facts);

    const Totals& totals() const { return totals_; }

  private:
    void add_failure(const FileResult& result);
    void add_photo(const FileResult& result);
    void add_share(const TurnReport& turning);
    std::size_t& count_of(PhotoAction action);
    void add_note(const FileResult& result, const std::string& text);
    void say_notes() const;

    const TurnCommand& command_;
    Totals totals_;
    bool json_;
    bool quiet_;
    bool owns_stdout_;  ///< no picture and no JSON goes there
};

/// The source's name as messages have it.
std::string shown_source(const Job& job);

double megapixels(Size size);

/// The summary as lines for a person.
std::string summary_text(const Totals& totals, const RunFacts& facts);
/// One line of JSON for a file, and one for the run.
std::string json_line(const FileResult& result);
std::string json_line(const Totals& totals, const RunFacts& facts);

}  // namespace turntile::app
