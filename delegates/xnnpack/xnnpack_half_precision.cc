#include "delegates/xnnpack/xnnpack_half_precision.h"

#include <cmath>
#include <vector>

#include "delegates/xnnpack/xnnpack_builder.h"

namespace tflite::xnnpack {
namespace {

constexpr size_t kDepth = 4, kUnits = 128;
constexpr size_t kExtra = XNN_EXTRA_BYTES / sizeof(float);

// Element i of an operand: a small integer, so that sums are exact.
float Operand(size_t i) { return static_cast<float>(i * 7 % 11) - 5.0f; }

// Adds outputs = weights * inputs to the graph.
bool Define(xnn_subgraph_t graph, const float* weights) {
  const auto define = [&](const std::vector<size_t>& dims, const float* data,
                          uint32_t external_id, uint32_t flags) {
    uint32_t id = XNN_INVALID_VALUE_ID;
    xnn_define_tensor_value(graph, xnn_datatype_fp32, dims.size(), dims.data(),
                            data, external_id, flags, &id);
    return id;
  };
  const uint32_t in =
      define({1, kDepth}, nullptr, 0, XNN_VALUE_FLAG_EXTERNAL_INPUT);
  const uint32_t filter =
      define({kUnits, kDepth}, weights, XNN_INVALID_VALUE_ID, 0);
  const uint32_t out =
      define({1, kUnits}, nullptr, 1, XNN_VALUE_FLAG_EXTERNAL_OUTPUT);
  return xnn_define_fully_connected(graph, -INFINITY, INFINITY, in, filter,
                                    XNN_INVALID_VALUE_ID, out,
                                    0) == xnn_status_success;
}

// False if the library does not compute it, as on most processors.
bool Multiply(const float* weights, float* in, float* out) {
  xnn_subgraph_t graph = nullptr;
  if (xnn_create_subgraph(2, 0, &graph) != xnn_status_success) return false;
  const XnnGraph owned_graph(graph);
  xnn_runtime_t runtime = nullptr;
  if (!Define(graph, weights) ||
      xnn_create_runtime_v2(graph, nullptr, XNN_FLAG_FORCE_FP16_INFERENCE,
                            &runtime) != xnn_status_success) {
    return false;
  }
  const XnnRuntime owned_runtime(runtime);
  const xnn_external_value places[] = {{0, in}, {1, out}};
  return xnn_setup_runtime(runtime, 2, places) == xnn_status_success &&
         xnn_invoke_runtime(runtime) == xnn_status_success;
}

base::Status Check() {
  std::vector<float> weights(kUnits * kDepth + kExtra), in(kDepth + kExtra),
      out(kUnits + kExtra);
  for (size_t i = 0; i < kUnits * kDepth; ++i) weights[i] = Operand(i);
  for (size_t i = 0; i < kDepth; ++i) in[i] = Operand(i);
  if (!Multiply(weights.data(), in.data(), out.data())) {
    return base::OkStatus();
  }
  for (size_t unit = 0; unit < kUnits; ++unit) {
    float sum = 0.0f;
    for (size_t i = 0; i < kDepth; ++i)
      sum += weights[unit * kDepth + i] * in[i];
    if (out[unit] != sum) {
      return base::Unsupported(
          "this release of XNNPACK multiplies wrongly at half precision on "
          "this processor");
    }
  }
  return base::OkStatus();
}

}  // namespace

base::Status CheckHalfPrecision() {
  static const auto* const kStatus = new base::Status(Check());
  return *kStatus;
}

}  // namespace tflite::xnnpack
