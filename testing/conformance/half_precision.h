// For delegates that keep FLOAT32 tensors at half precision when they may.
#ifndef TESTING_CONFORMANCE_HALF_PRECISION_H_
#define TESTING_CONFORMANCE_HALF_PRECISION_H_

#include <string>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {

// FLOAT32 contents as half precision has them: then inputs and weights lose
// nothing on the way, and what makes steps of numbers makes the same ones.
void RoundToHalf(TfLiteType type, std::string& contents);

// What the case allows and what storing its results at half precision adds: one
// unit in the last place of an output. Tensors between nodes are stored too:
// each of them loses half an epsilon of its numbers, and the results as much of
// that as the case says they lose of an epsilon of FLOAT32.
Tolerance AtHalfPrecision(const Case& c);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_HALF_PRECISION_H_
