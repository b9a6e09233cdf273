#ifndef DELEGATES_GPU_DEVICE_FOREIGN_BUFFER_H_
#define DELEGATES_GPU_DEVICE_FOREIGN_BUFFER_H_

#include <cstdint>

#include "delegates/gpu/device/device.h"

namespace tflite::gpu {

// A part of a buffer that an application has made, for kernels to use.
struct GpuForeignBuffer {
  GpuBinding part;
  bool readable = true, writable = true;  // by kernels
  uint64_t memory = 0;                    // the same for parts of one buffer
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_FOREIGN_BUFFER_H_
