#ifndef TENSORFLOW_LITE_LITE_BASE_SHAPE_H_
#define TENSORFLOW_LITE_LITE_BASE_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "absl/container/inlined_vector.h"
#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/c/common.h"

namespace tflite::base {

// The dimensions of a dense row-major tensor, outermost first. Rank 0 is a
// scalar with one element. Dimensions of a validated Shape are never negative.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<int32_t> dims) : dims_(dims) {}
  template <typename It>
  Shape(It begin, It end) : dims_(begin, end) {}
  // Null counts as rank 0.
  explicit Shape(const TfLiteIntArray* dims) {
    if (dims != nullptr) dims_.assign(dims->data, dims->data + dims->size);
  }
  static Shape Filled(int rank, int32_t extent) {
    Shape s;
    s.dims_.assign(rank, extent);
    return s;
  }

  int rank() const { return static_cast<int>(dims_.size()); }
  int32_t operator[](int i) const { return dims_[i]; }
  int32_t& operator[](int i) { return dims_[i]; }
  // Negative axes count from the back: dim(-1) is the innermost dimension.
  int32_t dim(int i) const { return dims_[i < 0 ? i + rank() : i]; }
  const int32_t* data() const { return dims_.data(); }
  const int32_t* begin() const { return dims_.data(); }
  const int32_t* end() const { return dims_.data() + dims_.size(); }
  void push_back(int32_t extent) { dims_.push_back(extent); }
  void insert(int at, int32_t extent) {
    dims_.insert(dims_.begin() + at, extent);
  }
  void erase(int at) { dims_.erase(dims_.begin() + at); }
  void resize(int rank, int32_t extent = 1) { dims_.resize(rank, extent); }

  // Product of all dimensions. Only for shapes of existing tensors, whose
  // product the core has already checked.
  int64_t num_elements() const { return Product(0, rank()); }
  // Product of dimensions [from, to).
  int64_t Product(int from, int to) const {
    int64_t n = 1;
    for (int i = from; i < to; ++i) n *= dims_[i];
    return n;
  }
  // Product of all dimensions of a shape computed from model data: an error if
  // a dimension is negative or the product overflows int64.
  StatusOr<int64_t> CheckedNumElements() const;

  // "[1,224,224,3]".
  std::string ToString() const;

  friend bool operator==(const Shape& a, const Shape& b) {
    return a.dims_ == b.dims_;
  }
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  absl::InlinedVector<int32_t, 6> dims_;
};

// Owned by the caller; free with TfLiteIntArrayFree.
TfLiteIntArray* ToIntArray(const Shape& shape);

// Converts an axis in [-rank, rank) to its non-negative form.
StatusOr<int> NormalizeAxis(int64_t axis, int rank);

// NumPy broadcasting: the common shape of both operands, aligned at the
// innermost dimension.
StatusOr<Shape> BroadcastShapes(const Shape& a, const Shape& b);

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_SHAPE_H_
