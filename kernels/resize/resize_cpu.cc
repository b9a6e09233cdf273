#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "kernels/math/vector/vector.h"
#include "kernels/resize/resize.h"

namespace tflite::kernels {
namespace {

// The least number of output elements for a thread.
constexpr int64_t kGrain = 8192;
constexpr int64_t kOne = 1 << 10;

int64_t RowGrain(const Resize& op) {
  return kGrain / WorkOf({op.out_width, op.channels});
}

// A mixed element as it is stored.
template <typename T>
TFLL_ALWAYS_INLINE T Rounded(float mixed) {
  if constexpr (std::is_same_v<T, float>) return mixed;
  // Not negative: truncation rounds.
  return static_cast<T>(static_cast<int32_t>(mixed + 0.5f));
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
          return Rounded<T>(a * tl + b * tr + c * bl + d * br);
        };
      });
}

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

// Of fewer channels, wide vectors would leave most to the loop after them:
// pixels are computed in chunks, which may reach into the next pixel's place.
constexpr int32_t kManyChannels = 32;

// Loops over the elements of a chunk become scalar code for AVX2.
template <typename T, int kCount>
using Chunk = Lanes<T, kCount * sizeof(T)>;

// Reads a chunk; of bytes, as floats.
template <typename T, int kCount>
TFLL_ALWAYS_INLINE void LoadFloats(const T* from, Chunk<float, kCount>* to) {
  if constexpr (std::is_same_v<T, float>) {
    std::memcpy(to, from, sizeof(*to));
  } else {
    Chunk<T, kCount> bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    *to = __builtin_convertvector(
        __builtin_convertvector(bytes, Chunk<int32_t, kCount>),
        Chunk<float, kCount>);
  }
}

// Stores the low bytes; processors narrow by half at a time.
template <int kCount, typename T>
TFLL_ALWAYS_INLINE void StoreBytes(const Chunk<int32_t, kCount>& values,
                                   T* to) {
  const Chunk<int16_t, kCount> words =
      __builtin_convertvector(values, Chunk<int16_t, kCount>);
  const Chunk<T, kCount> bytes =
      __builtin_convertvector(words, Chunk<T, kCount>);
  std::memcpy(to, &bytes, sizeof(bytes));
}

// As Rounded does.
template <int kCount, typename T>
TFLL_ALWAYS_INLINE void StoreRounded(const Chunk<float, kCount>& mixed, T* to) {
  if constexpr (std::is_same_v<T, float>) {
    std::memcpy(to, &mixed, sizeof(mixed));
  } else {
    StoreBytes<kCount>(
        __builtin_convertvector(mixed + 0.5f, Chunk<int32_t, kCount>), to);
  }
}

// Calls chunk(x, c, to) for channels [c, c + kChunk) of each pixel of a row,
// the last one not whole. `to` has room for kChunk elements.
template <int kChunk, typename T, typename Body>
TFLL_ALWAYS_INLINE void ForEachChunk(const Resize& op, T* out,
                                     const Body& chunk) {
  // Copies, since bytes that are stored might be any object's in memory.
  const int32_t channels = op.channels;
  const ResizeTap* tap = op.columns.data();
  const ResizeTap* const taps_end = tap + op.columns.size();
  const T* const end = out + op.columns.size() * channels;
  for (; tap != taps_end; ++tap, out += channels) {
    const ResizeTap x = *tap;
    int32_t c = 0;
    for (; c + kChunk <= channels; c += kChunk) chunk(x, c, out + c);
    if (c == channels) continue;
    if (end - (out + c) >= kChunk) {
      chunk(x, c, out + c);
      continue;
    }
    T room[kChunk];
    chunk(x, c, room);
    std::copy_n(room, channels - c, out + c);
  }
}

