// The two CUDA handle types that public declarations name, so that no toolkit header is needed to
// read them.
#pragma once

using cudaStream_t = struct CUstream_st*;
using cudaEvent_t = struct CUevent_st*;
