#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include "turntile/turntile.h"

namespace {

std::string last_error() {
    return turntile_last_error();
}

constexpr std::string_view photo_bytes = "P5\n3 2\n255\nabcdef";

TEST(CInterface, TurnsOnTheCpu) {
    char pixels[] = "abcdef";
    char turned[] = "......";
    const turntile_image src = {pixels, 3, 2, 1, 3};
    const turntile_image dst = {turned, 2, 3, 1, 2};
    ASSERT_EQ(turntile_cpu_turn(&src, &dst, TURNTILE_ROTATE_90), TURNTILE_OK) << last_error();
    EXPECT_STREQ(turned, "daebfc");
}

TEST(CInterface, SaysWhatIsWrong) {
    char pixels[6] = {};
    const turntile_image image = {pixels, 3, 2, 1, 3};
    EXPECT_EQ(turntile_cpu_turn(&image, &image, TURNTILE_NONE), TURNTILE_INVALID_ARGUMENT);
    EXPECT_NE(last_error().find("overlap"), std::string::npos) << last_error();
    EXPECT_EQ(turntile_cpu_turn(&image, &image, 265), TURNTILE_INVALID_ARGUMENT);
    EXPECT_NE(last_error().find("265"), std::string::npos) << last_error();
    EXPECT_EQ(turntile_cpu_turn(nullptr, &image, TURNTILE_NONE), TURNTILE_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "src is NULL");
}

TEST(CInterface, KeepsAMessageForEachThread) {
    turntile_cpu_turn(nullptr, nullptr, TURNTILE_NONE);
    std::thread([] { EXPECT_EQ(last_error(), ""); }).join();
    EXPECT_EQ(last_error(), "src is NULL");
}

TEST(CInterface, TurnsAWholeFile) {
    const turntile_photo_request request = {
        .turn = TURNTILE_ROTATE_90, .ignore_orientation = 0, .jpeg_quality = 0, .max_pixels = 0};
    turntile_photo photo = {};
    ASSERT_EQ(turntile_turn_encoded(photo_bytes.data(), photo_bytes.size(), &request, &photo),
              TURNTILE_OK)
        << last_error();
    EXPECT_EQ(std::string_view(reinterpret_cast<char*>(photo.bytes), photo.size),
              "P5\n2 3\n255\ndaebfc");
    EXPECT_EQ(photo.width, 2);
    EXPECT_EQ(photo.height, 3);
    EXPECT_EQ(photo.action, TURNTILE_TURNED);
    EXPECT_EQ(photo.turn, TURNTILE_ROTATE_90);
    turntile_photo_free(&photo);
    EXPECT_EQ(photo.bytes, nullptr);
    turntile_photo_free(&photo);
    turntile_photo_free(nullptr);
}

TEST(CInterface, MakesUprightByDefault) {
    const turntile_photo_request zeros = {};
    turntile_photo photo = {};
    ASSERT_EQ(turntile_turn_encoded(photo_bytes.data(), photo_bytes.size(), &zeros, &photo),
              TURNTILE_OK);
    EXPECT_EQ(photo.action, TURNTILE_UNTOUCHED);
    EXPECT_EQ(photo.size, photo_bytes.size());
    turntile_photo_free(&photo);
}

TEST(CInterface, RefusesWhatIsNoPhoto) {
    const turntile_photo_request zeros = {};
    turntile_photo photo = {};
    photo.size = 7;
    EXPECT_EQ(turntile_turn_encoded("text", 4, &zeros, &photo), TURNTILE_IMAGE_ERROR);
    EXPECT_NE(last_error(), "");
    EXPECT_EQ(photo.size, 0U);
    EXPECT_EQ(turntile_turn_encoded(nullptr, 0, &zeros, &photo), TURNTILE_IMAGE_ERROR);
    EXPECT_EQ(turntile_turn_encoded(nullptr, 4, &zeros, &photo), TURNTILE_INVALID_ARGUMENT);
    EXPECT_EQ(turntile_turn_encoded("text", 4, nullptr, &photo), TURNTILE_INVALID_ARGUMENT);
    EXPECT_EQ(turntile_turn_encoded("text", 4, &zeros, nullptr), TURNTILE_INVALID_ARGUMENT);
}

TEST(CInterface, ChecksARequest) {
    for (const turntile_photo_request& wrong :
         {turntile_photo_request{9, 0, 0, 0}, turntile_photo_request{-1, 0, 0, 0},
          turntile_photo_request{0, 0, 101, 0}, turntile_photo_request{0, 0, -1, 0},
          turntile_photo_request{0, 0, 0, -1}}) {
        turntile_photo photo = {};
        EXPECT_EQ(turntile_turn_encoded(photo_bytes.data(), photo_bytes.size(), &wrong, &photo),
                  TURNTILE_INVALID_ARGUMENT);
    }
    const turntile_photo_request small = {TURNTILE_ROTATE_90, 0, 0, 5};
    turntile_photo photo = {};
    EXPECT_EQ(turntile_turn_encoded(photo_bytes.data(), photo_bytes.size(), &small, &photo),
              TURNTILE_IMAGE_ERROR);
}

// Whether built with CUDA or not: any GPU that there is, is hidden.
TEST(CInterface, SaysThatThereIsNoGpu) {
    setenv("CUDA_VISIBLE_DEVICES", "-1", 1);
    char pixels[12] = {};
    const turntile_image src = {pixels, 3, 2, 1, 3};
    const turntile_image dst = {pixels + 6, 3, 2, 1, 3};
    const turntile_batch_item item = {src, dst, TURNTILE_NONE};
    EXPECT_EQ(turntile_gpu_load_kernels(), TURNTILE_CUDA_ERROR);
    EXPECT_NE(last_error(), "");
    EXPECT_EQ(turntile_gpu_turn_async(&src, &dst, TURNTILE_NONE, nullptr), TURNTILE_CUDA_ERROR);
    EXPECT_EQ(turntile_gpu_turn_batch_async(&item, 1, nullptr), TURNTILE_CUDA_ERROR);
}

TEST(CInterface, KnowsItsVersion) {
    EXPECT_EQ(std::string_view(turntile_version()), TURNTILE_VERSION);
}

}  // namespace
