// Context functions that describe the graph (c_api_opaque.h), as far as classic
// contexts can. What these cannot provide is kTfLiteError, with a message.
#include <vector>

#include "tensorflow_lite_lite/c/c_api_opaque/context.h"
#include "tensorflow_lite_lite/c_api/opaque_casts.h"
#include "tensorflow_lite_lite/delegate/shim/shim_kernel.h"

using ::tflite::c_api::Classic;
using ::tflite::c_api::Opaque;

namespace {

TfLiteStatus NotKnown(const TfLiteOpaqueContext* context, const char* what) {
  if (context != nullptr) {
    auto* classic = const_cast<TfLiteContext*>(Classic(context));
    classic->ReportError(classic, "this runtime does not tell plugins %s",
                         what);
  }
  return kTfLiteError;
}

}  // namespace

extern "C" {

TfLiteStatus TfLiteOpaqueContextGetNodeAndRegistration(
    struct TfLiteOpaqueContext* opaque_context, int node_index,
    TfLiteOpaqueNode** node, TfLiteOperator** registration_external) {
  if (opaque_context == nullptr || node == nullptr ||
      registration_external == nullptr) {
    return kTfLiteError;
  }
  TfLiteContext* context = Classic(opaque_context);
  TfLiteNode* classic_node = nullptr;
  TfLiteRegistration* registration = nullptr;
  const TfLiteStatus status = context->GetNodeAndRegistration(
      context, node_index, &classic_node, &registration);
  if (status != kTfLiteOk) return status;
  *node = Opaque(classic_node);
  *registration_external = tflite::delegates::DescriptionOf(*registration);
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
    struct TfLiteOpaqueContext* opaque_context,
    TfLiteOperator* registration_external,
    const TfLiteIntArray* nodes_to_replace,
    TfLiteOpaqueDelegate* opaque_delegate) {
  if (opaque_context == nullptr || nodes_to_replace == nullptr) {
    return kTfLiteError;
  }
  return tflite::delegates::ReplaceNodesByOperator(
      Classic(opaque_context), registration_external, nodes_to_replace,
      opaque_delegate);
}

TfLiteStatus TfLiteOpaqueContextGetInputs(
    const struct TfLiteOpaqueContext* opaque_context, const int**, int*) {
  return NotKnown(opaque_context, "the graph's inputs");
}

TfLiteStatus TfLiteOpaqueContextGetOutputs(
    const struct TfLiteOpaqueContext* opaque_context, const int**, int*) {
  return NotKnown(opaque_context, "the graph's outputs");
}

// The list belongs to the calling thread and is valid until its next call.
TfLiteStatus TfLiteOpaqueContextGetVariables(
    const struct TfLiteOpaqueContext* opaque_context, const int** variables,
    int* num_variables) {
  if (opaque_context == nullptr || variables == nullptr ||
      num_variables == nullptr) {
    return kTfLiteError;
  }
  static thread_local std::vector<int> found;
  found.clear();
  const size_t count = TfLiteOpaqueContextGetNumTensors(opaque_context);
  for (size_t i = 0; i < count; ++i) {
    const int index = static_cast<int>(i);
    if (TfLiteOpaqueTensorIsVariable(
            TfLiteOpaqueContextGetOpaqueTensor(opaque_context, index))) {
      found.push_back(index);
    }
  }
  *variables = found.data();
  *num_variables = static_cast<int>(found.size());
  return kTfLiteOk;
}

// One more than the largest node index of the execution plan.
size_t TfLiteOpaqueContextGetNumNodes(
    const struct TfLiteOpaqueContext* opaque_context) {
  if (opaque_context == nullptr) return 0;
  auto* context = const_cast<TfLiteContext*>(Classic(opaque_context));
  TfLiteIntArray* plan = nullptr;
  if (context->GetExecutionPlan(context, &plan) != kTfLiteOk) return 0;
  int last = -1;
  for (int i = 0; i < plan->size; ++i) {
    if (plan->data[i] > last) last = plan->data[i];
  }
  return static_cast<size_t>(last + 1);
}

const char* TfLiteOpaqueContextGetName(
    const struct TfLiteOpaqueContext* opaque_context) {
  return opaque_context == nullptr ? nullptr : "";
}

TfLiteStatus TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(
    TfLiteOpaqueContext* opaque_context, int) {
  return NotKnown(opaque_context, "how to skip subgraphs");
}

TfLiteStatus TfLiteOpaqueContextGetNodeInitDataMmapInfo(
    const TfLiteOpaqueContext* context, const TfLiteOpaqueNode*, int*, int64_t*,
    int64_t*) {
  return NotKnown(context, "the position of options in the file");
}

}  // extern "C"
