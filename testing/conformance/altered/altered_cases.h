#ifndef TESTING_CONFORMANCE_ALTERED_ALTERED_CASES_H_
#define TESTING_CONFORMANCE_ALTERED_ALTERED_CASES_H_

#include <functional>
#include <string>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Receives a copy of a case with one change, and which one:
// "input_1 with one more extent".
using UseAltered = std::function<void(const std::string& what, const Case& c)>;

// Makes each alteration of the first graph's nodes and tensors: operands that
// are missing or too many; other types, of one tensor and of all that have one;
// other extents, ranks, quantizations, roles and stored values; other
// parameters. Most must be refused.
void ForEachAltered(const Case& c, const UseAltered& use);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_ALTERED_ALTERED_CASES_H_