// Bytes are mixed in two steps where that gives the same: a row of the input's
// width from two of its rows, then its columns. Images that shrink much would
// be mixed in vain.
bool InTwoSteps(const Resize& op) {
  if (op.in_width > 2 * int64_t{op.out_width}) return false;
  // Whether weights have so few digits that nothing is rounded before the end.
  constexpr float kUnits = 128;
  const auto exact = [](const ResizeTap& tap) {
    const float units = tap.weight * kUnits;
    return units == std::floor(units) && units >= -kUnits / 2 &&
           units <= kUnits * 3 / 2;
  };
  return std::all_of(op.rows.begin(), op.rows.end(), exact) &&
         std::all_of(op.columns.begin(), op.columns.end(), exact);
}

TFLL_VECTOR_CLONES
void MixRows(const uint8_t* top, const uint8_t* bottom, float weight,
             int64_t row_elements, float* column) {
  const float rest = 1 - weight;
  for (int64_t i = 0; i < row_elements; ++i) {
    column[i] = top[i] * rest + bottom[i] * weight;
  }
}
template <int kChunk>
TFLL_ALWAYS_INLINE void MixColumns(const Resize& op, const float* column,
                                   uint8_t* out) {
  const int64_t channels = op.channels;
  ForEachChunk<kChunk>(
      op, out,
      [=](const ResizeTap& x, int32_t c, uint8_t* to)
          __attribute__((always_inline)) {
            const float weight = x.weight, rest = 1 - weight;
            Chunk<float, kChunk> left, right;
            std::memcpy(&left, column + x.lower * channels + c, sizeof(left));
            std::memcpy(&right, column + x.upper * channels + c, sizeof(right));
            StoreRounded<kChunk>(left * rest + right * weight, to);
          });
}

// FloatRow of a few channels. Both rows are followed by kMaxChunk elements.
template <typename T, int kChunk>
TFLL_ALWAYS_INLINE void NarrowRow(const Resize& op, const ResizeTap& y,
                                  const T* top, const T* bottom, T* out) {
  const int64_t channels = op.channels;
  const float down = y.weight, up = 1 - down;
  ForEachChunk<kChunk>(
      op, out,
      [=](const ResizeTap& x, int32_t at, T* to)
          __attribute__((always_inline)) {
            const float tl = up * (1 - x.weight), tr = up * x.weight;
            const float bl = down * (1 - x.weight), br = down * x.weight;
            const int64_t left = x.lower * channels + at;
            const int64_t right = x.upper * channels + at;
            Chunk<float, kChunk> a, b, c, d;
            LoadFloats<T, kChunk>(top + left, &a);
            LoadFloats<T, kChunk>(top + right, &b);
            LoadFloats<T, kChunk>(bottom + left, &c);
            LoadFloats<T, kChunk>(bottom + right, &d);
            StoreRounded<kChunk>(a * tl + b * tr + c * bl + d * br, to);
          });
}

// FixedRow of INT8 in two steps, both exact in 32 bits: `column` gets the mix
// of both rows, `row_elements` of them.
TFLL_VECTOR_CLONES
void MixRows(const int8_t* top, const int8_t* bottom, int32_t weight,
             int64_t row_elements, int32_t* column) {
  const int32_t rest = static_cast<int32_t>(kOne) - weight;
  for (int64_t i = 0; i < row_elements; ++i) {
    column[i] = top[i] * rest + bottom[i] * weight;
  }
}
template <int kChunk>
TFLL_ALWAYS_INLINE void MixColumns(const Resize& op, const int32_t* column,
                                   int8_t* out) {
  constexpr int32_t kHalf = kOne * kOne / 2;
  const int64_t channels = op.channels;
  ForEachChunk<kChunk>(
      op, out,
      [=](const ResizeTap& x, int32_t c, int8_t* to)
          __attribute__((always_inline)) {
            const int32_t weight = x.fixed_upper;
            const int32_t rest = static_cast<int32_t>(kOne) - weight;
            Chunk<int32_t, kChunk> left, right;
            std::memcpy(&left, column + x.lower * channels + c, sizeof(left));
            std::memcpy(&right, column + x.upper * channels + c, sizeof(right));
            const Chunk<int32_t, kChunk> mixed = left * rest + right * weight;
            // Halves away from zero.
            StoreBytes<kChunk>((mixed + kHalf + (mixed >> 31)) >> 20, to);
          });
}

