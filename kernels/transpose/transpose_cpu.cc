#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "kernels/math/cells.h"
#include "kernels/math/strided_copy.h"
#include "kernels/transpose/transpose.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace tflite::kernels {
namespace {

// Columns of the input done together: a cache line of them.
constexpr int64_t kLineBytes = 64;
// The least number of elements for a thread.
constexpr int64_t kGrain = 32 * 1024;
// Rows of the input done together.
constexpr int64_t kPartRows = 512;

// A kSize x kSize transposition in registers.
template <typename T>
struct Tile {
  static constexpr int kSize = 4;
  static void Run(const T* in, int64_t in_stride, T* out, int64_t out_stride) {
    for (int c = 0; c < kSize; ++c) {
      for (int r = 0; r < kSize; ++r)
        out[c * out_stride + r] = in[r * in_stride + c];
    }
  }
};

#if defined(__SSE2__)
__m128i Load(const void* p) {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}
__m128i LoadHalf(const void* p) {
  return _mm_loadl_epi64(static_cast<const __m128i*>(p));
}
void Store(__m128i v, void* p) {
  _mm_storeu_si128(static_cast<__m128i*>(p), v);
}
void StoreLow(__m128i v, void* p) {
  _mm_storel_epi64(static_cast<__m128i*>(p), v);
}
void StoreHigh(__m128i v, void* p) { StoreLow(_mm_unpackhi_epi64(v, v), p); }

template <>
struct Tile<uint64_t> {
  static constexpr int kSize = 2;
  static void Run(const uint64_t* in, int64_t in_stride, uint64_t* out,
                  int64_t out_stride) {
    const __m128i a = Load(in);
    const __m128i b = Load(in + in_stride);
    Store(_mm_unpacklo_epi64(a, b), out);
    Store(_mm_unpackhi_epi64(a, b), out + out_stride);
  }
};

template <>
struct Tile<uint32_t> {
  static constexpr int kSize = 4;
  static void Run(const uint32_t* in, int64_t in_stride, uint32_t* out,
                  int64_t out_stride) {
    const __m128i a = Load(in);
    const __m128i b = Load(in + in_stride);
    const __m128i c = Load(in + 2 * in_stride);
    const __m128i d = Load(in + 3 * in_stride);
    const __m128i ab0 = _mm_unpacklo_epi32(a, b);
    const __m128i ab1 = _mm_unpackhi_epi32(a, b);
    const __m128i cd0 = _mm_unpacklo_epi32(c, d);
    const __m128i cd1 = _mm_unpackhi_epi32(c, d);
    Store(_mm_unpacklo_epi64(ab0, cd0), out);
    Store(_mm_unpackhi_epi64(ab0, cd0), out + out_stride);
    Store(_mm_unpacklo_epi64(ab1, cd1), out + 2 * out_stride);
    Store(_mm_unpackhi_epi64(ab1, cd1), out + 3 * out_stride);
  }
};

template <>
struct Tile<uint16_t> {
  static constexpr int kSize = 8;
  static void Run(const uint16_t* in, int64_t in_stride, uint16_t* out,
                  int64_t out_stride) {
    __m128i a[8], b[8];
    for (int i = 0; i < 8; ++i) a[i] = Load(in + i * in_stride);
    for (int i = 0; i < 4; ++i) {
      b[2 * i] = _mm_unpacklo_epi16(a[2 * i], a[2 * i + 1]);
      b[2 * i + 1] = _mm_unpackhi_epi16(a[2 * i], a[2 * i + 1]);
    }
    for (int i = 0; i < 2; ++i) {
      const __m128i* q = b + 4 * i;
      a[4 * i] = _mm_unpacklo_epi32(q[0], q[2]);
      a[4 * i + 1] = _mm_unpackhi_epi32(q[0], q[2]);
      a[4 * i + 2] = _mm_unpacklo_epi32(q[1], q[3]);
      a[4 * i + 3] = _mm_unpackhi_epi32(q[1], q[3]);
    }
    for (int i = 0; i < 4; ++i) {
      Store(_mm_unpacklo_epi64(a[i], a[i + 4]), out + 2 * i * out_stride);
      Store(_mm_unpackhi_epi64(a[i], a[i + 4]), out + (2 * i + 1) * out_stride);
    }
  }
};

template <>
struct Tile<uint8_t> {
  static constexpr int kSize = 8;
  static void Run(const uint8_t* in, int64_t in_stride, uint8_t* out,
                  int64_t out_stride) {
    __m128i a[4];
    for (int i = 0; i < 4; ++i) {
      a[i] = _mm_unpacklo_epi8(LoadHalf(in + 2 * i * in_stride),
                               LoadHalf(in + (2 * i + 1) * in_stride));
    }
    const __m128i b0 = _mm_unpacklo_epi16(a[0], a[1]);
    const __m128i b1 = _mm_unpackhi_epi16(a[0], a[1]);
    const __m128i b2 = _mm_unpacklo_epi16(a[2], a[3]);
    const __m128i b3 = _mm_unpackhi_epi16(a[2], a[3]);
    const __m128i c[4] = {
        _mm_unpacklo_epi32(b0, b2), _mm_unpackhi_epi32(b0, b2),
        _mm_unpacklo_epi32(b1, b3), _mm_unpackhi_epi32(b1, b3)};
    for (int i = 0; i < 4; ++i) {
      StoreLow(c[i], out + 2 * i * out_stride);
      StoreHigh(c[i], out + (2 * i + 1) * out_stride);
    }
  }
};
#elif defined(__ARM_NEON)
template <>
struct Tile<uint32_t> {
  static constexpr int kSize = 4;
  static void Run(const uint32_t* in, int64_t in_stride, uint32_t* out,
                  int64_t out_stride) {
    const uint32x4_t a = vld1q_u32(in), b = vld1q_u32(in + in_stride);
    const uint32x4_t c = vld1q_u32(in + 2 * in_stride);
    const uint32x4_t d = vld1q_u32(in + 3 * in_stride);
    const uint32x4x2_t ac = vzipq_u32(a, c), bd = vzipq_u32(b, d);
    const uint32x4x2_t first = vzipq_u32(ac.val[0], bd.val[0]);
    const uint32x4x2_t last = vzipq_u32(ac.val[1], bd.val[1]);
    vst1q_u32(out, first.val[0]);
    vst1q_u32(out + out_stride, first.val[1]);
    vst1q_u32(out + 2 * out_stride, last.val[0]);
    vst1q_u32(out + 3 * out_stride, last.val[1]);
  }
};
#endif  // __SSE2__, __ARM_NEON

typedef uint32_t Four __attribute__((vector_size(16)));
Four LoadFour(const uint32_t* p) {
  Four v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
// The first two elements of each.
void StorePairs(Four low, Four high, uint32_t* p) {
  const Four v = __builtin_shufflevector(low, high, 0, 1, 4, 5);
  std::memcpy(p, &v, sizeof(v));
}
// Element kA of a and kB of b, counted on from those of a.
template <int kA, int kB>
Four PairOf(Four a, Four b) {
  return __builtin_shufflevector(a, b, kA, kB, -1, -1);
}

// Four columns of three rows, which become neighbours, and the reverse.
void TransposeThreeByFour(const uint32_t* in, int64_t stride, uint32_t* out) {
  const Four a = LoadFour(in), b = LoadFour(in + stride);
  const Four c = LoadFour(in + 2 * stride);
  StorePairs(PairOf<0, 4>(a, b), PairOf<0, 5>(c, a), out);
  StorePairs(PairOf<1, 5>(b, c), PairOf<2, 6>(a, b), out + 4);
  StorePairs(PairOf<2, 7>(c, a), PairOf<3, 7>(b, c), out + 8);
}
void TransposeFourByThree(const uint32_t* in, uint32_t* out, int64_t stride) {
  const Four x = LoadFour(in), y = LoadFour(in + 4), z = LoadFour(in + 8);
  StorePairs(PairOf<0, 3>(x, x), PairOf<2, 5>(y, z), out);
  StorePairs(PairOf<1, 4>(x, y), PairOf<3, 6>(y, z), out + stride);
  StorePairs(PairOf<2, 5>(x, y), PairOf<0, 3>(z, z), out + 2 * stride);
}

// Few rows, as of RGB planes: the compiler keeps them apart in registers.
template <typename T, int kRows>
void TransposeRows(int64_t columns, const T* in, int64_t in_stride, T* out,
                   int64_t out_stride) {
  int64_t c = 0;
  if constexpr (kRows == 3 && std::is_same_v<T, uint32_t>) {
    for (; out_stride == 3 && c + 4 <= columns; c += 4) {
      TransposeThreeByFour(in + c, in_stride, out + 3 * c);
    }
  }
  for (; c < columns; ++c) {
    for (int r = 0; r < kRows; ++r)
      out[c * out_stride + r] = in[r * in_stride + c];
  }
}

// out[c * out_stride + r] = in[r * in_stride + c].
template <typename T>
void Transpose2d(int64_t rows, int64_t columns, const T* in, int64_t in_stride,
                 T* out, int64_t out_stride) {
  constexpr int64_t kSize = Tile<T>::kSize;
  if (rows == 3)
    return TransposeRows<T, 3>(columns, in, in_stride, out, out_stride);
  if (rows == 2)
    return TransposeRows<T, 2>(columns, in, in_stride, out, out_stride);
  int64_t done = 0;
  if constexpr (std::is_same_v<T, uint32_t>) {
    // Few columns, as of RGB images.
    for (; columns == 3 && in_stride == 3 && done + 4 <= rows; done += 4) {
      TransposeFourByThree(in + 3 * done, out + done, out_stride);
    }
  }
  const int64_t whole_rows = std::max(done, rows / kSize * kSize);
  const int64_t whole_columns = done > 0 ? columns : columns / kSize * kSize;
  for (int64_t r = done; r < whole_rows; r += kSize) {
    for (int64_t c = 0; c < whole_columns; c += kSize) {
      Tile<T>::Run(in + r * in_stride + c, in_stride, out + c * out_stride + r,
                   out_stride);
    }
  }
  for (int64_t c = 0; c < columns; ++c) {
    const int64_t first = c < whole_columns ? whole_rows : 0;
    for (int64_t r = first; r < rows; ++r) {
      out[c * out_stride + r] = in[r * in_stride + c];
    }
  }
}

// Whether `lines` cache lines, `stride` bytes apart, displace each other in a
// first-level cache of 64 sets.
bool Collide(int64_t lines, int64_t stride) {
  constexpr int64_t kSets = 64, kWays = 8;
  if (stride % kLineBytes != 0) return false;
  const int64_t sets = kSets / std::gcd(stride / kLineBytes, kSets);
  return lines > kWays * sets;
}

#ifdef __SSE2__
// Transpose2d of whole tiles of 8 x 8 numbers, in strips of 8 columns: as each
// of 8 rows of the output is written on from left to right, its lines need no
// buffer.
__attribute__((target("avx2"))) void TransposeTilesAvx2(
    int64_t rows, int64_t columns, const uint32_t* in, int64_t in_stride,
    uint32_t* out, int64_t out_stride) {
  for (int64_t c = 0; c < columns; c += 8) {
    for (int64_t r = 0; r < rows; r += 8) {
      const uint32_t* from = in + r * in_stride + c;
      uint32_t* to = out + c * out_stride + r;
      for (int half = 0; half < 2; ++half, from += 4, to += 4 * out_stride) {
        // Four columns of rows i and i + 4.
        __m256i a[4];
        for (int i = 0; i < 4; ++i) {
          a[i] = _mm256_inserti128_si256(
              _mm256_castsi128_si256(Load(from + i * in_stride)),
              Load(from + (i + 4) * in_stride), 1);
        }
        const __m256i b0 = _mm256_unpacklo_epi32(a[0], a[1]);
        const __m256i b1 = _mm256_unpackhi_epi32(a[0], a[1]);
        const __m256i b2 = _mm256_unpacklo_epi32(a[2], a[3]);
        const __m256i b3 = _mm256_unpackhi_epi32(a[2], a[3]);
        const __m256i tile[4] = {
            _mm256_unpacklo_epi64(b0, b2), _mm256_unpackhi_epi64(b0, b2),
            _mm256_unpacklo_epi64(b1, b3), _mm256_unpackhi_epi64(b1, b3)};
        for (int i = 0; i < 4; ++i) {
          _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i * out_stride),
                              tile[i]);
        }
      }
    }
  }
}

