#ifndef DELEGATES_GPU_TESTS_RECORD_CASES_H_
#define DELEGATES_GPU_TESTS_RECORD_CASES_H_

#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/lowering/gpu_caps.h"
#include "tensorflow_lite_lite/base/status.h"
#include "testing/conformance/case.h"

namespace tflite::gpu {

// The cases that problems may be recorded from: those of the conformance tests,
// and a few that reach variants with fewer elements.
std::vector<conformance::Case> CasesForProblems();

// The features of the devices whose programs are recorded: all kinds, with each
// size of subgroups that lowering supports, and those with memory of 16 bits
// also at half precision.
std::vector<GpuPlanCaps> CapsForProblems();

// Returns the text of case_problems.golden: the smallest programs that together
// contain every variant that lowering requests for the cases and that is not
// checked otherwise (recorded.h).
base::StatusOr<std::string> RecordCaseProblems();

// Records again the problems that case_problems.golden already has, from the
// cases and for the features that it names. The text is the same unless
// lowering, a case or a reference kernel has changed.
base::StatusOr<std::string> RecordSameProblems();

// The variants that lowering requests for any case on any of the devices,
// without chains.
std::set<GpuKernelSpec> RequestedVariants();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_RECORD_CASES_H_
