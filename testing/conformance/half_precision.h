// For delegates that keep FLOAT32 tensors at half precision when they may.
#ifndef TESTING_CONFORMANCE_HALF_PRECISION_H_
#define TESTING_CONFORMANCE_HALF_PRECISION_H_

#include <string>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Rounds FLOAT32 contents to half precision: then storing inputs and weights
// loses nothing, and step functions give the same results.
void RoundToHalf(TfLiteType type, std::string& contents);

// The case's tolerance plus the error of storing results at half precision: one
// unit in the last place of an output. Tensors between nodes are stored as
// well: each of them loses half an epsilon of its values, and the results
// change by that as much as the case says they do for an epsilon of FLOAT32.
Tolerance AtHalfPrecision(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_HALF_PRECISION_H_