// Four columns of 16 rows. In the loops around it, addresses of rows would take
// more registers than there are.
__attribute__((target("avx512f"), noinline)) void TransposeFourAvx512(
    const uint32_t* in, int64_t in_stride, uint32_t* out, int64_t out_stride) {
  // Of rows i, i + 4, i + 8 and i + 12.
  __m512i a[4];
  for (int i = 0; i < 4; ++i, in += in_stride) {
    a[i] = _mm512_castsi128_si512(Load(in));
    a[i] = _mm512_inserti32x4(a[i], Load(in + 4 * in_stride), 1);
    a[i] = _mm512_inserti32x4(a[i], Load(in + 8 * in_stride), 2);
    a[i] = _mm512_inserti32x4(a[i], Load(in + 12 * in_stride), 3);
  }
  const __m512i b0 = _mm512_unpacklo_epi32(a[0], a[1]);
  const __m512i b1 = _mm512_unpackhi_epi32(a[0], a[1]);
  const __m512i b2 = _mm512_unpacklo_epi32(a[2], a[3]);
  const __m512i b3 = _mm512_unpackhi_epi32(a[2], a[3]);
  const __m512i tile[4] = {
      _mm512_unpacklo_epi64(b0, b2), _mm512_unpackhi_epi64(b0, b2),
      _mm512_unpacklo_epi64(b1, b3), _mm512_unpackhi_epi64(b1, b3)};
  for (int i = 0; i < 4; ++i) {
    _mm512_storeu_si512(out + i * out_stride, tile[i]);
  }
}
// Of tiles of 16 x 16: lines are read and written as a whole. If rows of the
// output displace each other, several lines of four rows are written before
// those of the next four. kAhead: each four columns read a quarter of the next
// block's lines ahead.
template <bool kAhead>
__attribute__((target("avx512f"))) void TransposeBlocksAvx512(
    int64_t block, int64_t rows, int64_t columns, const uint32_t* in,
    int64_t in_stride, uint32_t* out, int64_t out_stride) {
  for (int64_t c = 0; c < columns; c += 16) {
    for (int64_t first = 0; first < rows; first += block) {
      const int64_t end = std::min(rows, first + block);
      for (int64_t k = c; k < c + 16; k += 4) {
        const uint32_t* next = in + (first + block + (k - c)) * in_stride + c;
        for (int64_t r = first; r < end; r += 16) {
          if constexpr (kAhead) {
            for (int i = 0; i < 4; ++i) {
              _mm_prefetch(next + i * in_stride, _MM_HINT_T0);
            }
            next += 16 * in_stride;
          }
          TransposeFourAvx512(in + r * in_stride + k, in_stride,
                              out + k * out_stride + r, out_stride);
        }
      }
    }
  }
}
void TransposeTilesAvx512(int64_t rows, int64_t columns, const uint32_t* in,
                          int64_t in_stride, uint32_t* out,
                          int64_t out_stride) {
  const int64_t block = Collide(16, out_stride * 4) ? 64 : 16;
  // Lines of two blocks of the input, and of the output.
  const bool ahead = !Collide(2 * block + 16, in_stride * 4);
  const auto run =
      ahead ? TransposeBlocksAvx512<true> : TransposeBlocksAvx512<false>;
  run(block, rows, columns, in, in_stride, out, out_stride);
}
#endif  // __SSE2__

