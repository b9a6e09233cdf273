#include "delegates/gpu/device/device.h"

#include "absl/strings/str_join.h"

namespace tflite::gpu {

const char* GpuBackendName(GpuBackend backend) {
  return backend == GpuBackend::kOpenCl ? "OpenCL" : "Vulkan";
}

std::string ToString(const GpuKernelSpec& spec) {
  const std::string constants =
      absl::StrJoin(spec.constants, ",", absl::PairFormatter("="));
  return absl::StrCat(
      spec.kernel, constants.empty() ? "" : absl::StrCat("<", constants, ">"),
      " ", absl::StrJoin(spec.workgroup, "x"));
}

}  // namespace tflite::gpu
