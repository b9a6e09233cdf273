// Contents that hybrid operators quantize without loss, so that their results
// are those of the float ones and may be held to a narrow tolerance: a float
// row is stored as multiples of its largest number over 127.
#ifndef TESTING_CONFORMANCE_EVEN_PRODUCTS_H_
#define TESTING_CONFORMANCE_EVEN_PRODUCTS_H_

#include <vector>

#include "testing/conformance/case_data.h"
#include "testing/conformance/elements.h"

namespace tflite {
namespace conformance {

// Of hybrid operators and of their float twins.
constexpr Tolerance kTight = {0, 2e-5, 0, 0};

// Real numbers for inputs: each code over 127. One of each row is 127 or -127.
inline std::vector<double> EvenInputs(std::vector<double> codes) {
  for (double& code : codes) code /= 127;
  return codes;
}

// Three rows of four.
inline const std::vector<double> kEvenInputs =
    EvenInputs({127, -31, 64, 5, 12, 88, -127, 40, -3, 127, 77, -109});

// The codes as stored: of a type that is not quantized, hundredths.
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
