#ifndef DELEGATES_GPU_TESTS_THRESHOLD_CASES_H_
#define DELEGATES_GPU_TESTS_THRESHOLD_CASES_H_

#include <vector>

#include "testing/conformance/case.h"

namespace tflite::gpu {

// Operators of which one extent is at, right below and right above sizes at
// which lowerings choose another kernel, tile or grid. These are for tests that
// compute nothing.
std::vector<conformance::Case> ThresholdCases();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_THRESHOLD_CASES_H_
