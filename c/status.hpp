// Where exceptions end: no C caller ever meets one.
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "turntile/error.hpp"
#include "turntile/image_view.hpp"
#include "turntile/turntile.h"

namespace turntile::c {

/// Keeps the message for `turntile_last_error` of this thread, and returns `status`.
std::int32_t failed(std::int32_t status, const char* message) noexcept;

/// The status that `work` comes to; the message of what it throws is kept.
template <class Work>
std::int32_t status_of(Work&& work) noexcept {
    try {
        work();
        return TURNTILE_OK;
    } catch (const std::invalid_argument& error) {
        return failed(TURNTILE_INVALID_ARGUMENT, error.what());
    } catch (const ImageError& error) {
        return failed(TURNTILE_IMAGE_ERROR, error.what());
    } catch (const CudaError& error) {
        return failed(error.is_out_of_memory() ? TURNTILE_OUT_OF_MEMORY : TURNTILE_CUDA_ERROR,
                      error.what());
    } catch (const std::bad_alloc&) {
        return failed(TURNTILE_OUT_OF_MEMORY, "the host's memory is used up");
    } catch (const std::exception& error) {
        return failed(TURNTILE_FAILED, error.what());
    } catch (...) {
        return failed(TURNTILE_FAILED, "an unknown exception");
    }
}

/// What `pointer` points to. @throws std::invalid_argument for NULL; `what` names it
template <class T>
T& given(T* pointer, const char* what) {
    if (pointer == nullptr) throw std::invalid_argument(std::string(what) + " is NULL");
    return *pointer;
}

inline ImageView view_of(const turntile_image& image) {
    return {image.data, image.width, image.height, image.pixel_bytes, image.pitch_bytes};
}

/// The turn of this value. @throws std::invalid_argument if there is none
inline Turn turn_of(std::int32_t value) {
    if (value < 1 || value > 8)
        throw std::invalid_argument("turn: " + std::to_string(value) +
                                    " is not one of the turns 1 to 8");
    return static_cast<Turn>(value);
}

}  // namespace turntile::c
