// For delegates that store FLOAT32 tensors at half precision if allowed.
#ifndef TESTING_CONFORMANCE_HALF_PRECISION_H_
#define TESTING_CONFORMANCE_HALF_PRECISION_H_

#include <string>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// Rounds FLOAT32 contents to half precision, so that storing inputs and weights
// loses nothing and step functions give the same results.
void RoundToHalf(TfLiteType type, std::string& contents);

// Returns the case's tolerance plus the error of storing results at half
// precision, one unit in the last place of an output. Tensors between nodes are
// also stored at half precision, with an error of half an epsilon each. The
// tolerance for FLOAT32 states how much an error of one FLOAT32 epsilon changes
// the results; these errors are scaled accordingly.
Tolerance AtHalfPrecision(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_HALF_PRECISION_H_
