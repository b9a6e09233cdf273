#ifndef DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
#define DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

// What calls of a problem must write to a value.
struct GpuResult {
  GpuValueId value = 0;
  size_t bytes = 0;                  // that are compared
  TfLiteType type = kTfLiteFloat32;  // of the elements
  // The allowed difference: for FLOAT32 `absolute` plus `relative` times the
  // expected number, for integers `steps`. Elements of other types have the
  // expected bits.
  float absolute = 0.0f, relative = 0.0f, steps = 0.0f;
  std::vector<float> expected;  // as the values of a problem
};

// A small call of a kernel, or the calls of a small program, and the correct
// results, which were recorded from the CPU's reference kernels.
struct GpuProblem {
  GpuKernelSpec checked;  // the variant that the problem is for
  std::vector<GpuCall> calls;
  // One entry per value of the calls: its contents, or zeros if the calls write
  // it. Values that are not FLOAT32 are words of 32 bits.
  std::vector<std::vector<float>> values;
  std::vector<GpuResult> results;
};

// Returns a problem for the variant `spec` without its chain. If a constant
// selects one of several functions, the problem is for a single function.
// Nothing for kernels that do not exist, and for variants that lowering
// requests in no conformance case.
std::optional<GpuProblem> MakeGpuProblem(const GpuKernelSpec& spec);

// A call for which the operands of a problem are packed here, because the
// variants have many layouts; results are recorded for all of them together
// (recorded.h).
struct GpuSumProblem {
  GpuCall call;
  std::vector<std::vector<float>> values;
  // Expected contents of the first value that the call writes. Floats are small
  // multiples of a power of two, so that sums are exact in any order; other
  // results are words.
  std::vector<float> expected;
  bool integers = false;  // results are the bits of integers
};

// For convolutions of floats and of bytes, and for products of float matrices.
std::optional<GpuSumProblem> MakeGpuWindowProblem(const GpuKernelSpec& spec);
std::optional<GpuSumProblem> MakeGpuByteSumsProblem(const GpuKernelSpec& spec);
std::optional<GpuSumProblem> MakeGpuMatmulProblem(const GpuKernelSpec& spec);

// For float kernels with a chain. AddGpuValue adds a value that the call reads,
// AddGpuSums the value that it writes, with the chain applied to `expected`;
// SetGpuCall sets the call with this chain.
GpuValueId AddGpuValue(std::vector<float> contents, GpuSumProblem* problem);
GpuValueId AddGpuSums(std::vector<float> expected, GpuSumProblem* problem);
void SetGpuCall(GpuCall call, int channels, GpuSumProblem* problem);

// The value of a constant in `spec`, or its default in the kernel's file;
// `absent` if the kernel does not have the constant.
int ConstantOf(const GpuKernelSpec& spec, std::string_view name,
               int absent = 0);

// Returns the variant of `spec` without the slots of its chain.
GpuKernelSpec WithoutChain(const GpuKernelSpec& spec);

// The variant that represents `spec` in the self-check: without its chain, and
// with one function for constants that select a function.
GpuKernelSpec CheckedVariant(const GpuKernelSpec& spec);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
