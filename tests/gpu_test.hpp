// What the tests on a GPU share: skipping without one, and test images in device memory.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "gpu/check.hpp"
#include "gpu/devices.hpp"
#include "tests/test_image.hpp"
#include "turntile/gpu_resources.hpp"

namespace turntile {

/// Skips where there is no device, and fails instead where TURNTILE_REQUIRE_GPU is 1.
class GpuTest : public testing::Test {
  protected:
    void SetUp() override {
        const std::string absence = gpu::list_devices().absence;
        if (absence.empty()) return;
        const char* const required = std::getenv("TURNTILE_REQUIRE_GPU");
        if (required != nullptr && std::string(required) == "1") FAIL() << absence;
        GTEST_SKIP() << absence;
    }
};

namespace reference {

/// Owns exactly so many bytes of device memory, so that a memory checker sees every step outside.
class DeviceBytes {
  public:
    explicit DeviceBytes(std::size_t bytes) : bytes_(bytes) {
        void* memory = nullptr;
        gpu::check(cudaMalloc(&memory, bytes), "allocating a test's memory");
        memory_.reset(memory);
    }
    std::byte* get() const { return static_cast<std::byte*>(memory_.get()); }

    void upload(const void* bytes) const {
        gpu::check(cudaMemcpy(get(), bytes, bytes_, cudaMemcpyHostToDevice), "uploading");
        // From pageable memory that call returns before the last bytes have arrived, and the tests'
        // streams do not wait for the null stream.
        gpu::check(cudaDeviceSynchronize(), "waiting for an upload");
    }
    void download(void* bytes) const {
        gpu::check(cudaMemcpy(bytes, get(), bytes_, cudaMemcpyDeviceToHost), "downloading");
    }

  private:
    std::size_t bytes_;
    std::unique_ptr<void, gpu::detail::DeviceFreer> memory_;
};

/// A host image's storage, canaries included, in device memory.
class DeviceCopy {
  public:
    explicit DeviceCopy(HostImage& image) : image_(image), memory_(image.storage().size()) {
        memory_.upload(image.storage().data());
    }
    ImageView view() const { return image_.view_in(memory_.get()); }
    void download() const { memory_.download(image_.storage().data()); }

  private:
    HostImage& image_;
    DeviceBytes memory_;
};

}  // namespace reference
}  // namespace turntile
