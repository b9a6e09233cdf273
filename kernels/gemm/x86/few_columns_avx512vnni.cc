// 8-bit results of up to four columns: their weights lie along the depth, like
// the rows, whose bytes are not repeated for columns that there are not.
// Compiled with AVX-512 F, BW, DQ, VL and VNNI; see isa.h for what may be
// included.
#include "kernels/gemm/x86/x86_isa.h"

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VNNI__)
#include "kernels/gemm/x86/requant_avx512.h"
#include "kernels/gemm/x86/vnni_avx512.h"
#include "kernels/gemm/x86/vnni_tiles.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = Bytes512::kLanes;
// The vectors of sums of a tile, of kSums / N rows by N columns. N is 1, 2 or
// 4; the fourth column of three has weights of 0.
constexpr int kSums = 16;
constexpr int kMostColumns = 4;
// The depth whose weights are on the stack; deeper products are for others.
constexpr int64_t kMostGroups = 256;

// The weights of each column, in whole vectors with zeros after the depth.
template <int N>
struct ColumnWeights {
  explicit ColumnWeights(const GemmIntRows& r)
      : vectors(r.groups / kLanes),
        rest(static_cast<__mmask16>((1u << r.groups % kLanes) - 1)) {
    const int64_t end = (r.groups + kLanes - 1) / kLanes * kLanes;
    for (int64_t g = 0; g < end; ++g) {
      for (int j = 0; j < N; ++j) {
        int32_t word = 0;
        if (g < r.groups) {
          __builtin_memcpy(&word, r.rhs + g * Bytes512::kGroupColumns + 4 * j,
                           sizeof(word));
        }
        words[g / kLanes * N + j][g % kLanes] = word;
      }
    }
  }
  alignas(64) int32_t words[kMostGroups / kLanes * N][kLanes];
  int64_t vectors;  // whole ones
  __mmask16 rest;   // the groups after them
};

// Adds the products of a vector of each row with one of each column.
template <int N, typename Load>
inline __attribute__((always_inline)) void AddVector(
    const int32_t (*words)[kLanes], __m512i flip, const Load& load,
    __m512i (&acc)[kSums]) {
  __m512i right[N];
  TFLL_GEMM_UNROLL
  for (int j = 0; j < N; ++j) right[j] = _mm512_load_si512(words[j]);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < kSums / N; ++i) {
    const __m512i left = Bytes512::Flip(load(i), flip);
    TFLL_GEMM_UNROLL
    for (int j = 0; j < N; ++j) {
      acc[i * N + j] = Bytes512::Add(acc[i * N + j], left, right[j]);
    }
  }
}

// Lane i of the result is the sum of the lanes of acc[i].
inline __attribute__((always_inline)) __m512i SumsOfLanes(
    const __m512i (&acc)[kSums]) {
  __m512i four[4];
  TFLL_GEMM_UNROLL
  for (int q = 0; q < 4; ++q) {
    __m512i two[2];
    TFLL_GEMM_UNROLL
    for (int h = 0; h < 2; ++h) {
      const __m512i x = acc[4 * q + 2 * h], y = acc[4 * q + 2 * h + 1];
      two[h] = _mm512_add_epi32(_mm512_unpacklo_epi32(x, y),
                                _mm512_unpackhi_epi32(x, y));
    }
    four[q] = _mm512_add_epi32(_mm512_unpacklo_epi64(two[0], two[1]),
                               _mm512_unpackhi_epi64(two[0], two[1]));
  }
  const auto join = [](__m512i x, __m512i y) {
    return _mm512_add_epi32(_mm512_shuffle_i32x4(x, y, 0x88),
                            _mm512_shuffle_i32x4(x, y, 0xDD));
  };
  return join(join(four[0], four[1]), join(four[2], four[3]));
}

// What turns a vector with the sums of a tile, row by row, into bytes.
template <typename FactorsOf, int N>
class TileBytes {
 public:
  explicit TileBytes(const GemmIntRows& r)
      : factors_(Repeated(FactorsOf(*r.to.columns, r.to.first_column))),
        start_(Repeated(_mm512_loadu_si512(r.start))),
        sign_(SignOf(*r.to.columns)),
        bounds_(*r.to.columns) {
    alignas(16) uint8_t order[16];
    for (int i = 0; i < 16; ++i) {
      order[i] = static_cast<uint8_t>(i / r.n * N + i % r.n);
    }
    order_ = _mm_load_si128(reinterpret_cast<const __m128i*>(order));
  }

