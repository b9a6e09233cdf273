#ifndef TESTING_CONFORMANCE_CHAIN_H_
#define TESTING_CONFORMANCE_CHAIN_H_

#include <vector>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// A case named "Chain": a chain of nodes with these operators, which have one
// input and one output of the same shape and elements.
Case Chain(const std::vector<int>& codes, std::vector<int> shape = {3, 5},
           const Elements& e = kFloat32);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_CHAIN_H_
