#ifndef DELEGATES_GPU_DEVICE_FOREIGN_BUFFER_H_
#define DELEGATES_GPU_DEVICE_FOREIGN_BUFFER_H_

#include <cstdint>

#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

// A part of a buffer of the application, for use by kernels.
struct GpuForeignBuffer {
  GpuBinding part;
  bool readable = true, writable = true;  // by kernels
  uint64_t memory = 0;                    // identifies the underlying buffer
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_FOREIGN_BUFFER_H_
