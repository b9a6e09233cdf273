// Helpers for operators in TfLiteRegistration form to access their node:
// tensors, shapes, quantization. Returned pointers belong to the context.
#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_KERNEL_UTIL_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_KERNEL_UTIL_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/common.h"
// Operators written from the guides expect GetTensorData in this header.
#include "tensorflow_lite_lite/kernel_util/internal/tensor_ctypes.h"  // IWYU pragma: export

namespace tflite {

// --- Tensors of a node ---
// Null if `index` is out of range or the tensor is omitted. The Safe forms
// report that to `context` and return kTfLiteError, leaving *tensor unchanged.
const TfLiteTensor* GetInput(const TfLiteContext* context,
                             const TfLiteNode* node, int index);
TfLiteStatus GetInputSafe(const TfLiteContext* context, const TfLiteNode* node,
                          int index, const TfLiteTensor** tensor);
// Null also if the input is not a variable.
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

// Products of dimensions; a tensor of rank 0 has one element.
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

// The product of dimensions; kTfLiteError, reported with `name`, for a negative
// dimension or on overflow.
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

// True if the model leaves a dimension of the tensor unspecified.
bool HasUnspecifiedDimension(const TfLiteTensor* tensor);

// The shape given by the elements of a one-dimensional INT32 tensor.
// *output_shape is new and owned by the caller.
TfLiteStatus GetOutputShapeFromInput(TfLiteContext* context,
                                     const TfLiteTensor* input,
                                     TfLiteIntArray** output_shape);

// The broadcast shape of the operands, aligned at the last dimension; an error
// if there is none. *output_shape is new and owned by the caller.
TfLiteStatus CalculateShapeForBroadcast(TfLiteContext* context,
                                        const TfLiteTensor* input1,
                                        const TfLiteTensor* input2,
                                        TfLiteIntArray** output_shape);
TfLiteStatus CalculateShapeForBroadcast(TfLiteContext* context,
                                        const TfLiteTensor* input1,
                                        const TfLiteTensor* input2,
                                        const TfLiteTensor* input3,
                                        TfLiteIntArray** output_shape);

// "[1,2,3]"; for tensors several lines with type and shape.
std::string GetShapeDebugString(const TfLiteIntArray* shape);
std::string GetTensorDebugString(const TfLiteTensor* tensor);

// --- Memory ---
inline bool IsConstantTensor(const TfLiteTensor* tensor) {
  return tensor->allocation_type == kTfLiteMmapRo;
}
// The value is known during Prepare.
inline bool IsConstantOrPersistentTensor(const TfLiteTensor* tensor) {
  return IsConstantTensor(tensor) ||
         tensor->allocation_type == kTfLitePersistentRo;
}
inline bool IsDynamicTensor(const TfLiteTensor* tensor) {
  return tensor->allocation_type == kTfLiteDynamic;
}
// The size is set during invoke, by ResizeTensor.
void SetTensorToDynamic(TfLiteTensor* tensor);
// The value is computed in Prepare and kept.
void SetTensorToPersistentRo(TfLiteTensor* tensor);

// Size of one element: 0 for types without a fixed size; the size in bytes is
// also 0 for types below 8 bits.
int TfLiteTypeGetSize(TfLiteType type);
int TfLiteTypeGetSizeBits(TfLiteType type);

// --- Quantization and activations ---
// 8-bit weights with floating-point inputs.
inline bool IsHybridOp(const TfLiteTensor* input, const TfLiteTensor* weight) {
  return input->type == kTfLiteFloat32 &&
         (weight->type == kTfLiteInt8 || weight->type == kTfLiteUInt8);
}

// The factors by which a quantized convolution multiplies its sums, factor *
// 2^(shift - 31): one per channel of `filter`, and for UINT8 a single one whose
// `shift` counts right shifts; and the output's range. The default number is
// the size of the quantized dimension.
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

// input scale * filter scale / output scale. If there is a bias, its scale must
// be the product of the input's and the filter's scale.
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

// The stored integers to which a fused activation clamps a quantized output.
TfLiteStatus CalculateActivationRangeQuantized(TfLiteContext* context,
                                               TfLiteFusedActivation activation,
                                               TfLiteTensor* output,
                                               int32_t* act_min,
                                               int32_t* act_max);

// The values to which it clamps; the whole range of T for activations that do
// not clamp.
template <typename T>
void CalculateActivationRange(TfLiteFusedActivation activation,
                              T* activation_min, T* activation_max) {
  const bool to_6 = activation == kTfLiteActRelu6;
  const bool to_1 = activation == kTfLiteActReluN1To1;
  *activation_min = std::numeric_limits<T>::lowest();
  if (activation == kTfLiteActRelu || to_6) *activation_min = 0;
  if (to_1) *activation_min = -1;
  *activation_max = std::numeric_limits<T>::max();
  if (to_6 || to_1) *activation_max = to_6 ? 6 : 1;
}

bool IsMobilePlatform();

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_KERNEL_UTIL_H_
