#ifndef DELEGATES_GPU_DEVICE_OPENCL_OPENCL_WRAP_H_
#define DELEGATES_GPU_DEVICE_OPENCL_OPENCL_WRAP_H_

#include <memory>

#include "delegates/gpu/device/foreign_buffer.h"
#include "delegates/gpu/device/opencl/opencl_objects.h"

namespace tflite::gpu {

using namespace delegates;

// A part of a buffer of the context, which is retained. An error where it is
// none or lacks the part. Of sub-buffers the binding has the whole buffer, as
// they have no parts of their own.
StatusOr<GpuForeignBuffer> WrapOpenClBuffer(
    const std::shared_ptr<OpenClContext>& context, cl_mem memory,
    uint64_t offset, uint64_t bytes);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_OPENCL_OPENCL_WRAP_H_
