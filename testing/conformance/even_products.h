// Contents that hybrid operators can quantize without loss, so that their
// results equal those of the float operators within a narrow tolerance. A float
// row is quantized to multiples of its maximum / 127.
#ifndef TESTING_CONFORMANCE_EVEN_PRODUCTS_H_
#define TESTING_CONFORMANCE_EVEN_PRODUCTS_H_

#include <vector>

#include "testing/conformance/case_data.h"
#include "testing/conformance/elements.h"

namespace tflite {
namespace conformance {

// The tolerance of hybrid operators and their float counterparts.
constexpr Tolerance kTight = {0, 2e-5, 0, 0};

// Real numbers for inputs: each code divided by 127. Each row must contain 127
// or -127.
inline std::vector<double> EvenInputs(std::vector<double> codes) {
  for (double& code : codes) code /= 127;
  return codes;
}

// Three rows of four elements.
inline const std::vector<double> kEvenInputs =
    EvenInputs({127, -31, 64, 5, 12, 88, -127, 40, -3, 127, 77, -109});

// The stored codes; for an unquantized type, code / 100.
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
