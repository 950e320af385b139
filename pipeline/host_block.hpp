// Memory from the system for the pixels of one picture.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace turntile {

/// Makes host memory reachable for a GPU's copies. Any number of threads may use it.
class Pinning {
  public:
    virtual ~Pinning() = default;
    /// Whether it was possible.
    virtual bool pin(std::byte* data, std::size_t size_bytes) noexcept = 0;
    virtual void unpin(std::byte* data) noexcept = 0;
};

/// Owns a run of host memory that starts on a page and can grow: the pages that it has come along,
/// so that only new ones have to be made by the system, which takes longer than turning what is in
/// them. Large runs ask for huge pages, and have them at once.
class HostBlock {
  public:
    HostBlock() = default;
    /// @throws std::bad_alloc
    explicit HostBlock(std::size_t size_bytes);
    HostBlock(HostBlock&& other) noexcept { swap(other); }
    HostBlock& operator=(HostBlock&& other) noexcept {
        swap(other);
        return *this;
    }
    ~HostBlock();

    std::byte* data() const noexcept { return data_; }
    /// At least what was asked for.
    std::size_t size_bytes() const noexcept { return size_bytes_; }

    /// Makes room for `size_bytes` bytes. The block may move, what is in it stays, and it is not
    /// pinned any more.
    /// @throws std::bad_alloc; the block has its old size then
    void grow(std::size_t size_bytes);

    /// Pins the block until it grows or goes, if that is possible.
    void pin(std::shared_ptr<Pinning> pinning) noexcept;
    bool is_pinned() const noexcept { return pinned_by_ != nullptr; }

  private:
    void swap(HostBlock& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_bytes_, other.size_bytes_);
        std::swap(pinned_by_, other.pinned_by_);
    }
    void unpin() noexcept;

    std::byte* data_ = nullptr;
    std::size_t size_bytes_ = 0;
    std::shared_ptr<Pinning> pinned_by_;  // empty: not pinned
};

}  // namespace turntile
