#ifndef DELEGATES_GPU_PROGRAM_GPU_COMPILE_H_
#define DELEGATES_GPU_PROGRAM_GPU_COMPILE_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

// Fuses the graph and selects each call's kernel and precision. Afterwards
// calls of kind kKernel can become GpuDispatch steps.
Status SettleGpuKernels(const GpuDevice& device, GpuGraph* graph);

// Self-checks and compiles the kernels of the calls after SettleGpuKernels, so
// that CompileGpuKernels finds them ready. Returns the kernel variants with
// which the device computes wrong results, and a message for the user. Other
// errors are left to CompileGpuKernels.
std::map<GpuKernelSpec, std::string> WrongGpuKernels(GpuDevice& device,
                                                     const GpuGraph& graph);

using GpuPipelines = std::map<GpuKernelSpec, std::shared_ptr<GpuPipeline>>;

// Self-checks and compiles the kernels of the calls after SettleGpuKernels,
// each variant once, on several threads. Returns the error of the first failing
// call, with its label. Threads without a kernel left run `jobs`.
StatusOr<GpuPipelines> CompileGpuKernels(
    GpuDevice& device, const GpuGraph& graph,
    const std::vector<std::function<void()>>& jobs);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_GPU_COMPILE_H_
