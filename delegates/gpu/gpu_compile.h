#ifndef DELEGATES_GPU_GPU_COMPILE_H_
#define DELEGATES_GPU_GPU_COMPILE_H_

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

using namespace delegates;

using GpuPipelines = std::map<GpuKernelSpec, std::shared_ptr<GpuPipeline>>;

// Self-checks and compiles the kernels of finished calls, each variant once, on
// as many threads as there are processors. The error of the first call that has
// one, with its label. `jobs` are run too, by threads that find no kernel left.
StatusOr<GpuPipelines> CompileGpuKernels(
    GpuDevice& device, const GpuGraph& graph,
    const std::vector<std::function<void()>>& jobs);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_GPU_COMPILE_H_
