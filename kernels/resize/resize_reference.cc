#include <cmath>
#include <cstring>

#include "kernels/resize/resize.h"

namespace tflite::kernels {
namespace {

// The four pixels around one output pixel's source, channel 0.
template <typename T>
struct Corners {
  Corners(const Resize& op, const T* image, const ResizeTap& y,
          const ResizeTap& x) {
    const auto at = [&](int32_t row, int32_t column) {
      return image + (int64_t{row} * op.in_width + column) * op.channels;
    };
    top_left = at(y.lower, x.lower);
    top_right = at(y.lower, x.upper);
    bottom_left = at(y.upper, x.lower);
    bottom_right = at(y.upper, x.upper);
  }
  const T *top_left, *top_right, *bottom_left, *bottom_right;
};

template <typename T>
T MixFloat(const Corners<T>& in, const ResizeTap& y, const ResizeTap& x,
           int32_t c) {
  const float mixed = in.top_left[c] * ((1 - y.weight) * (1 - x.weight)) +
                      in.top_right[c] * ((1 - y.weight) * x.weight) +
                      in.bottom_left[c] * (y.weight * (1 - x.weight)) +
                      in.bottom_right[c] * (y.weight * x.weight);
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(std::floor(mixed + 0.5f));
  }
  return static_cast<T>(mixed);
}

template <typename T>
T MixFixed(const Corners<T>& in, const ResizeTap& y, const ResizeTap& x,
           int32_t c) {
  constexpr int64_t kOne = 1 << 10;
  constexpr int64_t kUnit = kOne * kOne;
  const int64_t bottom = y.fixed_upper, top = kOne - bottom;
  const int64_t right = x.fixed_upper, left = kOne - right;
  const int64_t mixed =
      in.top_left[c] * top * left + in.top_right[c] * top * right +
      in.bottom_left[c] * bottom * left + in.bottom_right[c] * bottom * right;
  return static_cast<T>((mixed + (mixed > 0 ? kUnit / 2 : -kUnit / 2)) / kUnit);
}

template <typename T, typename Mix>
void Bilinear(const Resize& op, EvalContext& context, const Mix& mix) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t image = int64_t{op.in_height} * op.in_width * op.channels;
  for (int32_t b = 0; b < op.batch; ++b) {
    for (const ResizeTap& y : op.rows) {
      for (const ResizeTap& x : op.columns) {
        const Corners<T> corners(op, in + b * image, y, x);
        for (int32_t c = 0; c < op.channels; ++c)
          *out++ = mix(corners, y, x, c);
      }
    }
  }
}

}  // namespace

Status EvalResizeBilinearReference(const Resize& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      Bilinear<float>(op, context, MixFloat<float>);
      return OkStatus();
    case kTfLiteUInt8:
      Bilinear<uint8_t>(op, context, MixFloat<uint8_t>);
      return OkStatus();
    case kTfLiteInt8:
      Bilinear<int8_t>(op, context, MixFixed<int8_t>);
      return OkStatus();
    case kTfLiteInt16:
      Bilinear<int16_t>(op, context, MixFixed<int16_t>);
      return OkStatus();
    default:
      return Internal("resize bound to ", TfLiteTypeGetName(op.type));
  }
}

Status EvalResizeNearestNeighborReference(const Resize& op,
                                          EvalContext& context) {
  const char* in = context.in<char>(0);
  char* out = context.out<char>(0);
  const int64_t pixel = int64_t{op.channels} * op.element_bytes;
  const int64_t row = pixel * op.in_width;
  for (int32_t b = 0; b < op.batch; ++b) {
    for (const int32_t y : op.nearest_rows) {
      for (const int32_t x : op.nearest_columns) {
        std::memcpy(out, in + y * row + x * pixel, pixel);
        out += pixel;
      }
    }
    in += op.in_height * row;
  }
  return OkStatus();
}

}  // namespace tflite::kernels
