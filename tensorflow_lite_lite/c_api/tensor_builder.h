#ifndef TENSORFLOW_LITE_LITE_C_API_TENSOR_BUILDER_H_
#define TENSORFLOW_LITE_LITE_C_API_TENSOR_BUILDER_H_

#include "tensorflow_lite_lite/c/common.h"

// Describes a tensor for TfLiteOpaqueContextAddTensor. Owns nothing.
struct TfLiteOpaqueTensorBuilder {
  TfLiteType type = kTfLiteNoType;
  void* data = nullptr;
  TfLiteAllocationType allocation_type = kTfLiteMemNone;
  TfLiteQuantizationParams params{};
  TfLiteQuantization quantization{};
};

#endif  // TENSORFLOW_LITE_LITE_C_API_TENSOR_BUILDER_H_
