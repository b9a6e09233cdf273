#ifndef TENSORFLOW_LITE_LITE_BASE_TENSOR_VIEW_H_
#define TENSORFLOW_LITE_LITE_BASE_TENSOR_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/shape.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// A non-owning view of one tensor for the duration of a call. Cheap to copy. A
// default-constructed view represents an absent optional tensor; only present()
// may be called on it.
class TensorView {
 public:
  TensorView() = default;
  explicit TensorView(TfLiteTensor* tensor) : t_(tensor) {}

  bool present() const { return t_ != nullptr; }
  explicit operator bool() const { return present(); }

  TfLiteType type() const { return t_->type; }
  int rank() const { return t_->dims == nullptr ? 0 : t_->dims->size; }
  // Negative axes count from the back.
  int32_t dim(int i) const { return t_->dims->data[i < 0 ? i + rank() : i]; }
  Shape shape() const { return Shape(t_->dims); }
  int64_t num_elements() const {
    int64_t n = 1;
    for (int i = 0; i < rank(); ++i) n *= t_->dims->data[i];
    return n;
  }
  size_t bytes() const { return t_->bytes; }
  const char* name() const { return t_->name == nullptr ? "" : t_->name; }

  // The data of a constant can be read during binding.
  bool is_constant() const {
    return t_->allocation_type == kTfLiteMmapRo ||
           t_->allocation_type == kTfLitePersistentRo;
  }
  bool is_variable() const { return t_->is_variable; }
  // True if the shape is known only after the producing node has run.
  bool is_dynamic() const { return t_->allocation_type == kTfLiteDynamic; }

  // Null before memory is planned, and for tensors without elements. Constants
  // point into the model file and may be unaligned for T; the supported
  // processors handle unaligned loads.
  template <typename T>
  const T* data() const {
    return static_cast<const T*>(t_->data.data);
  }
  template <typename T>
  T* mutable_data() const {
    return static_cast<T*>(t_->data.data);
  }
  // The elements of a tensor whose T is stored unpacked.
  template <typename T>
  absl::Span<const T> span() const {
    return {data<T>(), t_->data.data == nullptr ? 0 : bytes() / sizeof(T)};
  }

  // Affine quantization, real = scale * (stored - zero_point).
  bool is_quantized() const { return !scales().empty(); }
  float scale() const { return t_->params.scale; }
  int32_t zero_point() const { return t_->params.zero_point; }
  // One entry per tensor or one per slice of quantized_dimension(); empty if
  // the tensor is not quantized that way.
  absl::Span<const float> scales() const;
  absl::Span<const int32_t> zero_points() const;
  int quantized_dimension() const;
  bool is_per_channel() const { return scales().size() > 1; }

  // "FLOAT32[1,224,224,3] 'input'", for error messages.
  std::string ToString() const;

  TfLiteTensor* raw() const { return t_; }

 private:
  TfLiteTensor* t_ = nullptr;
};

// Bits of one element in memory: 4 for INT4, 2 for INT2; 0 for types without a
// fixed size.
int ElementBits(TfLiteType type);

// Bytes of `elements` packed elements; an error on overflow or if the type has
// no fixed size.
StatusOr<size_t> BytesFor(TfLiteType type, int64_t elements);

// The integers of a constant INT32 or INT64 tensor, e.g. a shape or axes.
StatusOr<absl::InlinedVector<int64_t, 8>> ReadIntegers(
    const TensorView& tensor);

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_TENSOR_VIEW_H_
