#ifndef DELEGATES_GPU_TESTS_CAPTURED_CASE_H_
#define DELEGATES_GPU_TESTS_CAPTURED_CASE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "delegates/gpu/graph/gpu_graph.h"
#include "delegates/gpu/lowering/gpu_caps.h"
#include "testing/conformance/case.h"

namespace tflite::gpu {

// The program of a case on a device with certain features, and the case's
// tensors before and after a run with the CPU's reference kernels.
struct CapturedCase {
  GpuGraph graph;  // fused, with kernels and chains; constants have `data`
  // By value of the graph: what inputs contain before the run, constants
  // always, and outputs after the run. Zeros for the others. Values of half
  // precision are FLOAT32 here.
  std::vector<std::vector<uint8_t>> contents;
  // By value: the element type of tensors at the boundary.
  std::vector<TfLiteType> types;
};

// Nothing if the delegate does not take the case as one partition. FLOAT32
// contents are rounded to few bits, so that they have the same values at half
// precision, and most sums are exact. A chain that only adds kAdded is appended
// to the calls that write an output of the case and may have one; the contents
// of the output include it.
constexpr float kAdded = 0.5f;
std::optional<CapturedCase> Capture(const conformance::Case& c,
                                    const GpuPlanCaps& caps);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_CAPTURED_CASE_H_
