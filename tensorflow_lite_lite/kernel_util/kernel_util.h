// What the code of an operator in TfLiteRegistration form needs to look at its
// node: tensors, shapes, quantization. Pointers borrow from the context.
#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_KERNEL_UTIL_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_KERNEL_UTIL_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/common.h"
// Operators written from the guides expect GetTensorData from this header.
#include "tensorflow_lite_lite/kernel_util/internal/tensor_ctypes.h"  // IWYU pragma: export

namespace tflite {

// --- Tensors of a node ---
// Null when `index` is out of range or the tensor was left out. The Safe forms
// report that to `context` and return kTfLiteError, with *tensor untouched.
const TfLiteTensor* GetInput(const TfLiteContext* context,
                             const TfLiteNode* node, int index);
TfLiteStatus GetInputSafe(const TfLiteContext* context, const TfLiteNode* node,
                          int index, const TfLiteTensor** tensor);
// Null also when the input is no variable.
TfLiteTensor* GetVariableInput(TfLiteContext* context, const TfLiteNode* node,
                               int index);
TfLiteTensor* GetOutput(TfLiteContext* context, const TfLiteNode* node,
                        int index);
TfLiteStatus GetOutputSafe(const TfLiteContext* context, const TfLiteNode* node,
                           int index, TfLiteTensor** tensor);
const TfLiteTensor* GetOptionalInputTensor(const TfLiteContext* context,
                                           const TfLiteNode* node, int index);
TfLiteTensor* GetTemporary(TfLiteContext* context, const TfLiteNode* node,
                           int index);
TfLiteStatus GetTemporarySafe(const TfLiteContext* context,
                              const TfLiteNode* node, int index,
                              TfLiteTensor** tensor);
const TfLiteTensor* GetIntermediates(TfLiteContext* context,
                                     const TfLiteNode* node, int index);
TfLiteStatus GetIntermediatesSafe(const TfLiteContext* context,
                                  const TfLiteNode* node, int index,
                                  TfLiteTensor** tensor);

inline int NumInputs(const TfLiteNode* node) {
  return node->inputs == nullptr ? 0 : node->inputs->size;
}
inline int NumOutputs(const TfLiteNode* node) {
  return node->outputs == nullptr ? 0 : node->outputs->size;
}
inline int NumIntermediates(const TfLiteNode* node) {
  return node->intermediates == nullptr ? 0 : node->intermediates->size;
}

// --- Shapes ---
inline int NumDimensions(const TfLiteTensor* t) { return t->dims->size; }
inline int SizeOfDimension(const TfLiteTensor* t, int dim) {
  return t->dims->data[dim];
}

// Products of extents; rank 0 has one element.
inline int64_t NumElements(const int* dims, int num_dims) {
  int64_t count = 1;
  for (int i = 0; i < num_dims; ++i) count *= dims[i];
  return count;
}
inline int64_t NumElements(const TfLiteIntArray* dims) {
  return NumElements(dims->data, dims->size);
}
inline int64_t NumElements(const TfLiteTensor* t) {
  return NumElements(t->dims);
}

// The product of extents; kTfLiteError, reported with `name` as what was to be
// counted, for a negative extent or when the product does not fit.
TfLiteStatus CheckedShapeProduct(TfLiteContext* context,
                                 std::initializer_list<int> dims,
                                 const char* name, size_t& product);
TfLiteStatus CheckedShapeProduct(TfLiteContext* context, const int* dims,
                                 int num_dims, const char* name,
                                 size_t& product);
TfLiteStatus CheckedShapeProductToInt(TfLiteContext* context,
                                      std::initializer_list<int> dims,
                                      const char* name, int& product);

bool HaveSameShapes(const TfLiteTensor* input1, const TfLiteTensor* input2);

// True when the model leaves a dimension of the tensor open.
bool HasUnspecifiedDimension(const TfLiteTensor* tensor);

// The shape that the elements of a one-dimensional INT32 tensor spell.
// *output_shape is new and the caller's.
TfLiteStatus GetOutputShapeFromInput(TfLiteContext* context,
                                     const TfLiteTensor* input,
                                     TfLiteIntArray** output_shape);

// The shape that the operands stretch to when aligned at the last dimension;
// an error when they do not. *output_shape is new and the caller's.
TfLiteStatus CalculateShapeForBroadcast(TfLiteContext* context,
                                        const TfLiteTensor* input1,
                                        const TfLiteTensor* input2,
                                        TfLiteIntArray** output_shape);
TfLiteStatus CalculateShapeForBroadcast(TfLiteContext* context,
                                        const TfLiteTensor* input1,
                                        const TfLiteTensor* input2,
                                        const TfLiteTensor* input3,
                                        TfLiteIntArray** output_shape);

// "[1,2,3]"; several lines with type and shape.
std::string GetShapeDebugString(const TfLiteIntArray* shape);
std::string GetTensorDebugString(const TfLiteTensor* tensor);

// --- Memory ---
inline bool IsConstantTensor(const TfLiteTensor* tensor) {
  return tensor->allocation_type == kTfLiteMmapRo;
}
// The value is known while preparing.
inline bool IsConstantOrPersistentTensor(const TfLiteTensor* tensor) {
  return IsConstantTensor(tensor) ||
         tensor->allocation_type == kTfLitePersistentRo;
}
inline bool IsDynamicTensor(const TfLiteTensor* tensor) {
  return tensor->allocation_type == kTfLiteDynamic;
}
// Its size is found in invoke, by ResizeTensor.
void SetTensorToDynamic(TfLiteTensor* tensor);
// Its value is computed in prepare and kept.
void SetTensorToPersistentRo(TfLiteTensor* tensor);

// Of one element: 0 without a fixed size; bytes are 0 also below 8 bits.
int TfLiteTypeGetSize(TfLiteType type);
int TfLiteTypeGetSizeBits(TfLiteType type);

// --- Quantization and activations ---
// 8-bit weights with floating-point data.
inline bool IsHybridOp(const TfLiteTensor* input, const TfLiteTensor* weight) {
  return input->type == kTfLiteFloat32 &&
         (weight->type == kTfLiteInt8 || weight->type == kTfLiteUInt8);
}

// What a quantized convolution multiplies its sums by, factor * 2^(shift - 31):
// one a channel of `filter`, and for UINT8 one in all, whose `shift` counts
// right shifts; and the output's range. By default as many as the quantized
// dimension.
TfLiteStatus PopulateConvolutionQuantizationParams(
    TfLiteContext* context, const TfLiteTensor* input,
    const TfLiteTensor* filter, const TfLiteTensor* bias, TfLiteTensor* output,
    const TfLiteFusedActivation& activation, int32_t* multiplier, int* shift,
    int32_t* output_activation_min, int32_t* output_activation_max,
    int32_t* per_channel_multiplier, int32_t* per_channel_shift);
TfLiteStatus PopulateConvolutionQuantizationParams(
    TfLiteContext* context, const TfLiteTensor* input,
    const TfLiteTensor* filter, const TfLiteTensor* bias, TfLiteTensor* output,
    const TfLiteFusedActivation& activation, int32_t* multiplier, int* shift,
    int32_t* output_activation_min, int32_t* output_activation_max,
    int32_t* per_channel_multiplier, int32_t* per_channel_shift,
    int num_channels);

// input scale * filter scale / output scale. With a bias, its scale has to be
// the product of the input's and the filter's.
TfLiteStatus GetQuantizedConvolutionMultipler(TfLiteContext* context,
                                              const TfLiteTensor* input,
                                              const TfLiteTensor* filter,
                                              const TfLiteTensor* bias,
                                              TfLiteTensor* output,
                                              double* multiplier);
TfLiteStatus GetQuantizedConvolutionMultipler(TfLiteContext* context,
                                              const TfLiteTensor* input,
                                              const TfLiteTensor* filter,
                                              TfLiteTensor* output,
                                              double* multiplier);

// The stored integers a fused activation clamps a quantized output to.
TfLiteStatus CalculateActivationRangeQuantized(TfLiteContext* context,
                                               TfLiteFusedActivation activation,
                                               TfLiteTensor* output,
                                               int32_t* act_min,
                                               int32_t* act_max);

// The numbers it clamps to; all of T for activations that are no interval.
template <typename T>
void CalculateActivationRange(TfLiteFusedActivation activation,
                              T* activation_min, T* activation_max) {
  *activation_min = std::numeric_limits<T>::lowest();
  *activation_max = std::numeric_limits<T>::max();
  if (activation == kTfLiteActRelu || activation == kTfLiteActRelu6) {
    *activation_min = 0;
  }
  if (activation == kTfLiteActRelu6) *activation_max = 6;
  if (activation == kTfLiteActReluN1To1) {
    *activation_min = -1;
    *activation_max = 1;
  }
}

bool IsMobilePlatform();

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_KERNEL_UTIL_H_
