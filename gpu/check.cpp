#include "gpu/check.hpp"

namespace turntile::gpu {

bool is_sticky(cudaError_t status) noexcept {
    switch (status) {
        case cudaErrorECCUncorrectable:
        case cudaErrorNvlinkUncorrectable:
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchTimeout:
        case cudaErrorAssert:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorLaunchFailure:
        case cudaErrorMpsClientTerminated:
        case cudaErrorContextIsDestroyed:
        case cudaErrorUnknown: return true;
        default: return false;
    }
}

void fail(cudaError_t status, const std::string& attempted) {
    int device = 0;
    const bool known = cudaGetDevice(&device) == cudaSuccess;
    const std::string where = known ? " on CUDA device " + std::to_string(device) : "";
    throw CudaError(attempted + where + " failed: " + cudaGetErrorString(status) + " (" +
                        cudaGetErrorName(status) + ")",
                    status, is_sticky(status));
}

}  // namespace turntile::gpu
