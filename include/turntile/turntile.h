/* Turntile for C, and for all that call C: Python's ctypes, Rust, Go. Link turntile::c, or turntile-c by pkg-config.
 *
 * Every function that can fail returns a status; the thread's last message says what went wrong, in words. Nothing is
 * printed, and nothing ends the program. Any number of threads may call at once. */
#ifndef TURNTILE_H
#define TURNTILE_H

#include <stddef.h>
#include <stdint.h>

#include "turntile/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a function came to. */
enum {
    TURNTILE_OK = 0,
    TURNTILE_INVALID_ARGUMENT = 1, /**< the caller's mistake */
    TURNTILE_IMAGE_ERROR = 2,      /**< the file is damaged, unsupported, or would lose something */
    TURNTILE_CUDA_ERROR = 3,       /**< a CUDA call failed, or there is no GPU to use */
    TURNTILE_OUT_OF_MEMORY = 4,    /**< the host's or the GPU's */
    TURNTILE_FAILED = 5            /**< anything else */
};

/** The turns; the value is the EXIF orientation that the turn makes upright. Directions are clockwise. */
enum {
    TURNTILE_NONE = 1,
    TURNTILE_FLIP_HORIZONTAL = 2,
    TURNTILE_ROTATE_180 = 3,
    TURNTILE_FLIP_VERTICAL = 4,
    TURNTILE_TRANSPOSE = 5,
    TURNTILE_ROTATE_90 = 6,
    TURNTILE_TRANSVERSE = 7,
    TURNTILE_ROTATE_270 = 8
};

/** Borrows an image in host or device memory. */
typedef struct turntile_image {
    void* data;         /**< the top left pixel */
    int64_t width;      /**< in pixels */
    int64_t height;     /**< in pixels */
    size_t pixel_bytes; /**< 1, 2, 3, 4, 6, 8, 12 or 16 */
    size_t pitch_bytes; /**< from one row's start to the next */
} turntile_image;

/** One image of a batch: `src` turned by `turn` goes to `dst`. */
typedef struct turntile_batch_item {
    turntile_image src; /**< is only read */
    turntile_image dst;
    int32_t turn;
} turntile_batch_item;

/** The version of the library, "0.1.0". */
TURNTILE_EXPORT const char* turntile_version(void);

/** What went wrong in this thread's last call that failed; "" before there is one. Stays until the next such call. */
TURNTILE_EXPORT const char* turntile_last_error(void);

/** Writes `src` turned by `turn` to `dst`, both in host memory, on the CPU. `dst` has the turned size and the same
 *  pixel size; padding between rows is neither read nor written. Returns when done. */
TURNTILE_EXPORT int32_t turntile_cpu_turn(const turntile_image* src, const turntile_image* dst, int32_t turn);

/** Loads the kernels on the current CUDA device: call it once, at start. After it `turntile_gpu_turn_async` and
 *  `turntile_gpu_turn_batch_async` neither allocate nor synchronise on this device.
 *  TURNTILE_CUDA_ERROR where there is no GPU, or the library was built without CUDA. */
TURNTILE_EXPORT int32_t turntile_gpu_load_kernels(void);

/** Writes `src` turned by `turn` to `dst`, both in memory that the current device reaches. Enqueues on `stream` (a
 *  cudaStream_t; NULL is the default stream) and does not synchronise. */
TURNTILE_EXPORT int32_t turntile_gpu_turn_async(const turntile_image* src, const turntile_image* dst, int32_t turn,
                                                void* stream);

/** Turns `count` images of one pixel size, each by its own turn. Hundreds share a launch. No destination may overlap
 *  another item's memory; `items` may go as soon as the call returns. Enqueues on `stream` and does not synchronise.
 *  Nothing is enqueued if an item is wrong. */
TURNTILE_EXPORT int32_t turntile_gpu_turn_batch_async(const turntile_batch_item* items, size_t count, void* stream);

/** What is asked of a photo, and how. All zeros: make it upright, with the defaults. */
typedef struct turntile_photo_request {
    int32_t turn;               /**< after the orientation tag was applied; 0 counts as TURNTILE_NONE */
    int32_t ignore_orientation; /**< not 0: turn the stored pixels as if there were no tag */
    int32_t jpeg_quality;       /**< 1 to 100; 0: the default */
    int64_t max_pixels;         /**< larger pictures are refused; 0: the default, 2^30 */
} turntile_photo_request;

/** What became of a photo. */
enum {
    TURNTILE_TURNED = 0,   /**< decoded, turned, encoded */
    TURNTILE_COPIED = 1,   /**< no pixel had to move: the source's bytes, the orientation tag set to 1 */
    TURNTILE_UNTOUCHED = 2 /**< not a byte changed */
};

/** A turned photo: the new file, and what was done. */
typedef struct turntile_photo {
    uint8_t* bytes; /**< the new file; turntile_photo_free frees it */
    size_t size;    /**< in bytes */
    int64_t width;  /**< of the result, in pixels */
    int64_t height; /**< of the result, in pixels */
    int32_t action; /**< TURNTILE_TURNED, TURNTILE_COPIED or TURNTILE_UNTOUCHED */
    int32_t turn;   /**< that was applied to the stored pixels: tag and request in one */
    int32_t device; /**< the CUDA device that turned it; -1: the CPU */
    double decode_ms;
    double turn_ms;
    double encode_ms;
} turntile_photo;

/** Turns the image file `bytes`: decoded, turned in one pass, encoded, its metadata carried along, on a GPU where there
 *  is one. On success `photo` holds the result, which turntile_photo_free frees; else it is all zeros.
 *  TURNTILE_IMAGE_ERROR for a file that is damaged, unsupported, or would lose something. */
TURNTILE_EXPORT int32_t turntile_turn_encoded(const void* bytes, size_t size, const turntile_photo_request* request,
                                              turntile_photo* photo);

/** Frees what `photo` holds and sets it to all zeros. Nothing happens if it is so already, or NULL. */
TURNTILE_EXPORT void turntile_photo_free(turntile_photo* photo);

#ifdef __cplusplus
}
#endif

#endif
