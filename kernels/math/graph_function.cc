#include "kernels/math/graph_function.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/host.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"

namespace tflite::kernels {
namespace {

StatusOr<GraphFunction> FunctionOfNode(const TfLiteRegistration& registration,
                                       const TfLiteNode& node) {
  TfLiteFusedActivation activation = kTfLiteActNone;
  GraphFunction function;
  switch (registration.builtin_code) {
    case kTfLiteBuiltinAdd:
      if (node.builtin_data != nullptr) {
        activation =
            static_cast<const TfLiteAddParams*>(node.builtin_data)->activation;
      }
      function = GraphFunction::kAdd;
      break;
    case kTfLiteBuiltinMul:
      if (node.builtin_data != nullptr) {
        activation =
            static_cast<const TfLiteMulParams*>(node.builtin_data)->activation;
      }
      function = GraphFunction::kMultiply;
      break;
    case kTfLiteBuiltinStablehloAdd:
      function = GraphFunction::kAdd;
      break;
    case kTfLiteBuiltinStablehloMultiply:
      function = GraphFunction::kMultiply;
      break;
    case kTfLiteBuiltinMaximum:
    case kTfLiteBuiltinStablehloMaximum:
      function = GraphFunction::kMaximum;
      break;
    case kTfLiteBuiltinMinimum:
    case kTfLiteBuiltinStablehloMinimum:
      function = GraphFunction::kMinimum;
      break;
    case kTfLiteBuiltinLogicalAnd:
    case kTfLiteBuiltinStablehloAnd:
      function = GraphFunction::kAnd;
      break;
    case kTfLiteBuiltinLogicalOr:
    case kTfLiteBuiltinStablehloOr:
      function = GraphFunction::kOr;
      break;
    default:
      return Invalid("its operator ", registration.builtin_code,
                     " is none of add, multiply, maximum, minimum, and, or");
  }
  if (activation != kTfLiteActNone)
    return Invalid("its operator has an activation");
  return function;
}

bool Connects(const TfLiteIntArray* a, const std::vector<int>& b) {
  return a != nullptr && static_cast<size_t>(a->size) == b.size() &&
         std::is_permutation(b.begin(), b.end(), a->data);
}

StatusOr<GraphFunction> FunctionOfPlan(TfLiteContext* graph, const Host& host) {
  if (host.inputs().size() != 2 || host.outputs().size() != 1) {
    return Invalid("it has ", host.inputs().size(), " inputs and ",
                   host.outputs().size(), " outputs");
  }
  if (host.outputs()[0] == host.inputs()[1]) return GraphFunction::kSecond;
  TfLiteIntArray* plan = nullptr;
  TfLiteNode* node = nullptr;
  TfLiteRegistration* registration = nullptr;
  // A delegate's node comes after those it replaced: node 0 is the model's.
  if (graph->GetExecutionPlan(graph, &plan) != kTfLiteOk || plan->size != 1 ||
      plan->data[0] > 1 ||
      graph->GetNodeAndRegistration(graph, 0, &node, &registration) !=
          kTfLiteOk ||
      !Connects(node->inputs, host.inputs()) ||
      !Connects(node->outputs, host.outputs())) {
    return Invalid("it is not one operator of its two inputs");
  }
  return FunctionOfNode(*registration, *node);
}

}  // namespace

StatusOr<GraphFunction> FunctionOfGraph(TfLiteContext* context, int index) {
  Host* host = Host::Of(context)->subgraph(index);
  TfLiteContext* graph = nullptr;
  if (host == nullptr || context->AcquireSubgraphContext == nullptr ||
      context->AcquireSubgraphContext(context, index, &graph) != kTfLiteOk) {
    return Invalid("there is no graph ", index);
  }
  const auto function = FunctionOfPlan(graph, *host);
  context->ReleaseSubgraphContext(context, index);
  if (!function.ok()) {
    return Annotate(function.status(),
                    StrCat("graph ", index, " '", host->GetName(), "'"));
  }
  return function;
}

}  // namespace tflite::kernels
