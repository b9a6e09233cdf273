// Contexts of c_api_opaque.h.
#include <cstdarg>
#include <cstdio>
#include <vector>

#include "tensorflow_lite_lite/base/tensor_view.h"
#include "tensorflow_lite_lite/c/c_api_opaque/context.h"
#include "tensorflow_lite_lite/c_api/opaque_casts.h"
#include "tensorflow_lite_lite/c_api/tensor_builder.h"
#include "tensorflow_lite_lite/core/operator.h"

using ::tflite::Classic;
using ::tflite::Opaque;
using ::tflite::Subgraph;
using ::tflite::SubgraphOf;

namespace {

TfLiteStatus Expose(const std::vector<int>& indices, const int** data,
                    int* size) {
  if (data == nullptr || size == nullptr) return kTfLiteError;
  *data = indices.data();
  *size = static_cast<int>(indices.size());
  return kTfLiteOk;
}

// The memory of a tensor that a node adds is planned with the others, or is the
// heap's; a builder does not know the size that other kinds would need.
bool CanBeAdded(const TfLiteOpaqueTensorBuilder& builder) {
  switch (builder.allocation_type) {
    case kTfLiteDynamic:
      return true;
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
      return builder.data == nullptr;
    default:
      return false;
  }
}

}  // namespace

extern "C" {

TfLiteStatus TfLiteOpaqueContextGetExecutionPlan(
    TfLiteOpaqueContext* opaque_context, TfLiteIntArray** execution_plan) {
  if (opaque_context == nullptr || execution_plan == nullptr) {
    return kTfLiteError;
  }
  TfLiteContext* context = Classic(opaque_context);
  return context->GetExecutionPlan(context, execution_plan);
}

TfLiteStatus TfLiteOpaqueContextGetExternalContext(
    TfLiteOpaqueContext* opaque_context, void** external_context,
    TfLiteExternalContextType type) {
  if (opaque_context == nullptr || external_context == nullptr ||
      static_cast<unsigned>(type) >= kTfLiteMaxExternalContexts) {
    return kTfLiteError;
  }
  TfLiteContext* context = Classic(opaque_context);
  *external_context = context->GetExternalContext(context, type);
  return kTfLiteOk;
}

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
  TfLiteOperator* op = subgraph->OperatorForNode(node_index);
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
  if (!tflite::IsLiveOperator(registration_external)) {
    context->ReportError(
        context, "the delegate's operator does not exist or is deleted");
    return kTfLiteError;
  }
  return context->ReplaceNodeSubsetsWithDelegateKernels(
      context, tflite::RegistrationFor(registration_external), nodes_to_replace,
      opaque_delegate);
}

