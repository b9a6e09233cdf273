#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "kernels/math/vector/vector.h"
#include "kernels/pool_2d/pool_2d_cpu_max.h"

namespace tflite::kernels {
namespace {

// The least number of window elements for a thread.
constexpr int64_t kGrain = 32768;

// What the window of one output pixel covers.
struct Window {
  int64_t row_stride, channels;  // of the input, in elements
  int32_t rows, columns;
  int32_t count() const { return rows * columns; }
};

// The channels of one block: several vectors of any processor.
template <typename A>
constexpr int kDeep = sizeof(A) == 4 ? 32 : 64;

// `kKind` of kWidth channels. A accumulates.
template <typename T, PoolKind kKind, typename A, int kWidth>
TFLL_ALWAYS_INLINE void Accumulate(const Window& window, const T* in, A* acc) {
  for (int k = 0; k < kWidth; ++k) acc[k] = A{0};
  for (int32_t y = 0; y < window.rows; ++y, in += window.row_stride) {
    const T* from = in;
    for (int32_t x = 0; x < window.columns; ++x, from += window.channels) {
      for (int k = 0; k < kWidth; ++k) {
        const A v = static_cast<A>(from[k]);
        if constexpr (kKind == PoolKind::kL2) {
          acc[k] += v * v;
        } else {
          acc[k] = static_cast<A>(acc[k] + v);
        }
      }
    }
  }
}

// Accumulate() of 16 bytes of accumulators: too few for a loop that the
// compiler would vectorise. Every processor has registers for them; of larger
// vectors the compiler would make arrays in memory.
template <typename T, PoolKind kKind, typename A>
TFLL_ALWAYS_INLINE void AccumulateVector(const Window& window, const T* in,
                                         A* acc) {
  constexpr int kWidth = 16 / sizeof(A);
  using From = Lanes<T, kWidth * sizeof(T)>;
  using To = Lanes<A, kWidth * sizeof(A)>;
  To sum = To{};
  for (int32_t y = 0; y < window.rows; ++y, in += window.row_stride) {
    const T* from = in;
    for (int32_t x = 0; x < window.columns; ++x, from += window.channels) {
      From stored;
      std::memcpy(&stored, from, sizeof(stored));
      const To v = __builtin_convertvector(stored, To);
      if constexpr (kKind == PoolKind::kL2) {
        sum += v * v;
      } else {
        sum += v;
      }
    }
  }
  std::memcpy(acc, &sum, sizeof(sum));
}

TFLL_ALWAYS_INLINE float Clamp(float v, float low, float high) {
  v = v < low ? low : v;
  return v > high ? high : v;
}
TFLL_ALWAYS_INLINE int32_t Clamp(int32_t v, int32_t low, int32_t high) {
  v = v < low ? low : v;
  return v > high ? high : v;
}

// Divides words by multiplying them: with factor * divisor = 2^16 + e, the
// product for n is less than 1 / divisor too large where n * e < 2^16.
struct WordDivisor {
  explicit WordDivisor(int32_t divisor)
      : factor((65536 + divisor - 1) / divisor),
        fits(divisor > 1 &&
             256 * divisor * (factor * divisor - 65536) < 65536) {}
  int32_t factor;
  bool fits;  // it divides the magnitudes of sums of `divisor` bytes, rounded
};

// The output of accumulators of bytes, in words.
template <typename T, typename A>
TFLL_ALWAYS_INLINE void FinishWords(const Pool2d& op, int32_t count,
                                    uint16_t factor, const A* acc, int64_t size,
                                    T* out) {
  const auto low = static_cast<A>(op.integer_range.min);
  const auto high = static_cast<A>(op.integer_range.max);
  const auto half = static_cast<uint16_t>(count / 2);
  for (int64_t k = 0; k < size; ++k) {
    const A v = acc[k];
    const auto n = static_cast<uint16_t>((v < 0 ? -v : v) + half);
    const auto q = static_cast<uint16_t>((uint32_t{n} * factor) >> 16);
    auto r = static_cast<A>(v < 0 ? -q : q);
    r = r < low ? low : r;
    r = r > high ? high : r;
    out[k] = static_cast<T>(r);
  }
}

// The output of `size` accumulators over `count` elements each.
template <typename T, PoolKind kKind, typename A>
TFLL_ALWAYS_INLINE void Finish(const Pool2d& op, int32_t count, const A* acc,
                               int64_t size, T* out) {
  if constexpr (std::is_same_v<T, float>) {
    const float low = op.float_range.min, high = op.float_range.max;
    const float divisor = static_cast<float>(count);
    for (int64_t k = 0; k < size; ++k) {
      float v = acc[k] / divisor;
      if constexpr (kKind == PoolKind::kL2) v = std::sqrt(v);
      out[k] = Clamp(v, low, high);
    }
  } else if constexpr (sizeof(A) == 2) {
    // The first flush has no elements, and a count of 0.
    const WordDivisor words(std::max(1, count));
    if (words.fits) {
      const auto factor = static_cast<uint16_t>(words.factor);
      return FinishWords<T, A>(op, count, factor, acc, size, out);
    }
    const int32_t low = op.integer_range.min, high = op.integer_range.max;
    // (v + half) / count, cut off towards zero, of at most 256 bytes: quotients
    // that are no integers are at least 1 / 256 away from the next one, and
    // what is computed is wrong by less than 1 / 4096.
    const float inverse = 1.0f / static_cast<float>(count);
    const float half = static_cast<float>(count / 2) * inverse + 1.0f / 1024.0f;
    for (int64_t k = 0; k < size; ++k) {
      const float sum = static_cast<float>(acc[k]);
      const float signed_half =
          std::is_signed_v<T> ? std::copysign(half, sum) : half;
      const float v = sum * inverse + signed_half;
      out[k] = static_cast<T>(Clamp(static_cast<int32_t>(v), low, high));
    }
  } else {
    for (int64_t k = 0; k < size; ++k) {
      const int32_t v =
          (acc[k] > 0 ? acc[k] + count / 2 : acc[k] - count / 2) / count;
      out[k] = static_cast<T>(op.integer_range.Clamp(v));
    }
  }
}

// Many channels: blocks whose accumulators stay in registers. The last block
// may overlap the one before.
template <typename T, PoolKind kKind, typename A>
TFLL_ALWAYS_INLINE void DeepPixel(const Pool2d& op, const Window& window,
                                  const T* in, T* out) {
  constexpr int kWidth = kDeep<A>;
  for (int32_t c = 0; c < op.channels; c += kWidth) {
    A acc[kWidth];
    const int32_t at = std::min(c, op.channels - kWidth);
    Accumulate<T, kKind, A, kWidth>(window, in + at, acc);
    Finish<T, kKind, A>(op, window.count(), acc, kWidth, out + at);
  }
}

// Few channels: the accumulators of many pixels become outputs together.
template <typename T, PoolKind kKind, typename A>
class ShallowPixels {
 public:
  TFLL_ALWAYS_INLINE void Add(const Pool2d& op, const Window& window,
                              const T* in, T* out) {
    const int32_t count = window.count();
    if (size_ + op.channels > kMost || count != count_) {
      Flush(op);
      count_ = count;
      out_ = out;
    }
    A* acc = acc_ + size_;
    size_ += op.channels;
    constexpr int kWidth = 16 / sizeof(A);
    if (op.channels < kWidth) {
      for (int32_t c = 0; c < op.channels; ++c) {
        Accumulate<T, kKind, A, 1>(window, in + c, acc + c);
      }
      return;
    }
    for (int32_t c = 0; c < op.channels; c += kWidth) {
      const int32_t at = std::min(c, op.channels - kWidth);
      AccumulateVector<T, kKind, A>(window, in + at, acc + at);
    }
  }
  TFLL_ALWAYS_INLINE void Flush(const Pool2d& op) {
    Finish<T, kKind, A>(op, count_, acc_, size_, out_);
    size_ = 0;
  }

