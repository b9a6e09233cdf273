#include "tensorflow_lite_lite/base/shape.h"

#include <algorithm>

#include "tensorflow_lite_lite/base/checked.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::base {

StatusOr<int64_t> Shape::CheckedNumElements() const {
  int64_t n = 1;
  bool zero = false;
  for (int32_t extent : dims_) {
    if (extent < 0)
      return Invalid("shape ", ToString(), " has a negative extent");
    if (extent == 0) {
      zero = true;
    } else if (!CheckedMul<int64_t>(n, extent, &n)) {
      return Invalid("shape ", ToString(), " has too many elements");
    }
  }
  return zero ? 0 : n;
}

std::string Shape::ToString() const {
  return StrCat("[", StrJoin(dims_, ","), "]");
}

TfLiteIntArray* ToIntArray(const Shape& shape) {
  TfLiteIntArray* array = TfLiteIntArrayCreate(shape.rank());
  if (array != nullptr) std::copy(shape.begin(), shape.end(), array->data);
  return array;
}

StatusOr<int> NormalizeAxis(int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) {
    return Invalid("axis ", axis, " is outside of rank ", rank);
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

StatusOr<Shape> BroadcastShapes(const Shape& a, const Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  Shape out = Shape::Filled(rank, 1);
  for (int i = 1; i <= rank; ++i) {
    const int32_t x = i <= a.rank() ? a.dim(-i) : 1;
    const int32_t y = i <= b.rank() ? b.dim(-i) : 1;
    if (x != y && x != 1 && y != 1) {
      return Invalid("Given shapes, ", a.ToString(), " and ", b.ToString(),
                     ", are not broadcastable.");
    }
    out[rank - i] = x == 1 ? y : x;
  }
  return out;
}

}  // namespace tflite::base
