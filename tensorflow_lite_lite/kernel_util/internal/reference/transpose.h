#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_TRANSPOSE_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_TRANSPOSE_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "tensorflow_lite_lite/kernel_util/internal/types.h"

namespace tflite {
namespace reference_ops {

// Dimension d of the output is dimension params.perm[d] of the input. Simple
// loops; both shapes must have params.perm_count dimensions and match.
template <typename T>
void Transpose(const TransposeParams& params, const RuntimeShape& input_shape,
               const T* input_data, const RuntimeShape& output_shape,
               T* output_data) {
  const int rank = params.perm_count;
  TFLITE_DCHECK_EQ(input_shape.DimensionsCount(), rank);
  TFLITE_DCHECK_EQ(output_shape.DimensionsCount(), rank);
  // Distance in the input between neighbors along each of its dimensions.
  absl::InlinedVector<int64_t, 8> stride(rank, 1);
  for (int d = rank - 2; d >= 0; --d) {
    stride[d] = stride[d + 1] * input_shape.Dims(d + 1);
  }
  absl::InlinedVector<int32_t, 8> index(rank, 0);  // of the output
  const int count = output_shape.FlatSize();
  for (int i = 0; i < count; ++i) {
    int64_t from = 0;
    for (int d = 0; d < rank; ++d) from += index[d] * stride[params.perm[d]];
    output_data[i] = input_data[from];
    for (int d = rank - 1; d >= 0; --d) {
      if (++index[d] < output_shape.Dims(d)) break;
      index[d] = 0;
    }
  }
}

}  // namespace reference_ops
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_REFERENCE_TRANSPOSE_H_
