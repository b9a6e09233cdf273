#ifndef DELEGATES_GPU_DEVICE_KERNEL_LIBRARY_H_
#define DELEGATES_GPU_DEVICE_KERNEL_LIBRARY_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace tflite::gpu {

// A kernel as the build made it of a .kernel file (kernels/translate/). All
// members are static.
struct GpuKernelText {
  struct Constant {
    const char* name;
    int32_t value;  // unless a variant gives another
  };

  const char* name;
  // The program in OpenCL C, whose entry is `name`; constants are macros. Null
  // for kernels that are written for Vulkan alone.
  const char* opencl;
  // The module, whose entry is "main"; empty for kernels that are written for
  // OpenCL alone, or when the build had no compiler. Constants 0, 1, 2 are the
  // workgroup's extents, and `constants` follow from 3 on.
  absl::Span<const uint32_t> spirv;
  absl::Span<const Constant> constants;
  uint32_t num_buffers;  // bindings 0, 1, … of set 0; first arguments
  uint32_t num_params;   // words of push constants; the arguments that follow
  // A bit for each buffer of real numbers: of half precision in the kernels
  // whose names end in _half, else of single precision.
  uint32_t real_buffers;
  bool int8_dot;  // for devices of which GpuCaps has that set
  uint64_t hash;  // of all of the above
};

class GpuKernelLibrary {
 public:
  constexpr explicit GpuKernelLibrary(absl::Span<const GpuKernelText> kernels)
      : kernels_(kernels) {}

  // Null when there is none.
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
