#include "tensorflow_lite_lite/c/common/tensor_metadata.h"

#include <cstdlib>

namespace {

// A malloc'ed copy of *src, as TfLiteQuantizationFree expects; null if memory
// is exhausted. Members that own memory still point to the original's.
template <typename Params>
Params* CopyParams(const void* src) {
  auto* copy = static_cast<Params*>(std::malloc(sizeof(Params)));
  if (copy != nullptr) *copy = *static_cast<const Params*>(src);
  return copy;
}

void* CloneAffine(const void* src) {
  auto* copy = CopyParams<TfLiteAffineQuantization>(src);
  if (copy == nullptr) return nullptr;
  copy->scale = TfLiteFloatArrayCopy(copy->scale);
  copy->zero_point = TfLiteIntArrayCopy(copy->zero_point);
  return copy;
}

void* CloneMultiAxis(const void* src) {
  auto* copy = CopyParams<TfLiteMultiAxisQuantization>(src);
  if (copy == nullptr) return nullptr;
  copy->quantized_dimensions = TfLiteIntArrayCopy(copy->quantized_dimensions);
  return copy;
}

}  // namespace

extern "C" {

void TfLiteQuantizationFree(TfLiteQuantization* quantization) {
  if (quantization == nullptr) return;
  if (quantization->params != nullptr) {
    if (quantization->type == kTfLiteAffineQuantization) {
      auto* affine =
          static_cast<TfLiteAffineQuantization*>(quantization->params);
      TfLiteFloatArrayFree(affine->scale);
      TfLiteIntArrayFree(affine->zero_point);
    } else if (quantization->type == kTfLiteMultiAxisQuantization) {
      auto* axes =
          static_cast<TfLiteMultiAxisQuantization*>(quantization->params);
      TfLiteIntArrayFree(axes->quantized_dimensions);
    }
    std::free(quantization->params);
  }
  quantization->type = kTfLiteNoQuantization;
  quantization->params = nullptr;
}

void TfLiteSparsityFree(TfLiteSparsity* sparsity) {
  if (sparsity == nullptr) return;
  TfLiteIntArrayFree(sparsity->traversal_order);
  TfLiteIntArrayFree(sparsity->block_map);
  if (sparsity->dim_metadata != nullptr) {
    for (int i = 0; i < sparsity->dim_metadata_size; ++i) {
      TfLiteIntArrayFree(sparsity->dim_metadata[i].array_segments);
      TfLiteIntArrayFree(sparsity->dim_metadata[i].array_indices);
    }
    std::free(sparsity->dim_metadata);
  }
  std::free(sparsity);
}

}  // extern "C"

TfLiteQuantization TfLiteQuantizationClone(const TfLiteQuantization& src) {
  TfLiteQuantization copy{src.type, nullptr};
  if (src.params != nullptr) {
    switch (src.type) {
      case kTfLiteNoQuantization:
        break;
      case kTfLiteAffineQuantization:
        copy.params = CloneAffine(src.params);
        break;
      case kTfLiteBlockwiseQuantization:
        copy.params = CopyParams<TfLiteBlockwiseQuantization>(src.params);
        break;
      case kTfLiteMultiAxisQuantization:
        copy.params = CloneMultiAxis(src.params);
        break;
    }
  }
  if (copy.params == nullptr) copy.type = kTfLiteNoQuantization;
  return copy;
}
