#include "delegates/gpu/device/device.h"

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

const char* GpuBackendName(GpuBackend backend) {
  return backend == GpuBackend::kOpenCl ? "OpenCL" : "Vulkan";
}

std::string ToString(const GpuKernelSpec& spec) {
  const std::string constants =
      StrJoin(spec.constants, ",", [](std::string* out, const auto& constant) {
        StrAppend(out, constant.first, "=", constant.second);
      });
  return StrCat(spec.kernel,
                constants.empty() ? "" : StrCat("<", constants, ">"), " ",
                StrJoin(spec.workgroup, "x"));
}

}  // namespace tflite::gpu
