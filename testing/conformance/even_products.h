// Contents that hybrid operators quantize without loss, so that their results
// equal those of the float operators within a narrow tolerance: a float row is
// stored as multiples of its maximum over 127.
#ifndef TESTING_CONFORMANCE_EVEN_PRODUCTS_H_
#define TESTING_CONFORMANCE_EVEN_PRODUCTS_H_

#include <vector>

#include "testing/conformance/case_data.h"
#include "testing/conformance/elements.h"

namespace tflite {
namespace conformance {

// For hybrid operators and their float counterparts.
constexpr Tolerance kTight = {0, 2e-5, 0, 0};

// Real numbers for inputs: each code divided by 127. One of each row must be
// 127 or -127.
inline std::vector<double> EvenInputs(std::vector<double> codes) {
  for (double& code : codes) code /= 127;
  return codes;
}

// Three rows of four elements.
inline const std::vector<double> kEvenInputs =
    EvenInputs({127, -31, 64, 5, 12, 88, -127, 40, -3, 127, 77, -109});

// The codes as stored; for an unquantized type in hundredths.
inline std::vector<double> Stored(const Elements& e,
                                  std::vector<double> codes) {
  if (!e.quantized()) {
    for (double& code : codes) code *= 0.01;
  }
  return codes;
}

}  // namespace conformance
}  // namespace tflite

#endif  // TESTING_CONFORMANCE_EVEN_PRODUCTS_H_
