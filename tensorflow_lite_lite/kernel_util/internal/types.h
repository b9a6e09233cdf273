#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TYPES_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TYPES_H_

#include <cstdint>
#include <type_traits>

#include "tensorflow_lite_lite/kernel_util/internal/compatibility.h"
#include "tensorflow_lite_lite/kernel_util/internal/runtime_shape.h"

namespace tflite {

enum class FusedActivationFunctionType : uint8_t {
  kNone,
  kRelu6,
  kRelu1,
  kRelu
};
enum class PaddingType : uint8_t { kNone, kSame, kValid };

// Elements of padding before the input; the offsets are how much larger the
// padding after it is.
struct PaddingValues {
  int16_t width;
  int16_t height;
  int16_t width_offset;
  int16_t height_offset;
};
struct Padding3DValues {
  int16_t width;
  int16_t height;
  int16_t depth;
  int16_t width_offset;
  int16_t height_offset;
  int16_t depth_offset;
};

// real = scale * (stored - zero_point).
struct QuantizationParams {
  int32_t zero_point = 0;
  double scale = 0.0;
};
inline bool operator==(const QuantizationParams& a,
                       const QuantizationParams& b) {
  return a.zero_point == b.zero_point && a.scale == b.scale;
}

// Parameters of a softmax; the quantized forms use the rest as needed.
struct SoftmaxParams {
  double beta;
  int32_t input_multiplier;
  int32_t input_left_shift;
  int32_t reverse_scaling_divisor;
  int32_t reverse_scaling_right_shift;
  int diff_min;
  int32_t zero_point;
  float scale;
  float* table;
  int16_t* exp_lut;
  int16_t* one_over_one_plus_x_lut;
  uint8_t* uint8_table1;
  uint8_t* uint8_table2;
};

// Dimension d of the output is dimension perm[d] of the input.
struct TransposeParams {
  int8_t perm_count;
  int32_t perm[8];
};

// The integer types that store quantized values.
template <typename T>
struct is_small_integer
    : std::bool_constant<
          std::is_same_v<T, int8_t> || std::is_same_v<T, uint8_t> ||
          std::is_same_v<T, int16_t> || std::is_same_v<T, uint16_t>> {};
template <typename T>
struct is_int32_or_int64 : std::bool_constant<std::is_same_v<T, int32_t> ||
                                              std::is_same_v<T, int64_t>> {};

// A dimension on which two shapes must agree; checked in debug builds.
inline int MatchingDim(const RuntimeShape& shape1, int index1,
                       const RuntimeShape& shape2, int index2) {
  TFLITE_DCHECK_EQ(shape1.Dims(index1), shape2.Dims(index2));
  return shape1.Dims(index1);
}
inline int MatchingFlatSize(const RuntimeShape& shape,
                            const RuntimeShape& check_shape) {
  TFLITE_DCHECK(shape == check_shape);
  return shape.FlatSize();
}
// Product of all dimensions but one.
inline int FlatSizeSkipDim(const RuntimeShape& shape, int skip_dim) {
  RuntimeShape rest = shape;
  rest.SetDim(skip_dim, 1);
  return rest.FlatSize();
}
inline int MatchingFlatSizeSkipDim(const RuntimeShape& shape, int skip_dim,
                                   const RuntimeShape& check_shape) {
  TFLITE_DCHECK_EQ(FlatSizeSkipDim(shape, skip_dim),
                   FlatSizeSkipDim(check_shape, skip_dim));
  return FlatSizeSkipDim(shape, skip_dim);
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TYPES_H_
