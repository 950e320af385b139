#include "pipeline/host_block.hpp"

#include <sys/mman.h>

#include <new>

namespace turntile {
namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t huge_page_bytes = 2 * 1024 * 1024;

// Whole huge pages where there is at least one: a page fault for each 4096 bytes costs more.
std::size_t rounded(std::size_t size_bytes) {
    const std::size_t step = size_bytes >= huge_page_bytes ? huge_page_bytes : page_bytes;
    return (size_bytes + step - 1) / step * step;
}

// More than this is not made before it is needed: a damaged file may announce a large picture.
constexpr std::size_t most_ready_bytes = 64 * 1024 * 1024;

// Only advice, for the pages after the first `old_bytes`: without it the memory is as good, and
// slower to come. A page that is made by whoever writes to it first, in the midst of other work,
// costs a tenth more.
void make_ready(std::byte* data, std::size_t old_bytes, std::size_t size_bytes) {
    if (size_bytes < huge_page_bytes) return;
    ::madvise(data, size_bytes, MADV_HUGEPAGE);
    if (size_bytes <= most_ready_bytes)
        ::madvise(data + old_bytes, size_bytes - old_bytes, MADV_POPULATE_WRITE);
}

std::byte* memory_or_throw(void* memory) {
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return static_cast<std::byte*>(memory);
}

}  // namespace

HostBlock::HostBlock(std::size_t size_bytes) : size_bytes_(rounded(size_bytes)) {
    if (size_bytes_ == 0) return;
    data_ = memory_or_throw(
        ::mmap(nullptr, size_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    make_ready(data_, 0, size_bytes_);
}

HostBlock::~HostBlock() {
    unpin();
    if (data_ != nullptr) ::munmap(data_, size_bytes_);
}

void HostBlock::grow(std::size_t size_bytes) {
    const std::size_t wanted = rounded(size_bytes);
    if (wanted <= size_bytes_) return;
    if (data_ == nullptr) {
        *this = HostBlock(wanted);
        return;
    }
    unpin();
    data_ = memory_or_throw(::mremap(data_, size_bytes_, wanted, MREMAP_MAYMOVE));
    make_ready(data_, std::exchange(size_bytes_, wanted), wanted);
}

void HostBlock::pin(std::shared_ptr<Pinning> pinning) noexcept {
    if (data_ == nullptr || is_pinned() || !pinning->pin(data_, size_bytes_)) return;
    pinned_by_ = std::move(pinning);
}

void HostBlock::unpin() noexcept {
    if (is_pinned()) std::exchange(pinned_by_, nullptr)->unpin(data_);
}

}  // namespace turntile
