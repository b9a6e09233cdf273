#ifndef TESTING_CONFORMANCE_COMPARE_H_
#define TESTING_CONFORMANCE_COMPARE_H_

#include <vector>

#include "testing/conformance/case_run.h"

namespace tflite {
namespace conformance {

// OK if types and shapes are equal and all elements are within the case's
// tolerance; otherwise names the result that differs and the difference.
base::Status CompareResults(const Case& c, const std::vector<Result>& got,
                            const std::vector<Result>& want);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_COMPARE_H_
