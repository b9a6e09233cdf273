#include "kernels/testing/layouts.h"

#include <algorithm>
#include <cstdlib>

namespace tflite::kernels {
namespace {

TfLiteIntArray* ToArray(const std::vector<int>& values) {
  TfLiteIntArray* array = TfLiteIntArrayCreate(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), array->data);
  return array;
}

}  // namespace

void SetSparsity(const SparseLayout& layout, TfLiteTensor* tensor) {
  TfLiteSparsityFree(tensor->sparsity);
  auto* sparsity =
      static_cast<TfLiteSparsity*>(std::calloc(1, sizeof(TfLiteSparsity)));
  sparsity->traversal_order = ToArray(layout.order);
  sparsity->block_map = ToArray(layout.block_map);
  sparsity->dim_metadata_size = static_cast<int>(layout.levels.size());
  sparsity->dim_metadata = static_cast<TfLiteDimensionMetadata*>(
      std::calloc(layout.levels.size(), sizeof(TfLiteDimensionMetadata)));
  for (size_t i = 0; i < layout.levels.size(); ++i) {
    const SparseLevel& level = layout.levels[i];
    TfLiteDimensionMetadata& stored = sparsity->dim_metadata[i];
    stored.format = level.csr ? kTfLiteDimSparseCSR : kTfLiteDimDense;
    stored.dense_size = level.dense_size;
    if (!level.csr) continue;
    stored.array_segments = ToArray(level.segments);
    stored.array_indices = ToArray(level.indices);
  }
  tensor->sparsity = sparsity;
}

void QuantizeInBlocks(int size, const Shape& shape, std::vector<float>& values,
                      int index, TfLiteTensor* scales, TfLiteTensor* tensor) {
  TfLiteIntArrayFree(scales->dims);
  scales->dims = ToIntArray(shape);
  scales->allocation_type = kTfLiteMmapRo;
  scales->data.f = values.data();
  scales->bytes = values.size() * sizeof(float);
  TfLiteQuantizationFree(&tensor->quantization);
  auto* blocks = static_cast<TfLiteBlockwiseQuantization*>(
      std::calloc(1, sizeof(TfLiteBlockwiseQuantization)));
  blocks->scale = index;
  blocks->zero_point = -1;
  blocks->blocksize = size;
  tensor->quantization = {kTfLiteBlockwiseQuantization, blocks};
}

}  // namespace tflite::kernels
