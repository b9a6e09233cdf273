#ifndef TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RUNTIME_SHAPE_H_
#define TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RUNTIME_SHAPE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "absl/container/inlined_vector.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite {

// Sizes and strides of N dimensions, innermost first.
template <int N>
struct Dims {
  int sizes[N];
  int strides[N];
};

// The dimensions of a row-major tensor, outermost first; rank 0 has one
// element. A copy, independent of the tensor it was made from.
class RuntimeShape {
 public:
  // Up to this many dimensions are stored without an allocation.
  static constexpr int kMaxSmallSize = 6;

  RuntimeShape() = default;
  explicit RuntimeShape(int dimensions_count) : dims_(dimensions_count) {}
  RuntimeShape(int shape_size, int32_t value) : dims_(shape_size, value) {}
  RuntimeShape(int dimensions_count, const int32_t* dims_data) {
    ReplaceWith(dimensions_count, dims_data);
  }
  RuntimeShape(
      const std::initializer_list<int> init_list)  // NOLINT: as a value
      : dims_(init_list.begin(), init_list.end()) {}

  // `shape` with dimensions of 1 prepended.
  static RuntimeShape ExtendedShape(int new_shape_size,
                                    const RuntimeShape& shape) {
    RuntimeShape extended(new_shape_size, 1);
    const int added = new_shape_size - shape.DimensionsCount();
    for (int i = 0; i < shape.DimensionsCount(); ++i) {
      if (added + i >= 0) extended.SetDim(added + i, shape.Dims(i));
    }
    return extended;
  }

  int32_t DimensionsCount() const { return static_cast<int32_t>(dims_.size()); }
  int32_t Dims(int i) const { return dims_[i]; }
  void SetDim(int i, int32_t value) { dims_[i] = value; }
  int32_t* DimsData() { return dims_.data(); }
  const int32_t* DimsData() const { return dims_.data(); }
  const int32_t* DimsDataUpTo5D() const { return dims_.data(); }

  // New dimensions are undefined until set.
  void Resize(int dimensions_count) { dims_.resize(dimensions_count); }
  void ReplaceWith(int dimensions_count, const int32_t* dims_data) {
    dims_.assign(dims_data, dims_data + dimensions_count);
  }
  template <typename T>
  void BuildFrom(const T& src_iterable) {
    dims_.assign(src_iterable.begin(), src_iterable.end());
  }
  void BuildFrom(const std::initializer_list<int> init_list) {
    dims_.assign(init_list.begin(), init_list.end());
  }

  // The number of elements, unchecked.
  int FlatSize() const {
    int count = 1;
    for (const int32_t extent : dims_) count *= extent;
    return count;
  }
  bool HasZeroDimension() const {
    for (const int32_t extent : dims_) {
      if (extent == 0) return true;
    }
    return false;
  }

  // Products of dimensions; return false, without writing, for an invalid
  // range, a negative dimension or an overflow.
  template <typename Count>
  bool CheckedNumElementsInRange(int begin, int end, Count& count) const {
    if (begin < 0 || end < begin || end > DimensionsCount()) return false;
    Count product = 1;
    bool fits = true;
    bool empty = false;
    for (int i = begin; i < end; ++i) {
      if (dims_[i] < 0) return false;
      empty = empty || dims_[i] == 0;
      fits =
          base::CheckedMul(product, static_cast<Count>(dims_[i]), &product) &&
          fits;
    }
    if (!fits && !empty) return false;
    count = empty ? 0 : product;
    return true;
  }
  bool CheckedFlatSize(size_t& count) const {
    return CheckedNumElementsInRange(0, DimensionsCount(), count);
  }
  // Of the dimensions before `dim`, and of those from it on.
  template <typename Count>
  bool CheckedSizeToDimension(int dim, Count& count) const {
    return CheckedNumElementsInRange(0, dim, count);
  }
  template <typename Count>
  bool CheckedSizeFromDimension(int dim, Count& count) const {
    return CheckedNumElementsInRange(dim, DimensionsCount(), count);
  }
  // Of all dimensions but one.
  bool CheckedFlatSizeSkipDim(int skip_dim, size_t& count) const {
    if (skip_dim < 0 || skip_dim >= DimensionsCount()) return false;
    RuntimeShape rest = *this;
    rest.SetDim(skip_dim, 1);
    return rest.CheckedFlatSize(count);
  }

  friend bool operator==(const RuntimeShape& a, const RuntimeShape& b) {
    return a.dims_ == b.dims_;
  }
  friend bool operator!=(const RuntimeShape& a, const RuntimeShape& b) {
    return !(a == b);
  }

 private:
  absl::InlinedVector<int32_t, kMaxSmallSize> dims_;
};

// Up to four dimensions in reversed order, with their strides.
inline tflite::Dims<4> ToRuntimeDims(const tflite::RuntimeShape& array_shape) {
  tflite::Dims<4> result;
  const int rank = array_shape.DimensionsCount();
  int stride = 1;
  for (int i = 0; i < 4; ++i) {
    const int extent = i < rank ? array_shape.Dims(rank - 1 - i) : 1;
    result.sizes[i] = extent;
    result.strides[i] = stride;
    stride *= extent;
  }
  return result;
}
inline RuntimeShape DimsToShape(const tflite::Dims<4>& dims) {
  return RuntimeShape(
      {dims.sizes[3], dims.sizes[2], dims.sizes[1], dims.sizes[0]});
}

// The memory offset of an element of a shape of rank 4 or 5.
inline int Offset(const RuntimeShape& shape, int i0, int i1, int i2, int i3) {
  const int32_t* d = shape.DimsData();
  return ((i0 * d[1] + i1) * d[2] + i2) * d[3] + i3;
}
inline int Offset(const RuntimeShape& shape, int i0, int i1, int i2, int i3,
                  int i4) {
  const int32_t* d = shape.DimsData();
  return (((i0 * d[1] + i1) * d[2] + i2) * d[3] + i3) * d[4] + i4;
}
inline int Offset(const RuntimeShape& shape, int* index) {
  return Offset(shape, index[0], index[1], index[2], index[3]);
}

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_KERNEL_UTIL_INTERNAL_RUNTIME_SHAPE_H_
