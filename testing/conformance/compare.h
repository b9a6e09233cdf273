#ifndef TESTING_CONFORMANCE_COMPARE_H_
#define TESTING_CONFORMANCE_COMPARE_H_

#include <vector>

#include "testing/conformance/case_run.h"

namespace tflite {
namespace conformance {

// OK if types and shapes are equal and all elements are within the case's
// tolerance; otherwise states which result differs and by how much.
base::Status CompareResults(const Case& c, const std::vector<Result>& got,
                            const std::vector<Result>& want);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_COMPARE_H_
