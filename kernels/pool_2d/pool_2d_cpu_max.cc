#include "kernels/pool_2d/pool_2d_cpu_max.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "kernels/math/least.h"
#include "kernels/math/vector/levels.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Room for the maxima of columns, which stays in the first-level cache.
constexpr int64_t kRoomBytes = 16 * 1024;
template <typename T>
constexpr int64_t kRoom = kRoomBytes / sizeof(T);
// A vector of channels of one pixel.
template <typename T>
constexpr int64_t kWide = 64 / sizeof(T);

// Neighbouring pixels of some rows of the input, and some of their channels.
template <typename T>
struct Columns {
  const T* first;
  int64_t rows, row_stride;
  int64_t pixels, pixel_stride;
  int64_t channels;
};

template <typename T>
TFLL_ALWAYS_INLINE T Greater(T a, T b) {
  return a < b ? b : a;
}

// out[i] = the greatest of a[i], b[i], c[i]; NaN is passed over.
template <typename T>
TFLL_ALWAYS_INLINE void GreatestOfThree(const T* a, const T* b, const T* c,
                                        int64_t count, T* out) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < count; ++i) {
    T most = a[i];
    if constexpr (std::is_floating_point_v<T>) most = Greater(kLeast<T>, most);
    out[i] = Greater(Greater(most, b[i]), c[i]);
  }
}

// The maxima of `count` adjacent elements over all rows.
template <typename T>
TFLL_ALWAYS_INLINE void GreatestOfRows(const T* in, int64_t rows,
                                       int64_t row_stride, int64_t count,
                                       T* out) {
  const T* second = in + std::min<int64_t>(1, rows - 1) * row_stride;
  const T* third = in + std::min<int64_t>(2, rows - 1) * row_stride;
  GreatestOfThree(in, second, third, count, out);
  for (int64_t y = 3; y < rows; y += 2) {
    const T* next = in + y * row_stride;
    GreatestOfThree(out, next, y + 1 < rows ? next + row_stride : next, count,
                    out);
  }
}

// The maxima of the columns, pixel by pixel.
template <typename T>
TFLL_ALWAYS_INLINE void GreatestOfColumns(const Columns<T>& columns, T* out) {
  if (columns.channels == columns.pixel_stride) {
    GreatestOfRows(columns.first, columns.rows, columns.row_stride,
                   columns.pixels * columns.channels, out);
    return;
  }
  for (int64_t x = 0; x < columns.pixels; ++x) {
    GreatestOfRows(columns.first + x * columns.pixel_stride, columns.rows,
                   columns.row_stride, columns.channels,
                   out + x * columns.channels);
  }
}

template <typename V, typename T>
TFLL_ALWAYS_INLINE V Load(const T* p) {
  V v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}

// The greatest of kWide<T> elements and `filter - 1` others each, `step` apart,
// clamped.
template <typename T, int kRegister>
TFLL_ALWAYS_INLINE void GreatestOfNeighbours(const T* in, int64_t filter,
                                             int64_t step, T low, T high,
                                             T* out) {
  using V = Lanes<T, kRegister>;
  constexpr int kParts = 64 / kRegister;
  constexpr int kCount = kRegister / sizeof(T);
  V most[kParts];
  for (int k = 0; k < kParts; ++k) most[k] = Load<V>(in + k * kCount);
  for (int64_t x = 1; x < filter; ++x) {
    in += step;
    for (int k = 0; k < kParts; ++k) {
      most[k] = Greater(most[k], Load<V>(in + k * kCount));
    }
  }
  const V least = V{} + low, greatest = V{} + high;
  for (int k = 0; k < kParts; ++k) {
    const V v = Greater(most[k], least);
    const V clamped = v > greatest ? greatest : v;
    std::memcpy(out + k * kCount, &clamped, sizeof(V));
  }
}

