#ifndef TESTING_GOLDEN_FINGERPRINTS_H_
#define TESTING_GOLDEN_FINGERPRINTS_H_

#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/golden/golden_case.h"

namespace tflite {
namespace golden {

// Whether no node of any subgraph has a float, but for QUANTIZE and DEQUANTIZE:
// results, floats included, are then the same bits on every target.
bool ComputesIntegers(const Interpreter& interpreter);

// Prints a line for each output:
//   fingerprint OPERATOR/case POSITION HASH
void PrintFingerprints(const Case& c,
                       const std::vector<const TfLiteTensor*>& outputs);

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_FINGERPRINTS_H_
