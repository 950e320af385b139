// One file on its way through the batch. Whatever fails is kept as a value: one bad file never
// stops the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plan.hpp"
#include "app/publisher.hpp"
#include "app/shared_turner.hpp"
#include "io/file_stamp.hpp"
#include "pipeline/photo_stages.hpp"

namespace turntile::app {

/// What became of one file.
struct FileResult {
    std::size_t index = 0;  ///< in the plan
    const Job* job = nullptr;
    std::string failure;       ///< what was attempted and why it failed; empty if all is done
    std::string skipped;       ///< why it was passed over: a camera RAW file found in a folder
    bool interrupted = false;  ///< dropped, because the run was asked to stop
    bool dry_run = false;      ///< nothing was done: this is what would be
    bool stops_batch = false;  ///< the backend that was asked for is gone, or the log
    PhotoReport photo;
    double read_ms = 0;
    double write_ms = 0;
    std::size_t source_bytes = 0;
    std::size_t written_bytes = 0;  ///< 0 if nothing was written
};

/// Carries one file from its name to its published result. The stages are called in their order;
/// after a failure, and after the run was asked to stop, they do nothing.
class FileJob {
  public:
    FileJob(std::size_t index, const Job& job, const TurnCommand& command);

    /// Waits for a share of `memory`, which the file's bytes take until they are written.
    void read(MemoryBudget& memory);
    void decode(SharedTurner& turner);
    void turn(SharedTurner& turner);
    void encode();
    void write(Publisher& publisher);

    /// Instead of all the others: reads and inspects, and says what would be done, and whether
    /// `publishing` would stand in the way.
    void preview(MemoryBudget& memory, const PublishOptions& publishing);

    /// What the picture takes, once its headers have been read; 0 if no pixel has to move.
    std::size_t memory_bytes() const {
        return photo_ && photo_->needs_pixels() ? photo_->memory_bytes() : 0;
    }

    const FileResult& result() const { return result_; }

  private:
    template <class Step>
    void attempt(const char* what, Step step);
    std::optional<MemoryBudget::Share> wait_for(MemoryBudget& memory, std::size_t bytes);
    void read_bytes();
    void forget_bytes();
    void keep_photo_report();

    FileResult result_;
    PhotoOptions options_;
    PhotoRequest request_;
    bool in_place_;
    std::optional<MemoryBudget::Share> file_memory_;
    std::vector<std::byte> source_;
    io::FileStamp stamp_;                        ///< of the source, as it was read
    std::optional<MemoryBudget::Share> memory_;  ///< for the picture
    std::optional<PhotoStages> photo_;
    std::vector<std::byte> finished_;
};

}  // namespace turntile::app
