#ifndef DELEGATES_GPU_GPU_COMPILE_H_
#define DELEGATES_GPU_GPU_COMPILE_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

// Fuses the graph and settles each call's kernel and precision. After this a call
// of kind kKernel is what GpuDispatch takes.
Status SettleGpuKernels(const GpuDevice& device, GpuGraph* graph);

// Self-checks and compiles the kernels of settled calls; CompileGpuKernels finds
// them ready. The variants that the device computes wrong results with, and what
// to tell the user; what goes wrong otherwise is left to CompileGpuKernels.
std::map<GpuKernelSpec, std::string> WrongGpuKernels(GpuDevice& device,
                                                     const GpuGraph& graph);

using GpuPipelines = std::map<GpuKernelSpec, std::shared_ptr<GpuPipeline>>;

// Self-checks and compiles the kernels of settled calls, each variant once, on
// as many threads as there are processors. The error of the first call that has
// one, with its label. `jobs` are run too, by threads that find no kernel left.
StatusOr<GpuPipelines> CompileGpuKernels(
    GpuDevice& device, const GpuGraph& graph,
    const std::vector<std::function<void()>>& jobs);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_COMPILE_H_
