#include <algorithm>
#include <cstring>

#include "kernels/math/vector/vector.h"
#include "kernels/resize/resize.h"

namespace tflite::kernels {
namespace {

// The least number of output elements for a thread.
constexpr int64_t kGrain = 8192;
constexpr int64_t kOne = 1 << 10;

int64_t RowGrain(const Resize& op) {
  return std::max<int64_t>(
      1, kGrain / std::max<int64_t>(1, int64_t{op.out_width} * op.channels));
}

// The elements of one output row: columns innermost but for channels. `mix`
// gets the four elements.
template <typename T, typename Mix>
TFLL_ALWAYS_INLINE void BilinearRow(const Resize& op, const T* top,
                                    const T* bottom, T* out, const Mix& mix) {
  const int32_t channels = op.channels;
  for (const ResizeTap& x : op.columns) {
    const int64_t left = int64_t{x.lower} * channels;
    const int64_t right = int64_t{x.upper} * channels;
    const auto column = mix(x);
    TFLL_VECTOR_LOOP
    for (int32_t c = 0; c < channels; ++c) {
      out[c] = column(top[left + c], top[right + c], bottom[left + c],
                      bottom[right + c]);
    }
    out += channels;
  }
}

template <typename T>
TFLL_ALWAYS_INLINE void FloatRow(const Resize& op, const ResizeTap& y,
                                 const T* top, const T* bottom, T* out) {
  BilinearRow(
      op, top, bottom,
      out, [&](const ResizeTap& x) __attribute__((always_inline)) {
        const float tl = (1 - y.weight) * (1 - x.weight),
                    tr = (1 - y.weight) * x.weight;
        const float bl = y.weight * (1 - x.weight), br = y.weight * x.weight;
        return [=](float a, float b, float c, float d)
            __attribute__((always_inline)) {
          const float mixed = a * tl + b * tr + c * bl + d * br;
          if constexpr (std::is_same_v<T, float>) return mixed;
          // Not negative: truncation rounds.
          return static_cast<T>(static_cast<int32_t>(mixed + 0.5f));
        };
      });
}

// INT8 fits 32-bit sums: 2^20 * 2^7 and the rounding.
template <typename T, typename Sum>
TFLL_ALWAYS_INLINE void FixedRow(const Resize& op, const ResizeTap& y,
                                 const T* top, const T* bottom, T* out) {
  constexpr Sum kUnit = kOne * kOne;
  BilinearRow(
      op, top, bottom,
      out, [&](const ResizeTap& x) __attribute__((always_inline)) {
        const Sum tl = (kOne - y.fixed_upper) * (kOne - x.fixed_upper);
        const Sum tr = (kOne - y.fixed_upper) * x.fixed_upper;
        const Sum bl = y.fixed_upper * (kOne - x.fixed_upper);
        const Sum br = y.fixed_upper * x.fixed_upper;
        return [=](Sum a, Sum b, Sum c, Sum d) __attribute__((always_inline)) {
          const Sum mixed = a * tl + b * tr + c * bl + d * br;
          return static_cast<T>((mixed + (mixed > 0 ? kUnit / 2 : -kUnit / 2)) /
                                kUnit);
        };
      });
}

// Of fewer channels, wide vectors would leave most to the loop after them.
constexpr int32_t kManyChannels = 32;

#define TFLL_BILINEAR(name, T, row)                                   \
  TFLL_VECTOR_CLONES                                                  \
  void name##Wide(const Resize& op, const ResizeTap& y, const T* top, \
                  const T* bottom, T* out) {                          \
    row(op, y, top, bottom, out);                                     \
  }                                                                   \
  void name(const Resize& op, const ResizeTap& y, const T* top,       \
            const T* bottom, T* out) {                                \
    if (op.channels >= kManyChannels) {                               \
      return name##Wide(op, y, top, bottom, out);                     \
    }                                                                 \
    row(op, y, top, bottom, out);                                     \
  }

TFLL_BILINEAR(RowFloat, float, FloatRow<float>)
TFLL_BILINEAR(RowUInt8, uint8_t, FloatRow<uint8_t>)
TFLL_BILINEAR(RowInt8, int8_t, (FixedRow<int8_t, int32_t>))
TFLL_BILINEAR(RowInt16, int16_t, (FixedRow<int16_t, int64_t>))

#undef TFLL_BILINEAR

template <typename T, typename Row>
void Bilinear(const Resize& op, EvalContext& context, const Row& row) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t in_row = int64_t{op.in_width} * op.channels;
  const int64_t out_row = int64_t{op.out_width} * op.channels;
  const int64_t rows = static_cast<int64_t>(op.rows.size());
  context.threads().ParallelFor(
      op.batch * rows, RowGrain(op), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const ResizeTap& y = op.rows[i % rows];
          const T* image = in + i / rows * op.in_height * in_row;
          row(op, y, image + y.lower * in_row, image + y.upper * in_row,
              out + i * out_row);
        }
      });
}

// Pixels of `kBytes` bytes, or of `bytes` where kBytes is 0.
template <int kBytes>
void NearestRow(const Resize& op, const char* in, char* out, int64_t bytes) {
  const int64_t pixel = kBytes == 0 ? bytes : kBytes;
  for (const int32_t x : op.nearest_columns) {
    std::memcpy(out, in + x * pixel, pixel);
    out += pixel;
  }
}

void AnyNearestRow(const Resize& op, const char* in, char* out, int64_t pixel) {
  switch (pixel) {
    case 1:
      return NearestRow<1>(op, in, out, pixel);
    case 2:
      return NearestRow<2>(op, in, out, pixel);
    case 3:
      return NearestRow<3>(op, in, out, pixel);
    case 4:
      return NearestRow<4>(op, in, out, pixel);
    case 12:
      return NearestRow<12>(op, in, out, pixel);
    default:
      return NearestRow<0>(op, in, out, pixel);
  }
}

}  // namespace

Status EvalResizeBilinearCpu(const Resize& op, EvalContext& context) {
  switch (op.type) {
    case kTfLiteFloat32:
      Bilinear<float>(op, context, RowFloat);
      return OkStatus();
    case kTfLiteUInt8:
      Bilinear<uint8_t>(op, context, RowUInt8);
      return OkStatus();
    case kTfLiteInt8:
      Bilinear<int8_t>(op, context, RowInt8);
      return OkStatus();
    case kTfLiteInt16:
      Bilinear<int16_t>(op, context, RowInt16);
      return OkStatus();
    default:
      return Internal("resize bound to ", TfLiteTypeGetName(op.type));
  }
}

Status EvalResizeNearestNeighborCpu(const Resize& op, EvalContext& context) {
  const char* in = context.in<char>(0);
  char* out = context.out<char>(0);
  const int64_t pixel = int64_t{op.channels} * op.element_bytes;
  const int64_t in_row = pixel * op.in_width;
  const int64_t out_row = pixel * op.out_width;
  const int64_t rows = static_cast<int64_t>(op.nearest_rows.size());
  context.threads().ParallelFor(
      op.batch * rows, RowGrain(op), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int32_t y = op.nearest_rows[i % rows];
          // Rows of one source are copies of the first.
          if (i > begin && i % rows != 0 &&
              op.nearest_rows[i % rows - 1] == y) {
            std::memcpy(out + i * out_row, out + (i - 1) * out_row, out_row);
            continue;
          }
          AnyNearestRow(op, in + (i / rows * op.in_height + y) * in_row,
                        out + i * out_row, pixel);
        }
      });
  return OkStatus();
}

}  // namespace tflite::kernels
