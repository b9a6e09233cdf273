#include "testing/conformance/half_precision.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "tensorflow_lite_lite/types/half.h"

namespace tflite {
namespace conformance {
namespace {

constexpr double kEpsilon = 1.0 / (1 << 10);
constexpr double kSmallest = 1.0 / (1 << 24);
constexpr double kOverFloat = 1 << 13;  // epsilons of FLOAT32

bool Has(const Case& c, Role role) {
  return std::any_of(c.graphs().begin(), c.graphs().end(), [&](const Graph& g) {
    return std::any_of(
        g.tensors.begin(), g.tensors.end(), [&](const Tensor& tensor) {
          return tensor.role == role && tensor.elements.type == kTfLiteFloat32;
        });
  });
}

}  // namespace

void RoundToHalf(TfLiteType type, std::string& contents) {
  if (type != kTfLiteFloat32) return;
  for (size_t at = 0; at < contents.size(); at += sizeof(float)) {
    float value;
    std::memcpy(&value, &contents[at], sizeof(value));
    value = half(value);
    std::memcpy(&contents[at], &value, sizeof(value));
  }
}

Tolerance AtHalfPrecision(const Case& c) {
  Tolerance t = c.tolerance();
  if (!Has(c, Role::kOutput)) return t;
  if (Has(c, Role::kInner) || c.graphs().size() > 1) {
    t.absolute *= kOverFloat;
    t.relative *= kOverFloat;
    t.ulps *= kOverFloat;
  }
  t.relative += kEpsilon;
  t.absolute += kSmallest;
  return t;
}

}  // namespace conformance
}  // namespace tflite
