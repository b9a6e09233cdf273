#ifndef DELEGATES_GPU_DEVICE_KERNEL_LIBRARY_H_
#define DELEGATES_GPU_DEVICE_KERNEL_LIBRARY_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace tflite::gpu {

// A kernel, generated at build time from a .kernel file (kernels/translate/).
// All members are static.
struct GpuKernelText {
  struct Constant {
    const char* name;
    int32_t value;  // default
  };

  const char* name;
  // The OpenCL C source. The entry point is `name`; constants are macros. Null
  // for kernels that exist only for Vulkan.
  const char* opencl;
  // The SPIR-V module. The entry point is "main". Empty for kernels that exist
  // only for OpenCL, and if the build had no compiler. Constants 0, 1, 2 are
  // the workgroup's extents, and `constants` follow from 3.
  absl::Span<const uint32_t> spirv;
  absl::Span<const Constant> constants;
  uint32_t num_buffers;  // bindings 0, 1, … of set 0; first arguments; not 0
  uint32_t num_params;   // words of push constants; the arguments that follow
  // One bit per buffer, set for buffers of real numbers. These have half
  // precision in kernels whose names end in _half, otherwise single precision.
  uint32_t real_buffers;
  bool int8_dot;  // only for devices with GpuCaps::int8_dot
  uint64_t hash;  // of all of the above
};

class GpuKernelLibrary {
 public:
  constexpr explicit GpuKernelLibrary(absl::Span<const GpuKernelText> kernels)
      : kernels_(kernels) {}

  // Null if there is none.
  const GpuKernelText* Find(std::string_view name) const {
    for (const GpuKernelText& kernel : kernels_) {
      if (name == kernel.name) return &kernel;
    }
    return nullptr;
  }
  absl::Span<const GpuKernelText> all() const { return kernels_; }

 private:
  absl::Span<const GpuKernelText> kernels_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_KERNEL_LIBRARY_H_