// The rows and columns of the widest tiles that the processor has, or those of
// Tile<T>.
template <typename T>
int WidestTile() {
#ifdef __SSE2__
  if constexpr (sizeof(T) == 4) {
    static const base::X86Features x86 = base::DetectX86();
    if (x86.avx512) return 16;
    if (x86.avx2) return 8;
  }
#endif
  return Tile<T>::kSize;
}

// Transpose2d by tiles of `size`, what is left of them by smaller ones. Rows
// that are left are done by whole tiles, together with rows before them.
template <typename T>
void TransposeByTiles(int size, int64_t rows, int64_t columns, const T* in,
                      int64_t in_stride, T* out, int64_t out_stride) {
  if (rows == 0 || columns == 0) return;
  if (size == Tile<T>::kSize) {
    return Transpose2d(rows, columns, in, in_stride, out, out_stride);
  }
  const int64_t whole_rows = rows / size * size;
  const int64_t whole_columns = columns / size * size;
#ifdef __SSE2__
  if constexpr (sizeof(T) == 4) {
    const auto tiles = size == 16 ? TransposeTilesAvx512 : TransposeTilesAvx2;
    tiles(whole_rows, whole_columns, in, in_stride, out, out_stride);
    if (whole_rows > 0 && whole_rows < rows) {
      const int64_t last = rows - size;
      tiles(size, whole_columns, in + last * in_stride, in_stride, out + last,
            out_stride);
      TransposeByTiles(size / 2, rows, columns - whole_columns,
                       in + whole_columns, in_stride,
                       out + whole_columns * out_stride, out_stride);
      return;
    }
  }
#endif
  TransposeByTiles(size / 2, whole_rows, columns - whole_columns,
                   in + whole_columns, in_stride,
                   out + whole_columns * out_stride, out_stride);
  TransposeByTiles(size / 2, rows - whole_rows, columns,
                   in + whole_rows * in_stride, in_stride, out + whole_rows,
                   out_stride);
}