TfLiteOpaqueTensor* TfLiteOpaqueContextGetOpaqueTensor(
    const TfLiteOpaqueContext* opaque_context, int index) {
  Subgraph* subgraph = SubgraphOf(opaque_context);
  return subgraph == nullptr ? nullptr : Opaque(subgraph->tensor(index));
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

size_t TfLiteOpaqueContextGetNumTensors(
    const struct TfLiteOpaqueContext* opaque_context) {
  const Subgraph* subgraph = SubgraphOf(opaque_context);
  return subgraph == nullptr ? 0 : subgraph->tensors_size();
}

const char* TfLiteOpaqueContextGetName(
    const struct TfLiteOpaqueContext* opaque_context) {
  const Subgraph* subgraph = SubgraphOf(opaque_context);
  return subgraph == nullptr ? nullptr : subgraph->GetName().c_str();
}

TfLiteStatus TfLiteOpaqueContextResizeTensor(TfLiteOpaqueContext* context,
                                             TfLiteOpaqueTensor* tensor,
                                             TfLiteIntArray* new_size) {
  if (context == nullptr || tensor == nullptr || new_size == nullptr) {
    TfLiteIntArrayFree(new_size);
    return kTfLiteError;
  }
  return Classic(context)->ResizeTensor(Classic(context), Classic(tensor),
                                        new_size);
}

TfLiteStatus TfLiteOpaqueContextAcquireSubgraphContext(
    struct TfLiteOpaqueContext* opaque_context, int subgraph_index,
    TfLiteOpaqueContext** acquired_opaque_context) {
  if (opaque_context == nullptr || acquired_opaque_context == nullptr) {
    return kTfLiteError;
  }
  TfLiteContext* context = Classic(opaque_context);
  TfLiteContext* acquired = nullptr;
  const TfLiteStatus status =
      context->AcquireSubgraphContext(context, subgraph_index, &acquired);
  if (status == kTfLiteOk) *acquired_opaque_context = Opaque(acquired);
  return status;
}

TfLiteStatus TfLiteOpaqueContextReleaseSubgraphContext(
    struct TfLiteOpaqueContext* opaque_context, int subgraph_index) {
  if (opaque_context == nullptr) return kTfLiteError;
  TfLiteContext* context = Classic(opaque_context);
  return context->ReleaseSubgraphContext(context, subgraph_index);
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

TfLiteStatus TfLiteOpaqueContextAddTensor(TfLiteOpaqueContext* context,
                                          TfLiteOpaqueTensorBuilder* builder,
                                          int* new_tensor_index) {
  Subgraph* subgraph = SubgraphOf(context);
  if (subgraph == nullptr || builder == nullptr) return kTfLiteError;
  if (!CanBeAdded(*builder)) {
    subgraph->ReportError(
        "a new tensor is kTfLiteDynamic, or is in the arena and has no data");
    return kTfLiteError;
  }
  int index = -1;
  const TfLiteStatus status =
      Classic(context)->AddTensors(Classic(context), 1, &index);
  if (status != kTfLiteOk) return status;
  TfLiteTensor* tensor = subgraph->tensor(index);
  tensor->type = builder->type;
  tensor->data.data = builder->data;
  tensor->allocation_type = builder->allocation_type;
  tensor->params = builder->params;
  tensor->quantization = builder->quantization;
  if (new_tensor_index != nullptr) *new_tensor_index = index;
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueContextGetSizeOfType(TfLiteOpaqueContext* context,
                                              TfLiteType type, size_t* bytes) {
  if (context == nullptr || bytes == nullptr) return kTfLiteError;
  const int bits = tflite::ElementBits(type);
  if (bits <= 0 || bits % 8 != 0) {
    Classic(context)->ReportError(Classic(context),
                                  "type %s has no size in bytes",
                                  TfLiteTypeGetName(type));
    return kTfLiteError;
  }
  *bytes = static_cast<size_t>(bits) / 8;
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueContextGetMetadata(TfLiteOpaqueContext* context,
                                            const char* name, const char** ptr,
                                            size_t* bytes) {
  const Subgraph* subgraph = SubgraphOf(context);
  if (subgraph == nullptr || name == nullptr || ptr == nullptr ||
      bytes == nullptr) {
    return kTfLiteError;
  }
  return subgraph->GetModelMetadata(name, ptr, bytes);
}

void TfLiteOpaqueContextReportError(struct TfLiteOpaqueContext* opaque_context,
                                    const char* format, ...) {
  va_list args;
  va_start(args, format);
  TfLiteOpaqueContextReportErrorVa(opaque_context, format, args);
  va_end(args);
}

void TfLiteOpaqueContextReportErrorVa(
    struct TfLiteOpaqueContext* opaque_context, const char* format,
    va_list vlist) {
  if (opaque_context == nullptr || format == nullptr) return;
  // The context takes arguments only one by one: format here.
  va_list measured;
  va_copy(measured, vlist);
  const int length = std::vsnprintf(nullptr, 0, format, measured);
  va_end(measured);
  if (length < 0) return;
  std::vector<char> text(static_cast<size_t>(length) + 1);
  std::vsnprintf(text.data(), text.size(), format, vlist);
  TfLiteContext* context = Classic(opaque_context);
  context->ReportError(context, "%s", text.data());
}

}  // extern "C"
