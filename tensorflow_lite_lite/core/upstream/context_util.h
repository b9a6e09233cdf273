#ifndef TENSORFLOW_LITE_LITE_CORE_UPSTREAM_CONTEXT_UTIL_H_
#define TENSORFLOW_LITE_LITE_CORE_UPSTREAM_CONTEXT_UTIL_H_

#include <cstddef>

#include "tensorflow_lite_lite/c/common.h"

namespace tflite {

// A TfLiteIntArray as a range. Does not own the array; null counts as empty.
class TfLiteIntArrayView {
 public:
  using const_iterator = const int*;

  explicit TfLiteIntArrayView(const TfLiteIntArray* int_array)
      : int_array_(int_array) {}
  TfLiteIntArrayView(const TfLiteIntArrayView&) = default;
  TfLiteIntArrayView& operator=(const TfLiteIntArrayView&) = default;

  const_iterator begin() const {
    return int_array_ == nullptr ? nullptr : int_array_->data;
  }
  const_iterator end() const { return begin() + size(); }
  size_t size() const { return int_array_ == nullptr ? 0 : int_array_->size; }
  int operator[](size_t pos) const { return int_array_->data[pos]; }

 private:
  const TfLiteIntArray* int_array_;
};

}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_UPSTREAM_CONTEXT_UTIL_H_
