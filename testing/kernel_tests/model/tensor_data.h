#ifndef TESTING_KERNEL_TESTS_MODEL_TENSOR_DATA_H_
#define TESTING_KERNEL_TESTS_MODEL_TENSOR_DATA_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/schema/schema_generated.h"

namespace tflite {

// A tensor of a test's model. Its quantization is one of
// - the range [min, max], which must contain 0: scale and zero point are
//   derived from it such that 0 is exact;
// - scale and zero_point;
// - with per_channel_quantization, one scale and offset per index of dimension
//   `channel_index`;
// - with per_block_quantization, the block size, one scale of
//   per_channel_quantization_scales per block of the last dimension, in order.
// traversal_order, format, block_size and block_map define the storage of a
// sparse constant, as in the file format; block_size has the sizes of blocked
// dimensions only. An empty shape means a scalar, or a shape that
// BuildInterpreter sets.
struct TensorData {
  // Not explicit, because callers write {type, shape} and plain types.
  TensorData(TensorType type = TensorType_FLOAT32,  // NOLINT
             std::vector<int> shape = {}, float min = 0.0f, float max = 0.0f,
             float scale = 0.0f, int32_t zero_point = 0,
             bool per_channel_quantization = false,
             std::vector<float> per_channel_quantization_scales = {},
             std::vector<int64_t> per_channel_quantization_offsets = {},
             int32_t channel_index = 0, std::vector<int> traversal_order = {},
             std::vector<TfLiteDimensionType> format = {},
             std::vector<int> block_size = {}, std::vector<int> block_map = {},
             std::vector<int> shape_signature = {},
             int per_block_quantization = 0)
      : type(type),
        shape(std::move(shape)),
        min(min),
        max(max),
        scale(scale),
        zero_point(zero_point),
        per_channel_quantization(per_channel_quantization),
        per_channel_quantization_scales(
            std::move(per_channel_quantization_scales)),
        per_channel_quantization_offsets(
            std::move(per_channel_quantization_offsets)),
        channel_index(channel_index),
        traversal_order(std::move(traversal_order)),
        format(std::move(format)),
        block_size(std::move(block_size)),
        block_map(std::move(block_map)),
        shape_signature(std::move(shape_signature)),
        per_block_quantization(per_block_quantization) {}

  TensorType type;
  std::vector<int> shape;
  float min;
  float max;
  float scale;
  int32_t zero_point;
  bool per_channel_quantization;
  std::vector<float> per_channel_quantization_scales;
  std::vector<int64_t> per_channel_quantization_offsets;
  int32_t channel_index;
  std::vector<int> traversal_order;
  std::vector<TfLiteDimensionType> format;
  std::vector<int> block_size;
  std::vector<int> block_map;
  std::vector<int> shape_signature;
  int per_block_quantization;
};

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_MODEL_TENSOR_DATA_H_
