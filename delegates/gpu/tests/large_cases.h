#ifndef DELEGATES_GPU_TESTS_LARGE_CASES_H_
#define DELEGATES_GPU_TESTS_LARGE_CASES_H_

#include <vector>

#include "testing/conformance/case.h"

namespace tflite::gpu {

// Operators as large as those of networks. Which kernel runs, and with which
// workgroups, depends on sizes that no conformance case has, because those are
// computed. These are for tests that compute nothing.
std::vector<conformance::Case> LargeCases();

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_LARGE_CASES_H_
