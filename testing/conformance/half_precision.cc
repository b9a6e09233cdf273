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
// The rounding error to half precision, half of its epsilon, in units of
// FLOAT32's epsilon, which tolerances use.
constexpr double kRounding = 1 << 12;

bool IsStored(const Tensor& tensor, Role role) {
  return tensor.role == role && tensor.elements.type == kTfLiteFloat32;
}

int Count(const Graph& graph, Role role) {
  return static_cast<int>(
      std::count_if(graph.tensors.begin(), graph.tensors.end(),
                    [role](const Tensor& t) { return IsStored(t, role); }));
}

// The number of FLOAT32 tensors that one node writes and another reads.
int CountBetween(const Case& c) {
  int count = 0;
  for (size_t i = 0; i < c.graphs().size(); ++i) {
    const Graph& graph = c.graphs()[i];
    count += Count(graph, Role::kInner);
    // Results of other graphs are read by a node of the graph that calls them.
    if (i > 0) count += Count(graph, Role::kOutput);
  }
  return count;
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
  if (Count(c.graphs()[0], Role::kOutput) == 0) return t;
  const double roundings = 1 + CountBetween(c) * kRounding;
  t.absolute *= roundings;
  t.relative *= roundings;
  t.ulps *= roundings;
  t.relative += kEpsilon;
  t.absolute += kSmallest;
  return t;
}

}  // namespace conformance
}  // namespace tflite
