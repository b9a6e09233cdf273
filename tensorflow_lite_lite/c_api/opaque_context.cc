// Context functions that work with every TfLiteContext (c_api_opaque.h).
#include <cstdarg>
#include <cstdio>
#include <vector>

#include "tensorflow_lite_lite/c/c_api_opaque/context.h"
#include "tensorflow_lite_lite/c_api/opaque_casts.h"
#include "tensorflow_lite_lite/c_api/tensor_builder.h"

using ::tflite::c_api::Classic;
using ::tflite::c_api::Opaque;

namespace {

// Types of external contexts are three-bit numbers. Runtimes return null for
// types that they do not know.
constexpr unsigned kLastContextType = 7;

// Some runtimes lack some of the functions.
TfLiteStatus Lacks(TfLiteContext* context, const char* function) {
  context->ReportError(context, "this runtime does not provide %s", function);
  return kTfLiteError;
}

TfLiteTensor* TensorAt(const TfLiteContext* context, int index) {
  if (context == nullptr || index < 0 ||
      static_cast<size_t>(index) >= context->tensors_size) {
    return nullptr;
  }
  if (context->tensors != nullptr) return &context->tensors[index];
  return context->GetTensor == nullptr ? nullptr
                                       : context->GetTensor(context, index);
}

// Memory of other kinds cannot be provided by the caller, or has no known size.
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

// 0 for types whose element size is not a whole number of bytes.
size_t ElementBytes(TfLiteType type) {
  switch (type) {
    case kTfLiteInt8:
    case kTfLiteUInt8:
    case kTfLiteBool:
    case kTfLiteFloat8E4M3FN:
    case kTfLiteFloat8E5M2:
      return 1;
    case kTfLiteInt16:
    case kTfLiteUInt16:
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
      return 2;
    case kTfLiteInt32:
    case kTfLiteUInt32:
    case kTfLiteFloat32:
    case kTfLiteResource:
      return 4;
    case kTfLiteInt64:
    case kTfLiteUInt64:
    case kTfLiteFloat64:
    case kTfLiteComplex64:
      return 8;
    case kTfLiteComplex128:
      return 16;
    default:
      return 0;
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
      static_cast<unsigned>(type) > kLastContextType) {
    return kTfLiteError;
  }
  TfLiteContext* context = Classic(opaque_context);
  *external_context = context->GetExternalContext(context, type);
  return kTfLiteOk;
}

TfLiteOpaqueTensor* TfLiteOpaqueContextGetOpaqueTensor(
    const TfLiteOpaqueContext* opaque_context, int index) {
  return Opaque(TensorAt(Classic(opaque_context), index));
}

size_t TfLiteOpaqueContextGetNumTensors(
    const struct TfLiteOpaqueContext* opaque_context) {
  return opaque_context == nullptr ? 0 : Classic(opaque_context)->tensors_size;
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
  if (context->AcquireSubgraphContext == nullptr) {
    return Lacks(context, "AcquireSubgraphContext");
  }
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
  if (context->ReleaseSubgraphContext == nullptr) {
    return Lacks(context, "ReleaseSubgraphContext");
  }
  return context->ReleaseSubgraphContext(context, subgraph_index);
}

TfLiteStatus TfLiteOpaqueContextAddTensor(TfLiteOpaqueContext* opaque_context,
                                          TfLiteOpaqueTensorBuilder* builder,
                                          int* new_tensor_index) {
  if (opaque_context == nullptr || builder == nullptr) return kTfLiteError;
  TfLiteContext* context = Classic(opaque_context);
  if (!CanBeAdded(*builder)) {
    context->ReportError(
        context,
        "a new tensor is kTfLiteDynamic, or is in the arena and has no data");
    return kTfLiteError;
  }
  int index = -1;
  const TfLiteStatus status = context->AddTensors(context, 1, &index);
  if (status != kTfLiteOk) return status;
  TfLiteTensor* tensor = TensorAt(context, index);
  if (tensor == nullptr) return kTfLiteError;
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
  const size_t size = ElementBytes(type);
  if (size == 0) {
    Classic(context)->ReportError(Classic(context),
                                  "type %s has no size in bytes",
                                  TfLiteTypeGetName(type));
    return kTfLiteError;
  }
  *bytes = size;
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueContextGetMetadata(TfLiteOpaqueContext* opaque_context,
                                            const char* name, const char** ptr,
                                            size_t* bytes) {
  if (opaque_context == nullptr || name == nullptr || ptr == nullptr ||
      bytes == nullptr) {
    return kTfLiteError;
  }
  const TfLiteContext* context = Classic(opaque_context);
  if (context->GetModelMetadata == nullptr) return kTfLiteError;
  return context->GetModelMetadata(context, name, ptr, bytes);
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
  // The context's function takes only variadic arguments: format here.
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
