#include "testing/golden/fingerprints.h"

#include <cstdio>

#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "testing/golden/compare.h"
#include "tools/fingerprint.h"

namespace tflite {
namespace golden {
namespace {

bool HasFloat(const Subgraph& graph, const TfLiteIntArray* tensors) {
  for (int i = 0; i < tensors->size; ++i) {
    const TfLiteTensor* t = graph.tensor(tensors->data[i]);
    if (t != nullptr && IsFloating(t->type)) return true;
  }
  return false;
}

}  // namespace

bool ComputesIntegers(const Interpreter& interpreter) {
  for (size_t g = 0; g < interpreter.subgraphs_size(); ++g) {
    const Subgraph& graph = *interpreter.subgraph(static_cast<int>(g));
    for (const auto& [node, registration] : graph.nodes_and_registration()) {
      const int code = registration.builtin_code;
      if (code == kTfLiteBuiltinQuantize || code == kTfLiteBuiltinDequantize) {
        continue;
      }
      if (HasFloat(graph, node.inputs) || HasFloat(graph, node.outputs)) {
        return false;
      }
    }
  }
  return true;
}

void PrintFingerprints(const Case& c,
                       const std::vector<const TfLiteTensor*>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::printf("fingerprint %s/%s %zu %s\n", c.op.c_str(), c.name.c_str(), i,
                tools::Fingerprint(*outputs[i]).c_str());
  }
}

}  // namespace golden
}  // namespace tflite
