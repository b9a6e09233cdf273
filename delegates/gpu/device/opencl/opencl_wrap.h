#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_WRAP_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_WRAP_H_

#include <memory>

#include "delegates/gpu/device/foreign_buffer.h"
#include "delegates/gpu/device/opencl/opencl_objects.h"

namespace tflite::gpu {

using namespace delegates;

// Creates a reference to a part of a buffer of the context and retains the
// buffer. An error if it is not such a buffer or does not contain the part. A
// sub-buffer is replaced by its parent, because sub-buffers cannot be divided
// further.
StatusOr<GpuForeignBuffer> WrapOpenClBuffer(
    const std::shared_ptr<OpenClContext>& context, cl_mem memory,
    uint64_t offset, uint64_t bytes);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_WRAP_H_