#define TFLL_BILINEAR(name, T, row)                             \
  TFLL_VECTOR_CLONES                                            \
  void name(const Resize& op, const ResizeTap& y, const T* top, \
            const T* bottom, T* out) {                          \
    row(op, y, top, bottom, out);                               \
  }

TFLL_BILINEAR(RowFloat, float, FloatRow<float>)
TFLL_BILINEAR(RowUInt8, uint8_t, FloatRow<uint8_t>)
TFLL_BILINEAR(RowInt16, int16_t, (FixedRow<int16_t, int64_t>))
TFLL_BILINEAR(NarrowFloat4, float, (NarrowRow<float, 4>))
TFLL_BILINEAR(NarrowFloat8, float, (NarrowRow<float, 8>))
TFLL_BILINEAR(NarrowFloat16, float, (NarrowRow<float, 16>))
TFLL_BILINEAR(NarrowUInt4, uint8_t, (NarrowRow<uint8_t, 4>))
TFLL_BILINEAR(NarrowUInt8, uint8_t, (NarrowRow<uint8_t, 8>))
TFLL_BILINEAR(NarrowUInt16, uint8_t, (NarrowRow<uint8_t, 16>))

#undef TFLL_BILINEAR

#define TFLL_MIX_COLUMNS(kChunk)                                   \
  TFLL_VECTOR_CLONES                                               \
  void MixColumns##kChunk(const Resize& op, const float* column,   \
                          uint8_t* out) {                          \
    MixColumns<kChunk>(op, column, out);                           \
  }                                                                \
  TFLL_VECTOR_CLONES                                               \
  void MixColumns##kChunk(const Resize& op, const int32_t* column, \
                          int8_t* out) {                           \
    MixColumns<kChunk>(op, column, out);                           \
  }
TFLL_MIX_COLUMNS(4)
TFLL_MIX_COLUMNS(8)
TFLL_MIX_COLUMNS(16)
#undef TFLL_MIX_COLUMNS

// Calls MixColumns4, 8 or 16.
template <typename T, typename Column>
void MixColumnsOf(const Resize& op, int chunk, const Column* column, T* out) {
  if (chunk == 4) return MixColumns4(op, column, out);
  if (chunk == 8) return MixColumns8(op, column, out);
  MixColumns16(op, column, out);
}

constexpr int kMaxChunk = 16;
int ChunkOf(int32_t channels) {
  if (channels <= 4) return 4;
  // Chunks of 16, but where their last one would be more than half empty.
  return (channels - 1) % kMaxChunk < 8 && channels < 32 ? 8 : kMaxChunk;
}

// Copies of two rows of the input with elements behind them, for rows that are
// computed in chunks. Made again when the rows change.
template <typename T>
class PaddedRows {
 public:
  explicit PaddedRows(int64_t row_elements)
      : elements_(row_elements),
        top_(row_elements + kMaxChunk),
        bottom_(row_elements + kMaxChunk) {}
  void Set(const T* top, const T* bottom) {
    Copy(top, &top_from_, top_);
    Copy(bottom, &bottom_from_, bottom_);
  }
  const T* top() const { return top_.data(); }
  const T* bottom() const { return bottom_.data(); }

 private:
  void Copy(const T* from, const T** last, std::vector<T>& to) {
    if (from != *last) std::copy_n(from, elements_, to.begin());
    *last = from;
  }
  int64_t elements_;
  std::vector<T> top_, bottom_;
  const T *top_from_ = nullptr, *bottom_from_ = nullptr;
};

// Calls rows(begin, end) for rows of all images of the output.
template <typename Rows>
void ForEachRow(const Resize& op, EvalContext& context, const Rows& rows) {
  context.threads().ParallelFor(op.batch * static_cast<int64_t>(op.rows.size()),
                                RowGrain(op), rows);
}

