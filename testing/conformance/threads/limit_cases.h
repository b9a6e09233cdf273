#ifndef TESTING_CONFORMANCE_THREADS_LIMIT_CASES_H_
#define TESTING_CONFORMANCE_THREADS_LIMIT_CASES_H_

#include <vector>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Operators at their limits: the last value that an operator takes, or takes
// in one way, and the next one, which it refuses or takes in another way. The
// value is the case's name.
std::vector<Case> LimitCases();

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_THREADS_LIMIT_CASES_H_
