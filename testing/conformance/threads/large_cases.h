// Large cases of operators whose cases in the tables cannot be enlarged.
#ifndef TESTING_CONFORMANCE_THREADS_LARGE_CASES_H_
#define TESTING_CONFORMANCE_THREADS_LARGE_CASES_H_

#include <vector>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// One or more for each of these operators, with enough work for threads.
std::vector<Case> LargeCases();

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_THREADS_LARGE_CASES_H_