// The first `channels` elements of every `step` ones, `count` times, without
// gaps. Reads up to 15 bytes more.
template <typename T>
void Gather(const T* in, int64_t step, int64_t channels, int64_t count,
            T* out) {
  constexpr int64_t kSome = 16 / sizeof(T);
  if (step == channels) {
    std::memcpy(out, in, static_cast<size_t>(count * channels) * sizeof(T));
    return;
  }
  for (int64_t x = 0; x < count; ++x, in += step, out += channels) {
    int64_t c = 0;
    for (; c + kSome <= channels; c += kSome) std::memcpy(out + c, in + c, 16);
    if (c == channels) continue;
    // What is too much is overwritten afterwards.
    if ((count - x) * channels >= c + kSome) {
      std::memcpy(out + c, in + c, 16);
    } else {
      for (; c < channels; ++c) out[c] = in[c];
    }
  }
}

// `count` pixels of a row, of which each takes the greatest of `filter` pixels
// of the room, `stride` from those of the next one. Overwrites the room.
template <typename T>
struct Pixels {
  T* out;
  int64_t count, stride, filter;
  int64_t channels, out_channels;
  T low, high;
};
template <typename T, int kRegister>
TFLL_ALWAYS_INLINE void FromRoom(const Pixels<T>& pixels, T* room) {
  const Pixels<T> own = pixels;
  const int64_t channels = own.channels;
  if (channels < kWide<T>) {
    // Neighbours of several pixels, and of those that the stride leaves out.
    const int64_t last = (own.count - 1) * own.stride;
    for (int64_t i = 0; i < (last + 1) * channels; i += kWide<T>) {
      GreatestOfNeighbours<T, kRegister>(room + i, own.filter, channels,
                                         own.low, own.high, room + i);
    }
    Gather(room, own.stride * channels, channels, own.count, own.out);
    return;
  }
  for (int64_t x = 0; x < own.count; ++x, room += own.stride * channels) {
    T* to = own.out + x * own.out_channels;
    for (int64_t c = 0; c < channels; c += kWide<T>) {
      const int64_t at = std::min(c, channels - kWide<T>);
      GreatestOfNeighbours<T, kRegister>(room + at, own.filter, channels,
                                         own.low, own.high, to + at);
    }
  }
}

// How a row of the output is divided, so that the columns below each part fit
// into the room.
struct Parts {
  int64_t channels, pixels;
};
template <typename T>
Parts PartsOf(const Pool2d& op) {
  int64_t channels = op.channels;
  const int64_t most = kRoom<T> / op.filter_width;
  if (channels > most) channels = most / kWide<T> * kWide<T>;
  if (channels == 0) return {};
  const int64_t wide = kRoom<T> / channels - op.filter_width;
  return {channels, wide / op.stride_width + 1};
}

// Pixels [x, x + count) of a row of the output, and some of the channels.
// `columns` has the rows of the input, and its width as `pixels`.
template <typename T, int kRegister>
TFLL_ALWAYS_INLINE void RunPart(const Pool2d& op, Columns<T> columns, int64_t x,
                                const Pixels<T>& pixels, T* room) {
  const int64_t left = x * op.stride_width - op.pad_left;
  const int64_t right =
      left + (pixels.count - 1) * pixels.stride + pixels.filter;
  const int64_t begin = std::max<int64_t>(0, left);
  const int64_t end = std::min(columns.pixels, right);
  const int64_t channels = columns.channels;
  std::fill_n(room, (begin - left) * channels, kLeast<T>);
  columns.first += begin * columns.pixel_stride;
  columns.pixels = end - begin;
  GreatestOfColumns(columns, room + (begin - left) * channels);
  std::fill_n(room + (end - left) * channels, (right - end) * channels,
              kLeast<T>);
  FromRoom<T, kRegister>(pixels, room);
}

