// Turns pictures in host memory on whichever backend there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "turntile/codec.hpp"
#include "turntile/export.h"
#include "turntile/image_view.hpp"
#include "turntile/turn.hpp"

namespace turntile {

/// Which backend to use. `automatic` takes a GPU where there is one.
enum class BackendChoice : std::uint8_t { automatic, cuda, cpu };

struct TurnerOptions {
    BackendChoice backend = BackendChoice::automatic;
    std::vector<int> devices = {};  ///< CUDA device indices; empty: the first visible one
    int lanes_per_device = 2;       ///< pictures that one device works on at a time
    /// Device memory that each device may take for pictures; the CPU turns what needs more.
    std::size_t device_memory_bytes = SIZE_MAX;
    /// Picture memory that is kept for reuse, as long as no more than this is in use in all.
    std::size_t kept_bytes = std::size_t{1} << 30;
    /// Return from the constructor while GPUs are still starting, which takes tenths of a second;
    /// the first turn waits for them.
    bool start_in_background = false;
};

/// What one call of `Turner::turn` did. Times are measured: by CUDA events on a GPU, by the steady
/// clock on the CPU.
struct TurnReport {
    int device = -1;              ///< CUDA device index; -1: the CPU
    double upload_ms = 0;         ///< host to device
    double turn_ms = 0;           ///< the turn alone
    double download_ms = 0;       ///< device to host
    std::size_t bytes_moved = 0;  ///< by the turn: bytes read plus bytes written
    std::string fallback =
        {};  ///< why the CPU did what a GPU should have done; empty if it did not
    std::string lost_device = {};  ///< how a GPU failed for good under this picture; mostly empty
};

/// Turns pictures in host memory. Any number of threads may call one Turner at once.
class TURNTILE_EXPORT Turner {
  public:
    /// Finds devices and loads kernels; creates a CUDA context unless the CPU is taken.
    /// @throws CudaError if `cuda` is asked for and cannot be had; the message says why. What only
    /// shows when a device starts is thrown by the first turn instead, if that is in the background
    /// @throws std::invalid_argument if a device index does not exist
    explicit Turner(const TurnerOptions& options = {});
    ~Turner();
    Turner(const Turner&) = delete;
    Turner& operator=(const Turner&) = delete;

    /// Writes `src` turned by `turn` to `dst`; both are in host memory. Returns when done. Where
    /// GPU memory runs out, the CPU does it; a device whose context is lost is used no more
    /// (`automatic` goes on with what is left).
    /// @throws std::invalid_argument as `check_turn` does
    /// @throws CudaError if a CUDA call fails for another reason, or the last device is lost under
    /// `cuda`
    TurnReport turn(ConstImageView src, ImageView dst, Turn turn, Method method = Method::tiled);

    /// The same for all planes of one picture, whatever their sizes: together they go up, are
    /// turned and come down again, on one backend.
    TurnReport turn(std::span<const PlanePair> planes, Turn turn, Method method = Method::tiled);

    /// Whether planes that are turned in one call also travel together, to a GPU. On the CPU they
    /// are turned one after the other, and who turns them in a call each can use the memory of
    /// one, once it is turned, for the next. Waits until the GPUs have started.
    bool takes_planes_together() const noexcept;

    /// Memory for pictures with aligned rows, taken from a pool and given back when the source is
    /// destroyed, which must be before the turner is.
    std::unique_ptr<BufferSource> picture_memory();

    /// Returns once the GPUs have started. @throws CudaError as the constructor does
    void wait_until_ready();

    /// "cuda" or "cpu". This and what follows waits until the GPUs have started.
    const char* backend() const noexcept;
    /// The hardware in words: "NVIDIA H200 (sm_90)", "2 cores".
    std::string hardware() const;
    /// Why `automatic` took the CPU; empty if it did not.
    const std::string& why_cpu() const noexcept;
    /// How long starting the GPUs took; 0 without any.
    double startup_ms() const noexcept;
    /// GB/s (bytes read plus bytes written) of the backend's fastest copy of `bytes` bytes,
    /// measured now.
    double copy_gbps(std::size_t bytes);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace turntile
