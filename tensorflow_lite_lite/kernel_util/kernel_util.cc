#include "tensorflow_lite_lite/kernel_util/kernel_util.h"

#include <algorithm>
#include <climits>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/base/tensor_view.h"

namespace tflite {
namespace {

TfLiteTensor* TensorAt(const TfLiteContext* context,
                       const TfLiteIntArray* indices, int position) {
  if (indices == nullptr || position < 0 || position >= indices->size) {
    return nullptr;
  }
  const int index = indices->data[position];
  if (index < 0) return nullptr;
  if (context->tensors != nullptr) return &context->tensors[index];
  return context->GetTensor == nullptr ? nullptr
                                       : context->GetTensor(context, index);
}

TfLiteStatus Required(const TfLiteContext* context, TfLiteTensor* found,
                      const char* what, int position) {
  if (found != nullptr) return kTfLiteOk;
  // Reporting does not modify the context, but the C signature is not const.
  auto* reporting = const_cast<TfLiteContext*>(context);
  TF_LITE_KERNEL_LOG(reporting, "The node has no %s %d.", what, position);
  return kTfLiteError;
}

TfLiteStatus Give(const base::StatusOr<base::Shape>& shape,
                  TfLiteIntArray** output_shape) {
  if (!shape.ok()) return kTfLiteError;
  *output_shape = base::ToIntArray(*shape);
  return *output_shape == nullptr ? kTfLiteError : kTfLiteOk;
}

base::StatusOr<base::Shape> Broadcast(const TfLiteTensor* input1,
                                      const TfLiteTensor* input2) {
  return base::BroadcastShapes(base::Shape(input1->dims),
                               base::Shape(input2->dims));
}

}  // namespace

const TfLiteTensor* GetInput(const TfLiteContext* context,
                             const TfLiteNode* node, int index) {
  return TensorAt(context, node->inputs, index);
}

TfLiteStatus GetInputSafe(const TfLiteContext* context, const TfLiteNode* node,
                          int index, const TfLiteTensor** tensor) {
  TfLiteTensor* found = TensorAt(context, node->inputs, index);
  TF_LITE_ENSURE_STATUS(Required(context, found, "input", index));
  *tensor = found;
  return kTfLiteOk;
}

TfLiteTensor* GetVariableInput(TfLiteContext* context, const TfLiteNode* node,
                               int index) {
  TfLiteTensor* found = TensorAt(context, node->inputs, index);
  return found != nullptr && found->is_variable ? found : nullptr;
}

TfLiteTensor* GetOutput(TfLiteContext* context, const TfLiteNode* node,
                        int index) {
  return TensorAt(context, node->outputs, index);
}

TfLiteStatus GetOutputSafe(const TfLiteContext* context, const TfLiteNode* node,
                           int index, TfLiteTensor** tensor) {
  TfLiteTensor* found = TensorAt(context, node->outputs, index);
  TF_LITE_ENSURE_STATUS(Required(context, found, "output", index));
  *tensor = found;
  return kTfLiteOk;
}

const TfLiteTensor* GetOptionalInputTensor(const TfLiteContext* context,
                                           const TfLiteNode* node, int index) {
  return GetInput(context, node, index);
}

TfLiteTensor* GetTemporary(TfLiteContext* context, const TfLiteNode* node,
                           int index) {
  return TensorAt(context, node->temporaries, index);
}

TfLiteStatus GetTemporarySafe(const TfLiteContext* context,
                              const TfLiteNode* node, int index,
                              TfLiteTensor** tensor) {
  TfLiteTensor* found = TensorAt(context, node->temporaries, index);
  TF_LITE_ENSURE_STATUS(Required(context, found, "temporary", index));
  *tensor = found;
  return kTfLiteOk;
}

const TfLiteTensor* GetIntermediates(TfLiteContext* context,
                                     const TfLiteNode* node, int index) {
  return TensorAt(context, node->intermediates, index);
}

TfLiteStatus GetIntermediatesSafe(const TfLiteContext* context,
                                  const TfLiteNode* node, int index,
                                  TfLiteTensor** tensor) {
  TfLiteTensor* found = TensorAt(context, node->intermediates, index);
  TF_LITE_ENSURE_STATUS(Required(context, found, "intermediate", index));
  *tensor = found;
  return kTfLiteOk;
}

TfLiteStatus CheckedShapeProduct(TfLiteContext* context,
                                 std::initializer_list<int> dims,
                                 const char* name, size_t& product) {
  return CheckedShapeProduct(context, dims.begin(),
                             static_cast<int>(dims.size()), name, product);
}

TfLiteStatus CheckedShapeProduct(TfLiteContext* context, const int* dims,
                                 int num_dims, const char* name,
                                 size_t& product) {
  size_t count = 1;
  bool fits = true;
  bool empty = false;
  for (int i = 0; i < num_dims; ++i) {
    if (dims[i] < 0) {
      TF_LITE_KERNEL_LOG(context, "%s: extent %d is %d.", name, i, dims[i]);
      return kTfLiteError;
    }
    empty = empty || dims[i] == 0;
    fits =
        base::CheckedMul(count, static_cast<size_t>(dims[i]), &count) && fits;
  }
  if (!fits && !empty) {
    TF_LITE_KERNEL_LOG(context, "%s: the product of the extents overflows.",
                       name);
    return kTfLiteError;
  }
  product = empty ? 0 : count;
  return kTfLiteOk;
}

TfLiteStatus CheckedShapeProductToInt(TfLiteContext* context,
                                      std::initializer_list<int> dims,
                                      const char* name, int& product) {
  size_t count = 0;
  TF_LITE_ENSURE_STATUS(CheckedShapeProduct(context, dims, name, count));
  if (count > static_cast<size_t>(INT_MAX)) {
    TF_LITE_KERNEL_LOG(context, "%s: %zu elements do not fit an int.", name,
                       count);
    return kTfLiteError;
  }
  product = static_cast<int>(count);
  return kTfLiteOk;
}

bool HaveSameShapes(const TfLiteTensor* input1, const TfLiteTensor* input2) {
  return TfLiteIntArrayEqual(input1->dims, input2->dims) != 0;
}

bool HasUnspecifiedDimension(const TfLiteTensor* tensor) {
  const TfLiteIntArray* signature = tensor->dims_signature;
  return signature != nullptr &&
         std::find(signature->data, signature->data + signature->size, -1) !=
             signature->data + signature->size;
}

TfLiteStatus GetOutputShapeFromInput(TfLiteContext* context,
                                     const TfLiteTensor* input,
                                     TfLiteIntArray** output_shape) {
  if (NumDimensions(input) != 1) {
    TF_LITE_KERNEL_LOG(context, "A shape has one dimension, not %d.",
                       NumDimensions(input));
    return kTfLiteError;
  }
  TF_LITE_ENSURE_TYPES_EQ(context, input->type, kTfLiteInt32);
  const int rank = SizeOfDimension(input, 0);
  TF_LITE_ENSURE(context, rank == 0 || input->data.i32 != nullptr);
  TfLiteIntArray* shape = TfLiteIntArrayCreate(rank);
  TF_LITE_ENSURE(context, shape != nullptr);
  std::copy_n(input->data.i32, rank, shape->data);
  *output_shape = shape;
  return kTfLiteOk;
}

TfLiteStatus CalculateShapeForBroadcast(TfLiteContext* context,
                                        const TfLiteTensor* input1,
                                        const TfLiteTensor* input2,
                                        TfLiteIntArray** output_shape) {
  const base::StatusOr<base::Shape> shape = Broadcast(input1, input2);
  if (Give(shape, output_shape) == kTfLiteOk) return kTfLiteOk;
  // Programs search for this text.
  TF_LITE_KERNEL_LOG(context, "Given shapes, %s and %s, are not broadcastable.",
                     GetShapeDebugString(input1->dims).c_str(),
                     GetShapeDebugString(input2->dims).c_str());
  return kTfLiteError;
}

TfLiteStatus CalculateShapeForBroadcast(TfLiteContext* context,
                                        const TfLiteTensor* input1,
                                        const TfLiteTensor* input2,
                                        const TfLiteTensor* input3,
                                        TfLiteIntArray** output_shape) {
  base::StatusOr<base::Shape> shape = Broadcast(input1, input2);
  if (shape.ok())
    shape = base::BroadcastShapes(*shape, base::Shape(input3->dims));
  if (Give(shape, output_shape) == kTfLiteOk) return kTfLiteOk;
  TF_LITE_KERNEL_LOG(context,
                     "Given shapes, %s, %s and %s, are not broadcastable.",
                     GetShapeDebugString(input1->dims).c_str(),
                     GetShapeDebugString(input2->dims).c_str(),
                     GetShapeDebugString(input3->dims).c_str());
  return kTfLiteError;
}

std::string GetShapeDebugString(const TfLiteIntArray* shape) {
  return base::Shape(shape).ToString();
}

std::string GetTensorDebugString(const TfLiteTensor* tensor) {
  return std::string("{\n  type: ") + TfLiteTypeGetName(tensor->type) +
         "\n  data: {...}\n  dims: " + GetShapeDebugString(tensor->dims) +
         "\n}";
}

void SetTensorToDynamic(TfLiteTensor* tensor) {
  if (tensor->allocation_type == kTfLiteDynamic) return;
  TfLiteTensorDataFree(tensor);
  tensor->allocation_type = kTfLiteDynamic;
}

void SetTensorToPersistentRo(TfLiteTensor* tensor) {
  if (tensor->allocation_type == kTfLitePersistentRo) return;
  TfLiteTensorDataFree(tensor);
  tensor->allocation_type = kTfLitePersistentRo;
}

int TfLiteTypeGetSize(TfLiteType type) {
  return base::ElementBits(type) / CHAR_BIT;
}

int TfLiteTypeGetSizeBits(TfLiteType type) { return base::ElementBits(type); }

bool IsMobilePlatform() {
#if defined(__ANDROID__)
  return true;
#elif defined(__APPLE__) && defined(TARGET_OS_IPHONE) && TARGET_OS_IPHONE
  return true;
#else
  return false;
#endif
}

}  // namespace tflite
