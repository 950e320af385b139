#include "tests/heap_allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local int allocations = 0;

}  // namespace

int turntile::heap_allocations() {
    return allocations;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
    std::free(memory);
}
