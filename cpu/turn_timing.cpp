#include "cpu/turn_timing.hpp"

#include <sys/mman.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "cpu/last_cache.hpp"
#include "turntile/cpu.hpp"
#include "turntile/turn_check.hpp"

namespace turntile::cpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t line_bytes = 64;  // what padded rows are whole numbers of
constexpr std::size_t huge_page_bytes = 2 * 1024 * 1024;
constexpr std::size_t memory_limit_bytes = std::size_t{1} << 30;
constexpr double time_limit_ms = 800;
constexpr std::size_t rounds_limit = 101;

std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

// A view without memory yet.
ImageView layout(Size size, const TurnCase& turn_case) {
    ImageView view = {
        .width = size.width, .height = size.height, .pixel_bytes = turn_case.pixel_bytes};
    view.pitch_bytes =
        turn_case.tight_pitch ? view.row_bytes() : round_up(view.row_bytes(), line_bytes);
    return view;
}

struct Freer {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
};
using Memory = std::unique_ptr<std::byte, Freer>;

// Memory like that of the command's pictures, in huge pages where the system gives them, and
// written to: the first touch of a page would be timed otherwise.
Memory allocate(std::size_t size_bytes) {
    const std::size_t alignment = size_bytes < huge_page_bytes ? line_bytes : huge_page_bytes;
    const std::size_t rounded = round_up(size_bytes, alignment);
    Memory memory(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
    if (!memory) throw std::bad_alloc();
    if (alignment == huge_page_bytes) ::madvise(memory.get(), rounded, MADV_HUGEPAGE);
    std::memset(memory.get(), 0, size_bytes);
    return memory;
}

// Random bytes (splitmix64): constant ones would flatter the memory.
void fill_random(ImageView image, std::uint64_t seed) {
    tbb::parallel_for(std::int64_t{0}, image.height, [=](std::int64_t y) {
        std::uint64_t state = (seed << 32U) + static_cast<std::uint64_t>(y) * image.row_bytes();
        for (std::size_t i = 0; i < image.row_bytes(); i += sizeof(state)) {
            std::uint64_t random = state += 0x9E3779B97F4A7C15U;
            random = (random ^ (random >> 30U)) * 0xBF58476D1CE4E5B9U;
            random = (random ^ (random >> 27U)) * 0x94D049BB133111EBU;
            random ^= random >> 31U;
            std::memcpy(image.row(y) + i, &random, std::min(sizeof(random), image.row_bytes() - i));
        }
    });
}

// The images that one case rotates through.
class Pairs {
  public:
    Pairs(const TurnCase& turn_case, std::size_t count)
        : src_(layout(turn_case.size, turn_case)),
          dst_(layout(turned(turn_case.size, turn_case.turn), turn_case)) {
        for (std::size_t i = 0; i < count; ++i) {
            sources_.push_back(allocate(src_.extent_bytes()));
            // Also holds a copy of the source, in the source's layout.
            destinations_.push_back(allocate(std::max(src_.extent_bytes(), dst_.extent_bytes())));
            fill_random(at(src_, sources_.back()), i);
        }
    }

    std::size_t count() const { return sources_.size(); }
    void copy(std::size_t i) const {
        cpu::turn(at(src_, sources_[i]), at(src_, destinations_[i]), Turn::none, Method::naive);
    }
    void turn(std::size_t i, Turn turn, Method method) const {
        cpu::turn(at(src_, sources_[i]), at(dst_, destinations_[i]), turn, method);
    }
    void turn_by(const PeerTurn& peer, std::size_t i, Turn turn) const {
        peer(at(src_, sources_[i]), at(dst_, destinations_[i]), turn);
    }

  private:
    static ImageView at(ImageView view, const Memory& memory) {
        view.data = memory.get();
        return view;
    }

    ImageView src_;
    ImageView dst_;
    std::vector<Memory> sources_;
    std::vector<Memory> destinations_;
};

// Takes the next pairs in rotation for each step, so that none is still in the cache.
class Stopwatch {
  public:
    Stopwatch(std::size_t pairs, int batch)
        : pairs_(pairs), batch_(static_cast<std::size_t>(batch)) {}

    // Milliseconds for `work(pair)` on as many pairs as the batch has images.
    double time_step_ms(const std::function<void(std::size_t)>& work) {
        const Clock::time_point start = Clock::now();
        // No more at once than there are pairs: two images must not be written to one place.
        for (std::size_t done = 0; done < batch_; done += pairs_) {
            const std::size_t images = std::min(pairs_, batch_ - done);
            if (images == 1)
                work(next_ % pairs_);
            else
                tbb::parallel_for(std::size_t{0}, images,
                                  [&](std::size_t i) { work((next_ + i) % pairs_); });
            next_ += images;
        }
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

  private:
    std::size_t pairs_;
    std::size_t batch_;
    std::size_t next_ = 0;
};

// What is timed: one image's work, and how long it took each time.
struct Step {
    std::function<void(std::size_t pair)> work;
    std::vector<double> samples_ms;
};

// Times all steps, one after the other, again and again. The first round warms up.
void time_in_turns(std::vector<Step>& steps, std::size_t pairs, int batch) {
    Stopwatch stopwatch(pairs, batch);
    double spent_ms = 0;
    for (const Step& step : steps)
        spent_ms += stopwatch.time_step_ms(step.work);
    do {
        for (Step& step : steps) {
            step.samples_ms.push_back(stopwatch.time_step_ms(step.work));
            spent_ms += step.samples_ms.back();
        }
    } while (spent_ms < time_limit_ms && steps.front().samples_ms.size() < rounds_limit);
}

void check(const TurnCase& turn_case) {
    if (turn_case.size.width < 1 || turn_case.size.height < 1 || turn_case.batch < 1 ||
        turn_case.size.width > INT32_MAX || turn_case.size.height > INT32_MAX ||
        !is_pixel_size(turn_case.pixel_bytes))
        throw std::invalid_argument("bench: cannot turn " + std::to_string(turn_case.batch) +
                                    " images of " + std::to_string(turn_case.size.width) + "x" +
                                    std::to_string(turn_case.size.height) + " pixels of " +
                                    std::to_string(turn_case.pixel_bytes) + " bytes");
}

}  // namespace

PairPlan plan_pairs(std::size_t pair_bytes, std::size_t last_cache_bytes) {
    const std::size_t wanted = 4 * last_cache_bytes / pair_bytes + 1;
    const std::size_t allowed = std::max<std::size_t>(memory_limit_bytes / pair_bytes, 1);
    const std::size_t pairs = std::min(wanted, allowed);
    return {.pairs = pairs, .hot = pairs * pair_bytes <= 4 * last_cache_bytes};
}

TurnTimes time_turn(const TurnCase& turn_case, const PeerTurn& peer) {
    check(turn_case);
    const ImageView src = layout(turn_case.size, turn_case);
    const ImageView dst = layout(turned(turn_case.size, turn_case.turn), turn_case);
    const PairPlan plan = plan_pairs(src.extent_bytes() + dst.extent_bytes(), last_cache_bytes());
    const Pairs pairs(turn_case, plan.pairs);
    const Turn turn = turn_case.turn;

    std::vector<Step> steps = {
        {[&](std::size_t i) { pairs.copy(i); }, {}},
        {[&](std::size_t i) { pairs.turn(i, turn, Method::naive); }, {}},
        {[&](std::size_t i) { pairs.turn(i, turn, Method::tiled); }, {}},
    };
    if (peer) steps.push_back({[&](std::size_t i) { pairs.turn_by(peer, i, turn); }, {}});
    time_in_turns(steps, pairs.count(), turn_case.batch);

    TurnTimes times = {.copy_ms = median_ms(steps[0].samples_ms),
                       .naive_ms = median_ms(steps[1].samples_ms),
                       .tiled_ms = median_ms(steps[2].samples_ms),
                       .peer_ms = {},
                       .hot = plan.hot};
    if (peer) times.peer_ms = median_ms(steps[3].samples_ms);
    return times;
}

}  // namespace turntile::cpu
