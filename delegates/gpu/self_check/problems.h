#ifndef DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
#define DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {

// A small call of a kernel and its right result.
struct GpuProblem {
  GpuCall call;
  // By value of the call: contents, or as many zeros where it writes.
  std::vector<std::vector<float>> values;
  // Of the first value that the call writes. Numbers are small multiples of a
  // power of two, so that sums are exact in any order; others are words.
  std::vector<float> expected;
  bool integers = false;  // all of these are bits of integers
};

// For the variant `spec` without its chain; of the functions that constants
// choose in place of a chain, one stands for all. Nothing for the kernels whose
// results are not exact.
std::optional<GpuProblem> MakeGpuProblem(const GpuKernelSpec& spec);

// Its part for convolutions of floats.
std::optional<GpuProblem> MakeGpuWindowProblem(const GpuKernelSpec& spec);

// Its part for pooling, reductions and rows.
std::optional<GpuProblem> MakeGpuRowsProblem(const GpuKernelSpec& spec);

// Its parts for integers: weighted sums of bytes, and the rest.
std::optional<GpuProblem> MakeGpuByteSumsProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuBytesProblem(const GpuKernelSpec& spec);
// Its part for products of matrices of floats.
std::optional<GpuProblem> MakeGpuMatmulProblem(const GpuKernelSpec& spec);
// Its parts for kernels that move elements (boxes, gathers), that compare and
// convert them, and for resizing and windows besides convolutions.
std::optional<GpuProblem> MakeGpuMoveProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuLogicProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuImageProblem(const GpuKernelSpec& spec);
// Its parts for Fourier transforms and for places that only a run knows.
std::optional<GpuProblem> MakeGpuFftProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuPlaceProblem(const GpuKernelSpec& spec);

// Its parts for operators with state.
std::optional<GpuProblem> MakeGpuRecurrentProblem(const GpuKernelSpec& spec);
std::optional<GpuProblem> MakeGpuSvdfProblem(const GpuKernelSpec& spec);

// For kernels of floats with a chain: a value that is read, the one that is
// written, to whose numbers the chain adds, and the call with that chain.
GpuValueId AddGpuValue(std::vector<float> contents, GpuProblem* problem);
GpuValueId AddGpuSums(std::vector<float> expected, GpuProblem* problem);
void SetGpuCall(GpuCall call, int channels, GpuProblem* problem);

// For all parts: a constant of `spec`, or what the kernel's file says where
// that leaves it out; `absent` for kernels without it.
int ConstantOf(const GpuKernelSpec& spec, std::string_view name, int absent);

// For kernels whose numbers are words of any kind. `params` follow the count of
// invocations in one dimension where `count` > 0, else are all.
using GpuWords = std::vector<uint32_t>;
GpuProblem WordProblem(const GpuKernelSpec& spec,
                       const std::vector<GpuWords>& inputs,
                       const GpuWords& expected, int count,
                       const std::vector<int>& params);
// The problem with words of faults behind the result, which stay 0.
GpuProblem WithFaults(GpuProblem problem);
// Each word as a unit of as many words as the kernel's elements have: 4 in
// kernels whose names end in _u4 or _f4, else 1.
GpuWords InUnits(const GpuKernelSpec& spec, const GpuWords& words);
// `lanes` elements a word, the first in the lowest bits; the last one fills up
// the last word.
GpuWords InLanes(const GpuWords& elements, int lanes);

// The variant of `spec` without the slots of its chain.
GpuKernelSpec WithoutChain(const GpuKernelSpec& spec);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_PROBLEMS_H_