// The same for at most a cache line of columns, by way of a buffer whose rows
// are written as whole lines if rows of the output would displace each other.
template <typename T>
void TransposeByLines(int64_t rows, int64_t columns, const T* in,
                      int64_t in_stride, T* out, int64_t out_stride) {
  constexpr int64_t kLine = kLineBytes / static_cast<int64_t>(sizeof(T));
  const int size = WidestTile<T>();
  if (rows > 3 && columns > 3 && size > Tile<T>::kSize) {
    return TransposeByTiles(size, rows, columns, in, in_stride, out,
                            out_stride);
  }
  alignas(kLineBytes) T lines[kLine * kLine];
  const bool collide =
      Collide(columns, out_stride * static_cast<int64_t>(sizeof(T)));
  int64_t r = 0;
  for (; collide && r + kLine <= rows; r += kLine) {
    Transpose2d(kLine, columns, in + r * in_stride, in_stride, lines, kLine);
    for (int64_t c = 0; c < columns; ++c) {
      std::memcpy(out + c * out_stride + r, lines + c * kLine, kLineBytes);
    }
  }
  Transpose2d(rows - r, columns, in + r * in_stride, in_stride, out + r,
              out_stride);
}

// The transposition as loops: dimensions in the output's order, those that stay
// together joined.
struct Plan {
  absl::InlinedVector<StridedCopy::Dim, 6> outer;
  StridedCopy::Dim row;     // walks along the output's rows
  StridedCopy::Dim column;  // walks along the input's rows
};

