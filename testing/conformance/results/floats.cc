#include "testing/conformance/results/floats.h"

#include <algorithm>
#include <cmath>

#include "testing/conformance/elements.h"
#include "testing/golden/compare.h"

namespace tflite {
namespace conformance {

std::vector<double> FloatsOf(const Result& result) {
  return golden::FloatsOf(result.type, result.bytes);
}

bool AreNear(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  double largest = 0;
  for (const double x : a) {
    if (std::isfinite(x)) largest = std::max(largest, std::fabs(x));
  }
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::isfinite(a[i]) && std::isfinite(b[i])) {
      if (std::fabs(a[i] - b[i]) > 1e-5 * largest) return false;
    } else if (a[i] != b[i] && !(std::isnan(a[i]) && std::isnan(b[i]))) {
      return false;
    }
  }
  return true;
}

Projection ProjectionOf(const std::vector<double>& numbers) {
  Random random(1);
  Projection projection;
  for (const double x : numbers) {
    const double weight = random.Real(0.5, 1) * (random.Flip() ? 1 : -1);
    if (!std::isfinite(x)) continue;
    projection.sum += weight * x;
    projection.magnitude += std::fabs(weight * x);
  }
  return projection;
}

}  // namespace conformance
}  // namespace tflite
