// Floating-point results without their last bits, which differ between
// processors and C libraries.
#ifndef TESTING_CONFORMANCE_RESULTS_FLOATS_H_
#define TESTING_CONFORMANCE_RESULTS_FLOATS_H_

#include <vector>

#include "testing/conformance/case_run.h"

namespace tflite {
namespace conformance {

// The numbers of a result; empty if it has none or another type.
std::vector<double> FloatsOf(const Result& result);

// Whether as many numbers differ by no more than a hundred-thousandth of the
// largest one. NaN and infinity equal only themselves.
bool AreNear(const std::vector<double>& a, const std::vector<double>& b);

// A weighted sum of the numbers that are finite, with weights of both signs
// that depend on the place: it shows the change of any number.
struct Projection {
  double sum = 0;
  double magnitude = 0;  // the sum of the terms' magnitudes
};
Projection ProjectionOf(const std::vector<double>& numbers);

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_RESULTS_FLOATS_H_
