#include "delegates/dsp/skel/kernels/common/scalar.h"
#include "delegates/dsp/skel/kernels/pool.h"

namespace tflite::dsp {
namespace {

// The covered part of one window along one axis.
struct Covered {
  Covered(int32_t at, int32_t stride, int32_t pad, int32_t filter,
          int32_t extent) {
    const int32_t start = at * stride - pad;
    begin = start < 0 ? 0 : start;
    end = start + filter > extent ? extent : start + filter;
  }
  int32_t begin, end;
};

int32_t Average(int32_t sum, int32_t count) {
  return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

template <typename T>
int32_t Reduced(const PoolParams& p, const T* in, const Covered& rows,
                const Covered& columns) {
  const Window& w = p.window;
  const int32_t count = (rows.end - rows.begin) * (columns.end - columns.begin);
  if (rows.end <= rows.begin || columns.end <= columns.begin) return 0;
  int32_t sum = 0;
  int32_t max = INT32_MIN;
  for (int32_t y = rows.begin; y < rows.end; ++y) {
    for (int32_t x = columns.begin; x < columns.end; ++x) {
      const int32_t v = in[(y * w.in_width + x) * w.in_channels];
      sum += v;
      max = v > max ? v : max;
    }
  }
  return p.form == PoolForm::kMax ? max : Average(sum, count);
}

template <typename T>
void Pool(const PoolParams& p, const Memory& memory) {
  const Window& w = p.window;
  const T* image = memory.At<const T>(p.input);
  T* out = memory.At<T>(p.output);
  for (int32_t b = 0; b < w.batch; ++b) {
    for (int32_t y = 0; y < w.out_height; ++y) {
      const Covered rows(y, w.stride_height, w.pad_top, w.filter_height,
                         w.in_height);
      for (int32_t x = 0; x < w.out_width; ++x) {
        const Covered columns(x, w.stride_width, w.pad_left, w.filter_width,
                              w.in_width);
        for (int32_t c = 0; c < w.in_channels; ++c) {
          const int32_t v = Reduced(p, image + c, rows, columns);
          *out++ = static_cast<T>(ClampTo(v, p.min, p.max));
        }
      }
    }
    image += w.in_height * w.in_width * w.in_channels;
  }
}

}  // namespace

void PoolScalar(const PoolParams& p, const Memory& memory, const Scratch&) {
  WithElement(p.is_signed, [&](auto t) { Pool<decltype(t)>(p, memory); });
}

}  // namespace tflite::dsp