 private:
  static constexpr int64_t kMost = 512;
  alignas(64) A acc_[kMost];
  int64_t size_ = 0;
  int32_t count_ = 0;  // no pixel has it: the first one sets out_
  T* out_ = nullptr;
};

// Calls pixel(window, in, out) for those of the output rows [begin, end) of all
// images.
template <typename T, typename Pixel>
TFLL_ALWAYS_INLINE void ForEachPixel(const Pool2d& op, const T* in,
                                     int64_t begin, int64_t end, T* out,
                                     const Pixel& pixel) {
  out += begin * op.out_width * int64_t{op.channels};
  Window window;
  window.row_stride = int64_t{op.in_width} * op.channels;
  window.channels = op.channels;
  const int64_t image = op.in_height * window.row_stride;
  for (int64_t row = begin; row < end; ++row) {
    const int64_t top = row % op.out_height * op.stride_height - op.pad_top;
    const int64_t y0 = std::max<int64_t>(0, top);
    const int64_t y1 = std::min<int64_t>(op.in_height, top + op.filter_height);
    window.rows = static_cast<int32_t>(y1 - y0);
    const T* first = in + row / op.out_height * image + y0 * window.row_stride;
    for (int32_t x = 0; x < op.out_width; ++x, out += op.channels) {
      const int64_t left = int64_t{x} * op.stride_width - op.pad_left;
      const int64_t x0 = std::max<int64_t>(0, left);
      const int64_t x1 = std::min<int64_t>(op.in_width, left + op.filter_width);
      window.columns = static_cast<int32_t>(x1 - x0);
      pixel(window, first + x0 * op.channels, out);
    }
  }
}

template <typename T, PoolKind kKind, typename A>
TFLL_ALWAYS_INLINE void Rows(const Pool2d& op, const T* in, int64_t begin,
                             int64_t end, T* out) {
  if (op.channels >= kDeep<A>) {
    ForEachPixel(
        op, in, begin, end, out,
        [&](const Window& window, const T* from, T* to) __attribute__((
            always_inline)) { DeepPixel<T, kKind, A>(op, window, from, to); });
  } else {
    ShallowPixels<T, kKind, A> pixels;
    ForEachPixel(
        op, in, begin, end, out,
        [&](const Window& window, const T* from, T* to) __attribute__((
            always_inline)) { pixels.Add(op, window, from, to); });
    pixels.Flush(op);
  }
}

template <typename T, PoolKind kKind>
TFLL_ALWAYS_INLINE void AnyRows(const Pool2d& op, const void* in_data,
                                int64_t begin, int64_t end, void* out_data) {
  const T* in = static_cast<const T*>(in_data);
  T* out = static_cast<T*>(out_data);
  if constexpr (std::is_same_v<T, float>) {
    Rows<T, kKind, float>(op, in, begin, end, out);
  } else {
    // Sums of at most 256 bytes fit 16 bits.
    using Near = std::conditional_t<std::is_signed_v<T>, int16_t, uint16_t>;
    if (sizeof(T) == 1 && int64_t{op.filter_height} * op.filter_width <= 256) {
      Rows<T, kKind, Near>(op, in, begin, end, out);
    } else {
      Rows<T, kKind, int32_t>(op, in, begin, end, out);
    }
  }
}

#define TFLL_POOL(name, T, kind)                                          \
  TFLL_VECTOR_CLONES                                                      \
  void name(const Pool2d& op, const void* in, int64_t begin, int64_t end, \
            void* out) {                                                  \
    AnyRows<T, PoolKind::kind>(op, in, begin, end, out);                  \
  }

TFLL_POOL(AverageFloat, float, kAverage)
TFLL_POOL(AverageInt8, int8_t, kAverage)
TFLL_POOL(AverageUInt8, uint8_t, kAverage)
TFLL_POOL(AverageInt16, int16_t, kAverage)
TFLL_POOL(L2Float, float, kL2)

#undef TFLL_POOL

// Whether all sums, rounded, and numbers of elements fit 32 bits.
bool SumsFit(const Pool2d& op) {
  const int64_t most = op.type == kTfLiteFloat32 ? INT32_MAX
                       : op.type == kTfLiteInt16 ? (1 << 16) - 1
                                                 : 1 << 23;
  return int64_t{std::min(op.filter_height, op.in_height)} *
             std::min(op.filter_width, op.in_width) <=
         most;
}

// Null where there is none: then the reference evaluates.
PoolRows FindRows(const Pool2d& op) {
  if (op.kind == PoolKind::kMax) return FindMaxPoolRows(op);
  if (!SumsFit(op)) return nullptr;
  if (op.kind == PoolKind::kL2) return L2Float;
  switch (op.type) {
    case kTfLiteFloat32:
      return AverageFloat;
    case kTfLiteInt8:
      return AverageInt8;
    case kTfLiteUInt8:
      return AverageUInt8;
    default:
      return AverageInt16;
  }
}

}  // namespace

Status EvalPool2dCpu(const Pool2d& op, EvalContext& context) {
  const PoolRows rows = FindRows(op);
  if (rows == nullptr) return EvalPool2dReference(op, context);
  const void* in = context.in<void>(0);
  void* out = context.out<void>(0);
  const int64_t row =
      WorkOf({op.out_width, op.channels, op.filter_height, op.filter_width});
  ParallelRange(
      context.threads(), int64_t{op.batch} * op.out_height, kGrain / row,
      [&](int64_t begin, int64_t end) { rows(op, in, begin, end, out); });
  return OkStatus();
}

}  // namespace tflite::kernels
