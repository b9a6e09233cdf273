#ifndef DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
#define DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

// A small call of a kernel and its correct result.
struct GpuProblem {
  GpuCall call;
  // One entry per value of the call: its contents, or zeros if the call writes
  // it.
  std::vector<std::vector<float>> values;
  // Expected contents of the first value that the call writes. Floats are small
  // multiples of a power of two, so that sums are exact in any order; other
  // results are words.
  std::vector<float> expected;
  bool integers = false;  // results are the bits of integers
  // The relative error that results may have: more than any device has where
  // roots, powers and logarithms are not exact.
  float tolerance = 0.0f;
};

// Of kernels with roots, powers or logarithms.
constexpr float kRootTolerance = 1.0f / 4096.0f;

// Returns a problem for the variant `spec` without its chain. If a constant
// selects one of several functions, the problem is for a single function.
// Returns nothing for kernels whose results differ between devices by steps.
std::optional<GpuProblem> MakeGpuProblem(const GpuKernelSpec& spec);

// For float convolutions.
std::optional<GpuProblem> MakeGpuWindowProblem(const GpuKernelSpec& spec);

// For pooling, reductions and operators on rows.
std::optional<GpuProblem> MakeGpuRowsProblem(const GpuKernelSpec& spec);

// For integers: weighted sums of bytes, and all others.
std::optional<GpuProblem> MakeGpuByteSumsProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuBytesProblem(const GpuKernelSpec& spec);
// For products of float matrices.
std::optional<GpuProblem> MakeGpuMatmulProblem(const GpuKernelSpec& spec);
// For kernels that move elements (boxes, gathers), for kernels that compare and
// convert them, and for resizing and window operators other than convolutions.
std::optional<GpuProblem> MakeGpuMoveProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuLogicProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuImageProblem(const GpuKernelSpec& spec);
// For Fourier transforms, and for positions known only at run time.
std::optional<GpuProblem> MakeGpuFftProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuPlaceProblem(const GpuKernelSpec& spec);

// For operators with state.
std::optional<GpuProblem> MakeGpuRecurrentProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuSvdfProblem(const GpuKernelSpec& spec);

// For float kernels with a chain. AddGpuValue adds a value that the call reads,
// AddGpuSums the value that it writes, with the chain applied to `expected`;
// SetGpuCall sets the call with this chain.
GpuValueId AddGpuValue(std::vector<float> contents, GpuProblem* problem);
GpuValueId AddGpuSums(std::vector<float> expected, GpuProblem* problem);
void SetGpuCall(GpuCall call, int channels, GpuProblem* problem);

// For all problems: the value of a constant in `spec`, or its default in the
// kernel's file; `absent` if the kernel does not have the constant.
int ConstantOf(const GpuKernelSpec& spec, std::string_view name, int absent);

// For kernels whose values are words of any type. If `count` > 0, it is the
// number of invocations, in one dimension, and also the first param, before
// `params`; otherwise `params` are all params.
using GpuWords = std::vector<uint32_t>;
GpuProblem WordProblem(const GpuKernelSpec& spec,
                       const std::vector<GpuWords>& inputs,
                       const GpuWords& expected, int count,
                       const std::vector<int>& params);
// Adds words for faults after the result; they must stay 0.
GpuProblem WithFaults(GpuProblem problem);
// Repeats each word so that it fills an element of the kernel: 4 words in
// kernels whose names end in _u4 or _f4, else 1.
GpuWords InUnits(const GpuKernelSpec& spec, const GpuWords& words);
// Packs `lanes` elements per word, the first in the lowest bits. The last
// element is repeated to fill the last word.
GpuWords InLanes(const GpuWords& elements, int lanes);

// Returns the variant of `spec` without the slots of its chain.
GpuKernelSpec WithoutChain(const GpuKernelSpec& spec);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