  // Of m rows from `row` on.
  void Store(const GemmIntRows& r, int64_t row, int64_t m, __m512i sums) const {
    sums = _mm512_add_epi32(sums, start_);
    __m512i y;
    if constexpr (FactorsOf::kHasDoubts) {
      __m512 farthest = _mm512_setzero_ps();
      y = factors_.Round(sums, sign_, &farthest);
      if (InDoubt(farthest)) return StoreExactly(r, row, m, sums);
    } else {
      y = factors_.Round(sums);
    }
    // In the order of memory if rows of results adjoin.
    const __m128i bytes = _mm_shuffle_epi8(
        _mm512_castsi512_si128(bounds_.InOrder(y, y, y, y)), order_);
    const int64_t stride = r.to.out_stride, n = r.n;
    auto* out = static_cast<uint8_t*>(r.to.out) + row * stride;
    if (stride == n) {
      return _mm_mask_storeu_epi8(
          out, static_cast<__mmask16>((1u << m * n) - 1), bytes);
    }
    alignas(16) uint8_t from[16];
    _mm_store_si128(reinterpret_cast<__m128i*>(from), bytes);
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) out[i * stride + j] = from[i * n + j];
    }
  }

 private:
  // The first N columns' numbers for each row.
  static __m512i Repeated(__m512i numbers) {
    const __m512i lane =
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutexvar_epi32(
        _mm512_and_si512(lane, _mm512_set1_epi32(N - 1)), numbers);
  }
  // Factors are vectors of a number for each column.
  static FactorsOf Repeated(FactorsOf factors) {
    __m512i vectors[sizeof(factors) / sizeof(__m512i)];
    __builtin_memcpy(vectors, &factors, sizeof(factors));
    for (__m512i& v : vectors) v = Repeated(v);
    __builtin_memcpy(&factors, vectors, sizeof(factors));
    return factors;
  }

  __attribute__((noinline)) void StoreExactly(const GemmIntRows& r, int64_t row,
                                              int64_t m, __m512i sums) const {
    alignas(64) int32_t stored[kSums];
    _mm512_store_si512(stored, sums);
    uint8_t* out[kSums / N];
    for (int64_t i = 0; i < m; ++i) {
      out[i] = static_cast<uint8_t*>(r.to.out) + (row + i) * r.to.out_stride;
    }
    RequantizeAvx2({stored, N, m, r.n, r.to.columns, r.to.first_column, out});
  }

  FactorsOf factors_;
  __m512i start_, sign_;
  FourBounds bounds_;
  __m128i order_;
};

template <typename FactorsOf, int N>
void Run(const GemmIntRows& r) {
  constexpr int kRows = kSums / N;
  const ColumnWeights<N> weights(r);
  const TileBytes<FactorsOf, N> bytes(r);
  const __m512i flip = _mm512_set1_epi8(static_cast<char>(r.flip));
  for (int64_t row = 0; row < r.rows; row += kRows) {
    const int64_t m = r.rows - row < kRows ? r.rows - row : kRows;
    // The last row instead of those beyond it.
    const uint8_t* a[kRows];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kRows; ++i) {
      const int64_t at = row + (i < m ? i : m - 1);
      a[i] = r.left_rows == nullptr ? r.left + at * r.left_stride
                                    : r.left_rows[at];
    }
    __m512i acc[kSums];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < kSums; ++i) acc[i] = Bytes512::Zero();
    const int32_t(*words)[kLanes] = weights.words;
    int64_t at = 0;
    TFLL_GEMM_ROLLED
    for (int64_t v = weights.vectors; v > 0; --v, words += N) {
      AddVector<N>(
          words, flip, [&](int i) { return _mm512_loadu_si512(a[i] + at); },
          acc);
      at += sizeof(__m512i);
    }
    if (weights.rest != 0) {
      AddVector<N>(
          words, flip,
          [&](int i) {
            return _mm512_maskz_loadu_epi32(weights.rest, a[i] + at);
          },
          acc);
    }
    bytes.Store(r, row, m, SumsOfLanes(acc));
  }
}

template <typename FactorsOf>
void RunBy(const GemmIntRows& r) {
  r.n == 1   ? Run<FactorsOf, 1>(r)
  : r.n == 2 ? Run<FactorsOf, 2>(r)
             : Run<FactorsOf, 4>(r);
}

}  // namespace

bool FewColumnsAvx512Vnni(const GemmIntRows& r) {
  // With fewer rows, to lay the weights along the depth would take too long.
  if (r.n > kMostColumns || r.rows < kSums || r.groups > kMostGroups ||
      r.runs != 1 || r.terms != nullptr) {
    return false;
  }
  WithFactors(*r.to.columns, r.to.first_column, r.n,
              [&r](auto factors) { RunBy<decltype(factors)>(r); });
  return true;
}

}  // namespace tflite::kernels

#endif
