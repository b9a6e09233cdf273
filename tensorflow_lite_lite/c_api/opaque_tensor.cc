// Tensors of c_api_opaque.h.
#include <new>

#include "tensorflow_lite_lite/c/c_api.h"
#include "tensorflow_lite_lite/c/c_api_opaque/tensor.h"
#include "tensorflow_lite_lite/c_api/opaque_casts.h"
#include "tensorflow_lite_lite/c_api/tensor_builder.h"
#include "tensorflow_lite_lite/string_util.h"

using ::tflite::c_api::Classic;

namespace {

bool HoldsStrings(const TfLiteOpaqueTensor* tensor) {
  return tensor != nullptr && Classic(tensor)->type == kTfLiteString;
}

// Strings change the size of the data, so the memory must be one that the
// runtime may replace.
bool TakesStrings(const TfLiteOpaqueTensor* tensor) {
  if (!HoldsStrings(tensor)) return false;
  switch (Classic(tensor)->allocation_type) {
    case kTfLiteMemNone:
    case kTfLiteArenaRw:
    case kTfLiteArenaRwPersistent:
    case kTfLiteDynamic:
    case kTfLitePersistentRo:
      return true;
    default:
      return false;
  }
}

bool Add(const char* str, int len, tflite::DynamicBuffer* buffer) {
  if (len < 0 || (str == nullptr && len > 0)) return false;
  return buffer->AddString(str, static_cast<size_t>(len)) == kTfLiteOk;
}

}  // namespace

