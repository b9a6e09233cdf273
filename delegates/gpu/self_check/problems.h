#ifndef DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
#define DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_

#include <optional>
#include <string_view>
#include <vector>

#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite {

// A small call of a kernel and its right result.
struct GpuProblem {
  GpuCall call;
  // By value of the call: contents, or as many zeros where it writes.
  std::vector<std::vector<float>> values;
  // Of the value that the call writes. All numbers are small multiples of 1/4,
  // so that sums are exact in any order.
  std::vector<float> expected;
  bool integers = false;  // all of these are bits of integers
};

// For the kernel of `spec` with its workgroup and those of its constants that
// choose how it computes. Nothing for kernels that do no arithmetic of their
// own.
std::optional<GpuProblem> MakeGpuProblem(const GpuKernelSpec& spec);

// Its part for pooling, reductions and rows.
std::optional<GpuProblem> MakeGpuRowsProblem(const GpuKernelSpec& spec);

// Its part for integers.
std::optional<GpuProblem> MakeGpuBytesProblem(const GpuKernelSpec& spec);

// For all parts: a constant of `spec`, or `otherwise` where it has none.
int ConstantOf(const GpuKernelSpec& spec, std::string_view name, int otherwise);

// The variant of `spec` without the slots of its chain, as the problem has its
// own.
GpuKernelSpec WithoutChain(const GpuKernelSpec& spec);

}  // namespace tflite

#endif  // DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
