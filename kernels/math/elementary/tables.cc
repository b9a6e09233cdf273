#include "kernels/math/elementary/tables.h"

#include <cmath>
#include <cstring>

namespace tflite::kernels {
namespace {

using Function = double (*)(double);

// The polynomials that agree with the function in the Chebyshev nodes of each
// interval: their errors are within twice the least possible ones.
Pieces PiecesOf(Function function, double width) {
  constexpr int kNodes = Pieces::kDegree + 1;
  Pieces pieces;
  const double half = width / 2;
  for (int j = 0; j < kTableSize; ++j) {
    double node[kNodes], difference[kNodes];
    for (int i = 0; i < kNodes; ++i) {
      node[i] = std::cos((2 * i + 1) * M_PI / (2 * kNodes));
      difference[i] = function(j * width + half * node[i]);
    }
    // Divided differences, Newton's form.
    for (int order = 1; order < kNodes; ++order) {
      for (int i = kNodes - 1; i >= order; --i) {
        difference[i] =
            (difference[i] - difference[i - 1]) / (node[i] - node[i - order]);
      }
    }
    // From the innermost bracket on: polynomial = difference + (u - node)
    // polynomial.
    double polynomial[kNodes] = {};
    for (int i = kNodes - 1; i >= 0; --i) {
      for (int k = kNodes - 1; k >= 0; --k) {
        polynomial[k] = (k > 0 ? polynomial[k - 1] : difference[i]) -
                        node[i] * polynomial[k];
      }
    }
    double power = 1;
    for (int k = 0; k < kNodes; ++k, power *= half) {
      pieces.c[k][j] = static_cast<float>(polynomial[k] / power);
    }
  }
  return pieces;
}

int32_t BitsOf(float x) {
  int32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return bits;
}
float FloatOf(int32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  return x;
}

ElementaryTables MakeTables() {
  ElementaryTables tables;
  tables.normal_tail =
      PiecesOf([](double x) { return 0.5 * std::erfc(x * std::sqrt(0.5)); },
               double{kTailWidth});
  for (int j = 0; j < kTableSize; ++j) {
    tables.power[j] =
        BitsOf(static_cast<float>(std::exp2(j / 32.0))) - (j << 18);
    const float middle =
        FloatOf(kLogStart + (j << kLogShift) + (1 << (kLogShift - 1)));
    tables.log_inverse[j] = 1 / middle;
    tables.log_middle[j] =
        static_cast<float>(-std::log(double{tables.log_inverse[j]}));
  }
  return tables;
}

}  // namespace

const ElementaryTables& Tables() {
  static const ElementaryTables tables = MakeTables();
  return tables;
}

}  // namespace tflite::kernels