extern "C" {

TfLiteType TfLiteOpaqueTensorType(const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteTensorType(Classic(opaque_tensor));
}

int32_t TfLiteOpaqueTensorNumDims(const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteTensorNumDims(Classic(opaque_tensor));
}

int32_t TfLiteOpaqueTensorDim(const TfLiteOpaqueTensor* opaque_tensor,
                              int32_t dim_index) {
  return TfLiteTensorDim(Classic(opaque_tensor), dim_index);
}

TfLiteStatus TfLiteOpaqueTensorGetNumDimsSignature(
    const TfLiteOpaqueTensor* opaque_tensor, int32_t* num_dims) {
  if (opaque_tensor == nullptr || num_dims == nullptr) return kTfLiteError;
  const TfLiteIntArray* signature = Classic(opaque_tensor)->dims_signature;
  *num_dims = signature == nullptr ? -1 : signature->size;
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueTensorGetDimSignature(
    const TfLiteOpaqueTensor* opaque_tensor, int32_t dim_index,
    int32_t* dim_length) {
  if (opaque_tensor == nullptr || dim_length == nullptr) return kTfLiteError;
  const TfLiteIntArray* signature = Classic(opaque_tensor)->dims_signature;
  if (signature == nullptr) {
    *dim_length = -1;
    return kTfLiteOk;
  }
  if (dim_index < 0 || dim_index >= signature->size) return kTfLiteError;
  *dim_length = signature->data[dim_index];
  return kTfLiteOk;
}

int TfLiteOpaqueTensorIsVariable(const TfLiteOpaqueTensor* opaque_tensor) {
  return opaque_tensor != nullptr && Classic(opaque_tensor)->is_variable;
}

size_t TfLiteOpaqueTensorByteSize(const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteTensorByteSize(Classic(opaque_tensor));
}

void* TfLiteOpaqueTensorData(const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteTensorData(Classic(opaque_tensor));
}

TfLiteAllocationType TfLiteOpaqueTensorGetAllocationType(
    const TfLiteOpaqueTensor* opaque_tensor) {
  return opaque_tensor == nullptr ? kTfLiteMemNone
                                  : Classic(opaque_tensor)->allocation_type;
}

TfLiteAllocationStrategy TfLiteOpaqueTensorGetAllocationStrategy(
    const TfLiteOpaqueTensor* t) {
  return t == nullptr ? kTfLiteAllocationStrategyUnknown
                      : TfLiteTensorGetAllocationStrategy(Classic(t));
}

TfLiteRunStability TfLiteOpaqueTensorGetBufferAddressStability(
    const TfLiteOpaqueTensor* t) {
  return t == nullptr ? kTfLiteRunStabilityUnknown
                      : TfLiteTensorGetBufferAddressStability(Classic(t));
}

TfLiteRunStability TfLiteOpaqueTensorGetDataStability(
    const TfLiteOpaqueTensor* t) {
  return t == nullptr ? kTfLiteRunStabilityUnknown
                      : TfLiteTensorGetDataStability(Classic(t));
}

TfLiteRunStep TfLiteOpaqueTensorGetDataKnownStep(const TfLiteOpaqueTensor* t) {
  return t == nullptr ? kTfLiteRunStepUnknown
                      : TfLiteTensorGetDataKnownStep(Classic(t));
}

TfLiteRunStep TfLiteOpaqueTensorGetShapeKnownStep(const TfLiteOpaqueTensor* t) {
  return t == nullptr ? kTfLiteRunStepUnknown
                      : TfLiteTensorGetShapeKnownStep(Classic(t));
}

const char* TfLiteOpaqueTensorName(const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteTensorName(Classic(opaque_tensor));
}

TfLiteQuantization TfLiteOpaqueTensorGetQuantization(
    const TfLiteOpaqueTensor* opaque_tensor) {
  return opaque_tensor == nullptr ? TfLiteQuantization{}
                                  : Classic(opaque_tensor)->quantization;
}

TfLiteQuantizationParams TfLiteOpaqueTensorGetQuantizationParams(
    const TfLiteOpaqueTensor* opaque_tensor) {
  return TfLiteTensorQuantizationParams(Classic(opaque_tensor));
}

TfLiteStatus TfLiteOpaqueTensorCopyFromBuffer(TfLiteOpaqueTensor* opaque_tensor,
                                              const void* input_data,
                                              size_t input_data_size) {
  return TfLiteTensorCopyFromBuffer(Classic(opaque_tensor), input_data,
                                    input_data_size);
}

TfLiteStatus TfLiteOpaqueTensorCopyToBuffer(
    const TfLiteOpaqueTensor* opaque_tensor, void* output_data,
    size_t output_data_size) {
  return TfLiteTensorCopyToBuffer(Classic(opaque_tensor), output_data,
                                  output_data_size);
}

int TfLiteOpaqueTensorGetStringCount(const TfLiteOpaqueTensor* tensor) {
  if (!HoldsStrings(tensor)) return -1;
  return tflite::GetStringCount(Classic(tensor));
}

TfLiteStatus TfLiteOpaqueTensorGetString(const TfLiteOpaqueTensor* tensor,
                                         int index, const char** str,
                                         int* len) {
  if (!HoldsStrings(tensor) || str == nullptr || len == nullptr) {
    return kTfLiteError;
  }
  const tflite::StringRef found = tflite::GetString(Classic(tensor), index);
  if (found.str == nullptr) return kTfLiteError;
  *str = found.str;
  *len = static_cast<int>(found.len);
  return kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueTensorWriteStrings(TfLiteOpaqueTensor* tensor,
                                            const char* const* str_array,
                                            int str_array_len,
                                            const int* str_n_len) {
  if (!TakesStrings(tensor) || str_array_len < 0) return kTfLiteError;
  if (str_array_len > 0 && (str_array == nullptr || str_n_len == nullptr)) {
    return kTfLiteError;
  }
  tflite::DynamicBuffer buffer;
  for (int i = 0; i < str_array_len; ++i) {
    if (!Add(str_array[i], str_n_len[i], &buffer)) return kTfLiteError;
  }
  buffer.WriteToTensorAsVector(Classic(tensor));
  return Classic(tensor)->data.raw == nullptr ? kTfLiteError : kTfLiteOk;
}

TfLiteStatus TfLiteOpaqueTensorWriteString(TfLiteOpaqueTensor* tensor,
                                           const char* str, int len) {
  if (!TakesStrings(tensor)) return kTfLiteError;
  tflite::DynamicBuffer buffer;
  if (!Add(str, len, &buffer)) return kTfLiteError;
  buffer.WriteToTensor(Classic(tensor), nullptr);
  return Classic(tensor)->data.raw == nullptr ? kTfLiteError : kTfLiteOk;
}

TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderCreate(void) {
  return new (std::nothrow) TfLiteOpaqueTensorBuilder;
}

void TfLiteOpaqueTensorBuilderDelete(TfLiteOpaqueTensorBuilder* builder) {
  delete builder;
}

TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetType(
    TfLiteOpaqueTensorBuilder* builder, TfLiteType type) {
  if (builder != nullptr) builder->type = type;
  return builder;
}

TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetData(
    TfLiteOpaqueTensorBuilder* builder, void* data) {
  if (builder != nullptr) builder->data = data;
  return builder;
}

TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetAllocationType(
    TfLiteOpaqueTensorBuilder* builder, TfLiteAllocationType allocation_type) {
  if (builder != nullptr) builder->allocation_type = allocation_type;
  return builder;
}

TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantizationParams(
    TfLiteOpaqueTensorBuilder* builder, TfLiteQuantizationParams params) {
  if (builder != nullptr) builder->params = params;
  return builder;
}

TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantization(
    TfLiteOpaqueTensorBuilder* builder, TfLiteQuantization quantization) {
  if (builder != nullptr) builder->quantization = quantization;
  return builder;
}

void TfLiteOpaqueTensorSetAllocationTypeToDynamic(TfLiteOpaqueTensor* tensor) {
  TfLiteTensor* t = Classic(tensor);
  if (t == nullptr || t->allocation_type == kTfLiteDynamic) return;
  TfLiteTensorDataFree(t);
  t->allocation_type = kTfLiteDynamic;
}

void TfLiteOpaqueTensorSetNonCpuAllocation(TfLiteOpaqueTensor* tensor) {
  TfLiteTensor* t = Classic(tensor);
  if (t == nullptr) return;
  TfLiteTensorDataFree(t);
  t->allocation_type = kTfLiteNonCpu;
}

}  // extern "C"
