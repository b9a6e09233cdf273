#include "tensorflow_lite_lite/kernel_util/internal/reshape_utils.h"

#include <cstdint>
#include <limits>

#include "tensorflow_lite_lite/base/checked.h"

namespace tflite {
namespace reshape_internal {
namespace {

// The number of elements of a shape counting only dimensions that are not 0,
// and whether any dimension is 0.
struct Elements {
  int64_t nonzero = 1;
  bool empty = false;

  int64_t count() const { return empty ? 0 : nonzero; }
  bool Add(int32_t extent) {
    if (extent == 0) empty = true;
    return extent == 0 || base::CheckedMul<int64_t>(nonzero, extent, &nonzero);
  }
};

}  // namespace

TfLiteStatus ResolveOutputShape(TfLiteContext* context,
                                const RuntimeShape& input_shape,
                                TfLiteIntArray& output_shape) {
  Elements in, out;
  for (int i = 0; i < input_shape.DimensionsCount(); ++i) {
    TF_LITE_ENSURE(context, input_shape.Dims(i) >= 0);
    TF_LITE_ENSURE_MSG(context, in.Add(input_shape.Dims(i)),
                       "the input has too many elements");
  }
  int open = -1;
  for (int i = 0; i < output_shape.size; ++i) {
    const int extent = output_shape.data[i];
    if (extent == -1) {
      TF_LITE_ENSURE_MSG(context, open == -1,
                         "two dimensions of the shape are -1");
      open = i;
      continue;
    }
    TF_LITE_ENSURE_MSG(context, extent >= 0,
                       "a dimension of the shape is negative");
    TF_LITE_ENSURE_MSG(context, out.Add(extent),
                       "the shape has too many elements");
  }
  if (open == -1) {
    TF_LITE_ENSURE_EQ(context, in.count(), out.count());
    return kTfLiteOk;
  }
  TF_LITE_ENSURE(context, in.empty || !out.empty);
  int64_t extent = 0;
  const bool divides = in.nonzero % out.nonzero == 0;
  if (!in.empty) {
    TF_LITE_ENSURE_MSG(
        context, divides,
        "the number of input elements is not divisible by the shape's");
    extent = in.nonzero / out.nonzero;
  } else if (out.empty && divides) {
    // Any value would fit.
    extent = in.nonzero / out.nonzero;
  }
  TF_LITE_ENSURE_MSG(context, extent <= std::numeric_limits<int>::max(),
                     "a dimension of the shape is too large");
  output_shape.data[open] = static_cast<int>(extent);
  return kTfLiteOk;
}

}  // namespace reshape_internal
}  // namespace tflite