// False where the innermost dimension stays innermost.
bool MakePlan(const Transpose& op, Plan* plan) {
  const Shape& shape = op.outputs[0].shape;
  const auto in = DenseStrides(op.input);
  const auto out = DenseStrides(shape);
  for (int d = shape.rank() - 1; d >= 0; --d) {
    const StridedCopy::Dim dim = {shape[d], in[op.permutation[d]], out[d]};
    if (dim.extent == 1) continue;
    if (!plan->outer.empty()) {
      StridedCopy::Dim& inner = plan->outer.back();
      if (inner.in_stride * inner.extent == dim.in_stride &&
          inner.out_stride * inner.extent == dim.out_stride) {
        inner.extent *= dim.extent;
        continue;
      }
    }
    plan->outer.push_back(dim);
  }
  if (plan->outer.empty() || plan->outer[0].in_stride == 1) return false;
  plan->row = plan->outer[0];
  plan->outer.erase(plan->outer.begin());
  const auto column = std::find_if(
      plan->outer.begin(), plan->outer.end(),
      [](const StridedCopy::Dim& dim) { return dim.in_stride == 1; });
  plan->column = *column;
  plan->outer.erase(column);
  return true;
}

template <typename T>
void Run(const Plan& plan, const void* in, void* out, ThreadPool& threads) {
  const int64_t width = plan.row.extent <= 3
                            ? kPartRows
                            : kLineBytes / static_cast<int64_t>(sizeof(T));
  const int64_t blocks = (plan.column.extent + width - 1) / width;
  const int64_t parts = (plan.row.extent + kPartRows - 1) / kPartRows;
  int64_t planes = 1;
  for (const StridedCopy::Dim& dim : plan.outer) planes *= dim.extent;
  const int64_t grain =
      kGrain / WorkOf({width, std::min(plan.row.extent, kPartRows)});
  const int64_t units = planes * blocks * parts;
  threads.ParallelFor(units, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T* from = static_cast<const T*>(in);
      T* to = static_cast<T*>(out);
      int64_t plane = i / (blocks * parts);
      for (const StridedCopy::Dim& dim : plan.outer) {
        from += plane % dim.extent * dim.in_stride;
        to += plane % dim.extent * dim.out_stride;
        plane /= dim.extent;
      }
      const int64_t row = i / blocks % parts * kPartRows;
      const int64_t rows = std::min(kPartRows, plan.row.extent - row);
      const int64_t first = i % blocks * width;
      TransposeByLines(
          rows, std::min(width, plan.column.extent - first),
          from + row * plan.row.in_stride + first, plan.row.in_stride,
          to + row + first * plan.column.out_stride, plan.column.out_stride);
    }
  });
}

}  // namespace

