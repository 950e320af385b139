// Blocks of host memory that are used again: the system takes its time to give fresh pages.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "pipeline/host_block.hpp"

namespace turntile {

/// Lends blocks to any number of threads.
class HostPool {
    struct Entry {
        HostBlock block;
        int loans = 0;  ///< so far
    };

  public:
    /// Free blocks are kept as long as all blocks together, those on loan included, have no more
    /// than `kept_bytes` bytes.
    explicit HostPool(std::size_t kept_bytes) : kept_bytes_(kept_bytes) {}

    /// A block on loan: it goes back to the pool, which must outlive it, when the loan ends.
    class Loan {
      public:
        Loan(HostPool& pool, Entry entry) : pool_(&pool), entry_(std::move(entry)) {}
        Loan(Loan&& other) noexcept
            : pool_(std::exchange(other.pool_, nullptr)), entry_(std::move(other.entry_)) {}
        Loan& operator=(Loan&&) = delete;
        ~Loan() {
            if (pool_ != nullptr) pool_->give_back(std::move(entry_));
        }
        std::byte* data() const noexcept { return entry_.block.data(); }
        bool is_pinned() const noexcept { return entry_.block.is_pinned(); }

      private:
        friend HostPool;
        HostPool* pool_;
        Entry entry_;
    };

    /// A block of at least `size_bytes` bytes. @throws std::bad_alloc
    Loan take(std::size_t size_bytes);

    /// From now on, blocks that are lent for the fourth time are pinned. Pinning takes long and
    /// holds a GPU's work up meanwhile: a block has to earn it.
    void pin_with(std::shared_ptr<Pinning> pinning);

    /// Of all blocks, free and on loan.
    std::size_t held_bytes() const;

  private:
    Entry take_free(std::size_t wanted_bytes);
    void make_room(Entry& entry, std::size_t wanted_bytes);
    Entry remove_largest_free();
    void pin_if_earned(Entry& entry);
    void give_back(Entry entry) noexcept;

    const std::size_t kept_bytes_;
    mutable std::mutex mutex_;
    std::size_t held_bytes_ = 0;
    std::size_t blocks_ = 0;
    std::vector<Entry> free_;  // has room for every block
    std::shared_ptr<Pinning> pinning_;
    std::mutex pinning_mutex_;  // one block at a time
};

}  // namespace turntile