// The two input rows and the tap of an output row, of all images.
template <typename T>
struct Source {
  Source(const Resize& op, const T* in, int64_t row)
      : tap(op.rows[row % static_cast<int64_t>(op.rows.size())]) {
    const int64_t in_row = int64_t{op.in_width} * op.channels;
    in += row / static_cast<int64_t>(op.rows.size()) * op.in_height * in_row;
    top = in + tap.lower * in_row;
    bottom = in + tap.upper * in_row;
  }
  const ResizeTap& tap;
  const T *top, *bottom;
};

template <typename T, typename Row>
void Bilinear(const Resize& op, EvalContext& context, const Row& row) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t out_row = int64_t{op.out_width} * op.channels;
  ForEachRow(op, context, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const Source<T> source(op, in, i);
      row(op, source.tap, source.top, source.bottom, out + i * out_row);
    }
  });
}

template <typename T, typename Row>
void NarrowBilinear(const Resize& op, EvalContext& context, const Row& row) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t out_row = int64_t{op.out_width} * op.channels;
  ForEachRow(op, context, [&](int64_t begin, int64_t end) {
    PaddedRows<T> rows(int64_t{op.in_width} * op.channels);
    for (int64_t i = begin; i < end; ++i) {
      const Source<T> source(op, in, i);
      rows.Set(source.top, source.bottom);
      row(op, source.tap, rows.top(), rows.bottom(), out + i * out_row);
    }
  });
}

// Each result by a row of the input's width, of type Column. The row is mixed
// from two, `weight` being that of the lower one.
template <typename T, typename Column, typename Weight>
void BilinearInTwoSteps(const Resize& op, EvalContext& context,
                        const Weight& weight) {
  const T* in = context.in<T>(0);
  T* out = context.out<T>(0);
  const int64_t in_row = int64_t{op.in_width} * op.channels;
  const int64_t out_row = int64_t{op.out_width} * op.channels;
  const int chunk = ChunkOf(op.channels);
  ForEachRow(op, context, [&](int64_t begin, int64_t end) {
    std::vector<Column> column(in_row + kMaxChunk);
    for (int64_t i = begin; i < end; ++i) {
      const Source<T> source(op, in, i);
      MixRows(source.top, source.bottom, weight(source.tap), in_row,
              column.data());
      MixColumnsOf(op, chunk, column.data(), out + i * out_row);
    }
  });
}
float WeightOf(const ResizeTap& tap) { return tap.weight; }
int32_t FixedWeightOf(const ResizeTap& tap) { return tap.fixed_upper; }

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
  const int chunk = ChunkOf(op.channels);
  switch (op.type) {
    case kTfLiteFloat32:
      if (op.channels >= kManyChannels) {
        Bilinear<float>(op, context, RowFloat);
      } else {
        NarrowBilinear<float>(op, context,
                              chunk == 4   ? NarrowFloat4
                              : chunk == 8 ? NarrowFloat8
                                           : NarrowFloat16);
      }
      return OkStatus();
    case kTfLiteUInt8:
      if (InTwoSteps(op)) {
        BilinearInTwoSteps<uint8_t, float>(op, context, WeightOf);
      } else if (op.channels >= kManyChannels) {
        Bilinear<uint8_t>(op, context, RowUInt8);
      } else {
        NarrowBilinear<uint8_t>(op, context,
                                chunk == 4   ? NarrowUInt4
                                : chunk == 8 ? NarrowUInt8
                                             : NarrowUInt16);
      }
      return OkStatus();
    case kTfLiteInt8:
      BilinearInTwoSteps<int8_t, int32_t>(op, context, FixedWeightOf);
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
        int64_t last = -1;
        for (int64_t i = begin; i < end; ++i) {
          const int64_t row =
              i / rows * op.in_height + op.nearest_rows[i % rows];
          // Rows of one source are copies of the first.
          if (row == last) {
            std::memcpy(out + i * out_row, out + (i - 1) * out_row, out_row);
          } else {
            AnyNearestRow(op, in + row * in_row, out + i * out_row, pixel);
          }
          last = row;
        }
      });
  return OkStatus();
}

}  // namespace tflite::kernels
