// Blocks of host memory that are used again: the system takes its time to give fresh pages. They
// are not pinned: pinning takes 30 ms for 72 MB and stalls every lane meanwhile, which a batch of
// photographs does not earn back; the lanes' own staging is pinned.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace turntile {

/// One block of host memory; its deleter knows how it was made.
struct HostBlock {
    std::shared_ptr<std::byte> memory;
    std::size_t size_bytes = 0;
};

/// Makes a block of at least this many bytes.
using HostAllocator = std::function<HostBlock(std::size_t size_bytes)>;

/// Plain memory, aligned to a page. @throws std::bad_alloc
HostBlock allocate_plain(std::size_t size_bytes);

/// Keeps up to `kept_blocks` free blocks. Any number of threads may use it.
class HostPool {
  public:
    HostPool(HostAllocator allocate, std::size_t kept_blocks);

    /// A block on loan: it goes back to the pool when the loan ends.
    class Loan {
      public:
        Loan(HostPool& pool, HostBlock block) : pool_(&pool), block_(std::move(block)) {}
        Loan(Loan&& other) noexcept : pool_(other.pool_), block_(std::exchange(other.block_, {})) {}
        Loan& operator=(Loan&&) = delete;
        ~Loan() {
            if (block_.memory) pool_->give_back(std::move(block_));
        }
        std::byte* data() const noexcept { return block_.memory.get(); }

      private:
        HostPool* pool_;
        HostBlock block_;
    };

    /// A block of at least `size_bytes` bytes. @throws std::bad_alloc
    Loan take(std::size_t size_bytes);

    /// Frees every block that is not on loan.
    void clear();

  private:
    void give_back(HostBlock block) noexcept;

    HostAllocator allocate_;
    std::size_t kept_blocks_;
    std::mutex mutex_;
    std::vector<HostBlock> free_;
};

}  // namespace turntile
