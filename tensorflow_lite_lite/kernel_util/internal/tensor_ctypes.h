#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_CTYPES_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_CTYPES_H_

#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/runtime_shape.h"

namespace tflite {

// The elements of a tensor; null for a null tensor or one without memory. T is
// not checked against the tensor's type.
template <typename T>
inline T* GetTensorData(TfLiteTensor* tensor) {
  return tensor == nullptr ? nullptr : static_cast<T*>(tensor->data.data);
}
template <typename T>
inline const T* GetTensorData(const TfLiteTensor* tensor) {
  return tensor == nullptr ? nullptr : static_cast<const T*>(tensor->data.data);
}

// A null tensor has rank 0.
inline RuntimeShape GetTensorShape(const TfLiteTensor* tensor) {
  if (tensor == nullptr || tensor->dims == nullptr) return RuntimeShape();
  return RuntimeShape(tensor->dims->size, tensor->dims->data);
}
inline RuntimeShape GetTensorShape(std::vector<int32_t> data) {
  return RuntimeShape(static_cast<int>(data.size()), data.data());
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_TENSOR_CTYPES_H_
