// Enums and limits that several option structs use.
// Included by builtin_op_data.h.
#ifndef TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_COMMON_H_
#define TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_COMMON_H_

#ifdef __cplusplus
extern "C" {
#endif

// Capacity of the fixed arrays in the option structs.
#define TFLITE_RESHAPE_PARAMS_MAX_DIMENSION_COUNT 8
#define TFLITE_STABLEHLO_SCATTER_PARAMS_MAX_DIMENSION_COUNT 8
#define TFLITE_STABLEHLO_GATHER_PARAMS_MAX_DIMENSION_COUNT 8
#define TFLITE_STABLEHLO_REDUCE_WINDOW_PARAMS_MAX_DIMENSION_COUNT 8
#define TFLITE_STABLEHLO_PAD_PARAMS_MAX_DIMENSION_COUNT 8
#define TFLITE_STABLEHLO_CASE_PARAMS_MAX_BRANCHES_COUNT 20

// How a sliding window treats the edges: SAME pads to ceil(in / stride)
// outputs, VALID uses only windows inside the input.
typedef enum TfLitePadding {
  kTfLitePaddingUnknown = 0,
  kTfLitePaddingSame = 1,
  kTfLitePaddingValid = 2
} TfLitePadding;

// Elements of padding before the input; the offset is how much larger the
// padding after it is.
typedef struct TfLitePaddingValues {
  int width;
  int height;
  int width_offset;
  int height_offset;
} TfLitePaddingValues;

// Activation applied to an operator's result: max(0, x), clamp to [-1, 1],
// clamp to [0, 6], tanh, sign bit, logistic.
typedef enum TfLiteFusedActivation {
  kTfLiteActNone = 0,
  kTfLiteActRelu = 1,
  kTfLiteActReluN1To1 = 2,
  kTfLiteActRelu6 = 3,
  kTfLiteActTanh = 4,
  kTfLiteActSignBit = 5,
  kTfLiteActSigmoid = 6
} TfLiteFusedActivation;

// Options of an operator without any. C has no empty struct and C++ gives it
// one byte; this one has the same size in both.
typedef struct EmptyStructPlaceholder {
  char dummy;
} EmptyStructPlaceholder;

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // TENSORFLOW_LITE_LITE_C_BUILTIN_OP_DATA_COMMON_H_
