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

using GpuPipelines = std::map<GpuKernelSpec, std::shared_ptr<GpuPipeline>>;

// A fused graph whose calls of kind kKernel can become GpuDispatch steps, and
// the kernels that are self-checked and compiled so far.
struct SettledGpuGraph {
  GpuGraph graph;
  GpuPipelines pipelines;
};

// Fuses the graph and selects each call's kernel and precision.
StatusOr<SettledGpuGraph> SettleGpuKernels(const GpuDevice& device,
                                           GpuGraph graph);

// Unsupported if the call has more workgroups, or uses a larger value, than the
// device supports. Plans check the tensors of nodes, but not all values and
// grids that nodes become.
Status CheckGpuLimits(const GpuGraph& graph, const GpuCall& call,
                      const GpuCaps& caps);

// Self-checks and compiles the graph's kernels. Returns the kernel variants
// with which the device computes wrong results or which it does not support,
// and a message for the user. Other errors are left to CompileGpuKernels.
std::map<GpuKernelSpec, std::string> WrongGpuKernels(GpuDevice& device,
                                                     SettledGpuGraph* settled);

// Self-checks and compiles the kernels that the graph does not have yet, each
// variant once, on several threads. Returns the error of the first failing
// call, with its label. Threads without a kernel left run `jobs`.
Status CompileGpuKernels(GpuDevice& device, SettledGpuGraph* settled,
                         const std::vector<std::function<void()>>& jobs);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_PROGRAM_GPU_COMPILE_H_