Status EvalTransposeCpu(const Transpose& op, EvalContext& context) {
  const Shape& shape = op.outputs[0].shape;
  Plan plan;
  const bool tiled = MakePlan(op, &plan);
  return MoveCells(op, context, {0}, [&](const Cells& cells) {
    ThreadPool& threads = context.threads();
    if (tiled && cells.bytes == 1) {
      Run<uint8_t>(plan, cells.in[0], cells.out[0], threads);
    } else if (tiled && cells.bytes == 2) {
      Run<uint16_t>(plan, cells.in[0], cells.out[0], threads);
    } else if (tiled && cells.bytes == 4) {
      Run<uint32_t>(plan, cells.in[0], cells.out[0], threads);
    } else if (tiled && cells.bytes == 8) {
      Run<uint64_t>(plan, cells.in[0], cells.out[0], threads);
    } else {
      const auto in = DenseStrides(op.input);
      const auto out = DenseStrides(shape);
      StridedCopy copy;
      for (int d = 0; d < shape.rank(); ++d) {
        copy.Add(shape[d], in[op.permutation[d]], out[d]);
      }
      RunStridedCopy(copy, cells.bytes, cells.in[0], cells.out[0], &threads);
    }
    return OkStatus();
  });
}

}  // namespace tflite::kernels
