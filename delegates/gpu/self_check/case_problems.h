#ifndef DELEGATES_GPU_SELF_CHECK_CASE_PROBLEMS_H_
#define DELEGATES_GPU_SELF_CHECK_CASE_PROBLEMS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "delegates/gpu/self_check/problems.h"

namespace tflite::gpu {

// Problems that are programs of conformance cases: the calls and constants that
// lowering emits for a case, its inputs, and the outputs that the CPU's
// reference kernels compute from them. case_problems.golden holds them;
// //delegates/gpu/tests:record_cases writes it. A problem is text, of lines
//
//   for VARIANT               a variant that it checks, as by ToString, without
//                             a chain; one per line
//   value WORDS DATA          the next value, of 32-bit words. DATA as below;
//                             "-" for zeros
//   call KERNEL X Y Z GROUPS  workgroup and groups, each three numbers, then
//     NAME=VALUE ... ;        constants, params, and values, "w" before those
//     PARAM ... ; VALUE ... ; that the call writes
//   result VALUE BYTES TYPE   the first BYTES bytes of a value, of elements
//     ABSOLUTE RELATIVE STEPS of a TfLiteType, with the bits of three
//     DATA                    tolerances, see GpuResult
struct GpuCaseProblem {
  const char* name;  // of the conformance case
  const char* text;
};
absl::Span<const GpuCaseProblem> GpuCaseProblems();

// The variants that the problem checks.
std::vector<std::string> VariantsOf(const GpuCaseProblem& problem);

// The problem for a variant, which has no chain; of one with other workgroups
// if there is none with these. Nothing if the constants have none.
std::optional<GpuProblem> FindGpuCaseProblem(const GpuKernelSpec& spec);

// DATA are elements of 64 digits, in one of several forms:
//   b  bytes, two digits each
//   h  words whose lower half is 0, the upper half as three digits
//   s  small words, -2048 to 2047, two digits each
//   w  other words, six digits each
// After an element, "*N." repeats it N times. The most significant digit is the
// first one. Returns the shortest form; `at` is moved after the data.
std::string ToGpuData(const std::vector<uint32_t>& words);
std::vector<uint32_t> FromGpuData(const char** at, size_t words);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_CASE_PROBLEMS_H_