template <typename T, int kRegister>
TFLL_ALWAYS_INLINE void RunRows(const Pool2d& op, T low, T high,
                                const void* in_data, int64_t begin, int64_t end,
                                void* out_data) {
  // Vectors end up to kWide<T> elements behind those that are used.
  alignas(64) T room[kRoom<T> + kWide<T>];
  const Parts parts = PartsOf<T>(op);
  const int64_t row_stride = int64_t{op.in_width} * op.channels;
  for (int64_t row = begin; row < end; ++row) {
    const int64_t top = row % op.out_height * op.stride_height - op.pad_top;
    const int64_t y0 = std::max<int64_t>(0, top);
    const int64_t y1 = std::min<int64_t>(op.in_height, top + op.filter_height);
    const int64_t image = row / op.out_height * op.in_height;
    const T* in = static_cast<const T*>(in_data) + (image + y0) * row_stride;
    T* out = static_cast<T*>(out_data) + row * op.out_width * op.channels;
    for (int64_t c = 0; c < op.channels; c += parts.channels) {
      // The last part reaches back to be a whole vector: the pixels of fewer
      // channels lie side by side, as only those of a whole output do.
      const bool whole = parts.channels == op.channels;
      const int64_t first =
          whole ? c : std::min<int64_t>(c, op.channels - kWide<T>);
      const int64_t channels = std::min(parts.channels, op.channels - first);
      for (int64_t x = 0; x < op.out_width; x += parts.pixels) {
        RunPart<T, kRegister>(
            op,
            {in + first, y1 - y0, row_stride, op.in_width, op.channels,
             channels},
            x,
            {out + x * op.channels + first,
             std::min(parts.pixels, op.out_width - x), op.stride_width,
             op.filter_width, channels, op.channels, low, high},
            room);
      }
    }
  }
}

// The range is one of the stored type.
template <typename T>
TFLL_ALWAYS_INLINE void RangeOf(const Pool2d& op, T* low, T* high) {
  if constexpr (std::is_floating_point_v<T>) {
    *low = op.float_range.min;
    *high = op.float_range.max;
  } else {
    *low = static_cast<T>(op.integer_range.min);
    *high = static_cast<T>(op.integer_range.max);
  }
}

// The rows for vectors of `bytes` bytes, and all that there are.
#define TFLL_MAX_POOL_FOR(name, T, bytes, target)                          \
  target void name##bytes(const Pool2d& op, const void* in, int64_t begin, \
                          int64_t end, void* out) {                        \
    T low, high;                                                           \
    RangeOf(op, &low, &high);                                              \
    RunRows<T, bytes>(op, low, high, in, begin, end, out);                 \
  }
#if defined(TFLL_VECTOR_LEVELS)
#define TFLL_MAX_POOL(name, T)                       \
  TFLL_MAX_POOL_FOR(name, T, 16, )                   \
  TFLL_MAX_POOL_FOR(name, T, 32, TFLL_VECTORS_OF_32) \
  TFLL_MAX_POOL_FOR(name, T, 64, TFLL_VECTORS_OF_64) \
  constexpr PoolRows k##name[] = {name##16, name##32, name##64};
#else
#define TFLL_MAX_POOL(name, T)     \
  TFLL_MAX_POOL_FOR(name, T, 16, ) \
  constexpr PoolRows k##name[] = {name##16};
#endif
TFLL_MAX_POOL(MaxFloat, float)
TFLL_MAX_POOL(MaxInt8, int8_t)
TFLL_MAX_POOL(MaxUInt8, uint8_t)
TFLL_MAX_POOL(MaxInt16, int16_t)
#undef TFLL_MAX_POOL
#undef TFLL_MAX_POOL_FOR

}  // namespace

PoolRows FindMaxPoolRows(const Pool2d& op) {
  if (op.filter_width > kRoomBytes / 64) return nullptr;
  switch (op.type) {
    case kTfLiteFloat32:
      return kMaxFloat[VectorLevel()];
    case kTfLiteInt8:
      return kMaxInt8[VectorLevel()];
    case kTfLiteUInt8:
      return kMaxUInt8[VectorLevel()];
    default:
      return kMaxInt16[VectorLevel()];
  }
}

}  // namespace tflite::kernels
