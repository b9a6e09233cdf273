// Context functions that describe the graph (c_api_opaque.h).
#include <vector>

#include "tensorflow_lite_lite/c/c_api_opaque/context.h"
#include "tensorflow_lite_lite/c_api/opaque_casts.h"
#include "tensorflow_lite_lite/core/graph_host.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/core/subgraph.h"

using ::tflite::Subgraph;
using ::tflite::c_api::Classic;
using ::tflite::c_api::Opaque;

namespace {

// The subgraph of a context; null for null.
Subgraph* SubgraphOf(const TfLiteOpaqueContext* context) {
  const TfLiteContext* classic = Classic(context);
  return classic == nullptr ? nullptr
                            : tflite::core::GraphHost::GraphOf(classic);
}

TfLiteStatus Expose(const std::vector<int>& indices, const int** data,
                    int* size) {
  if (data == nullptr || size == nullptr) return kTfLiteError;
  *data = indices.data();
  *size = static_cast<int>(indices.size());
  return kTfLiteOk;
}

}  // namespace

extern "C" {

TfLiteStatus TfLiteOpaqueContextGetNodeAndRegistration(
    struct TfLiteOpaqueContext* opaque_context, int node_index,
    TfLiteOpaqueNode** node, TfLiteOperator** registration_external) {
  Subgraph* subgraph = SubgraphOf(opaque_context);
  if (subgraph == nullptr || node == nullptr ||
      registration_external == nullptr) {
    return kTfLiteError;
  }
  TfLiteContext* context = Classic(opaque_context);
  TfLiteNode* classic_node = nullptr;
  TfLiteRegistration* registration = nullptr;
  const TfLiteStatus status = context->GetNodeAndRegistration(
      context, node_index, &classic_node, &registration);
  if (status != kTfLiteOk) return status;
  TfLiteOperator* op = subgraph->host().OperatorForNode(node_index);
  if (op == nullptr) return kTfLiteError;
  *node = Opaque(classic_node);
  *registration_external = op;
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
  TfLiteContext* context = Classic(opaque_context);
  if (!tflite::core::IsLiveOperator(registration_external)) {
    context->ReportError(
        context, "the delegate's operator does not exist or is deleted");
    return kTfLiteError;
  }
  return context->ReplaceNodeSubsetsWithDelegateKernels(
      context, tflite::core::RegistrationFor(registration_external),
      nodes_to_replace, opaque_delegate);
}

TfLiteStatus TfLiteOpaqueContextGetInputs(
    const struct TfLiteOpaqueContext* opaque_context, const int** inputs,
    int* num_inputs) {
  const Subgraph* subgraph = SubgraphOf(opaque_context);
  if (subgraph == nullptr) return kTfLiteError;
  return Expose(subgraph->inputs(), inputs, num_inputs);
}

TfLiteStatus TfLiteOpaqueContextGetOutputs(
    const struct TfLiteOpaqueContext* opaque_context, const int** outputs,
    int* num_outputs) {
  const Subgraph* subgraph = SubgraphOf(opaque_context);
  if (subgraph == nullptr) return kTfLiteError;
  return Expose(subgraph->outputs(), outputs, num_outputs);
}

TfLiteStatus TfLiteOpaqueContextGetVariables(
    const struct TfLiteOpaqueContext* opaque_context, const int** variables,
    int* num_variables) {
  const Subgraph* subgraph = SubgraphOf(opaque_context);
  if (subgraph == nullptr) return kTfLiteError;
  return Expose(subgraph->variables(), variables, num_variables);
}

size_t TfLiteOpaqueContextGetNumNodes(
    const struct TfLiteOpaqueContext* opaque_context) {
  const Subgraph* subgraph = SubgraphOf(opaque_context);
  return subgraph == nullptr ? 0 : subgraph->nodes_size();
}

const char* TfLiteOpaqueContextGetName(
    const struct TfLiteOpaqueContext* opaque_context) {
  const Subgraph* subgraph = SubgraphOf(opaque_context);
  return subgraph == nullptr ? nullptr : subgraph->GetName().c_str();
}

TfLiteStatus TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(
    TfLiteOpaqueContext* opaque_context, int subgraph_index) {
  Subgraph* subgraph = SubgraphOf(opaque_context);
  if (subgraph == nullptr) return kTfLiteError;
  return subgraph->MarkSubgraphAsDelegationSkippable(subgraph_index);
}

TfLiteStatus TfLiteOpaqueContextGetNodeInitDataMmapInfo(
    const TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node, int* fd,
    int64_t* custom_initial_data_offset_in_file,
    int64_t* custom_initial_data_size) {
  const Subgraph* subgraph = SubgraphOf(context);
  if (subgraph == nullptr || node == nullptr || fd == nullptr ||
      custom_initial_data_offset_in_file == nullptr ||
      custom_initial_data_size == nullptr) {
    return kTfLiteError;
  }
  return subgraph->GetNodeInitDataMmapInfo(Classic(node), fd,
                                           custom_initial_data_offset_in_file,
                                           custom_initial_data_size);
}

}  // extern "C"
