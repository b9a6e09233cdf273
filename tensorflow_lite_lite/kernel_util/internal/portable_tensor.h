#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/kernel_util/internal/tensor_ctypes.h"

namespace tflite {

// The data and shapes of a list of tensors as arrays of pointers, for operators
// with a variable number of inputs. The pointers are valid as long as this
// object and the tensors' memory.
template <typename T>
class VectorOfTensors {
 public:
  VectorOfTensors(const TfLiteContext& context,
                  const TfLiteIntArray& tensor_list) {
    const int count = tensor_list.size;
    data_.reserve(count);
    shapes_.reserve(count);
    for (int i = 0; i < count; ++i) {
      TfLiteTensor* tensor = &context.tensors[tensor_list.data[i]];
      data_.push_back(GetTensorData<T>(tensor));
      shapes_.push_back(GetTensorShape(tensor));
    }
    shape_pointers_.reserve(count);
    for (const RuntimeShape& shape : shapes_) shape_pointers_.push_back(&shape);
  }
  VectorOfTensors(const VectorOfTensors&) = delete;
  VectorOfTensors& operator=(const VectorOfTensors&) = delete;

  T* const* data() const { return data_.data(); }
  const RuntimeShape* const* shapes() const { return shape_pointers_.data(); }
  size_t size() const { return data_.size(); }

 private:
  std::vector<T*> data_;
  std::vector<RuntimeShape> shapes_;
  std::vector<const RuntimeShape*> shape_pointers_;
};

// The same for quantized tensors, with their parameters.
class VectorOfQuantizedTensors : public VectorOfTensors<uint8_t> {
 public:
  VectorOfQuantizedTensors(const TfLiteContext& context,
                           const TfLiteIntArray& tensor_list)
      : VectorOfTensors<uint8_t>(context, tensor_list) {
    for (int i = 0; i < tensor_list.size; ++i) {
      const auto& params = context.tensors[tensor_list.data[i]].params;
      scale_.push_back(params.scale);
      zero_point_.push_back(params.zero_point);
    }
  }

  const float* scale() const { return scale_.data(); }
  const int32_t* zero_point() const { return zero_point_.data(); }

 private:
  std::vector<float> scale_;
  std::vector<int32_t> zero_point_;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_PORTABLE_TENSOR_H_
