// Compiled with the matrix multiplication of bytes of ARMv8.6; see isa.h for
// what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_MATMUL_INT8)
#include <arm_neon.h>

#include "kernels/gemm/arm/requantize_neon.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 8;
constexpr int kColumns = 8;
constexpr int kGroup = 4 * kColumns;  // bytes of the right operand

inline int8x16_t Zip1Words(int8x16_t a, int8x16_t b) {
  return vreinterpretq_s8_s32(
      vzip1q_s32(vreinterpretq_s32_s8(a), vreinterpretq_s32_s8(b)));
}
inline int8x16_t Zip2Words(int8x16_t a, int8x16_t b) {
  return vreinterpretq_s8_s32(
      vzip2q_s32(vreinterpretq_s32_s8(a), vreinterpretq_s32_s8(b)));
}
inline int8x16_t Zip1Halves(int8x16_t a, int8x16_t b) {
  return vreinterpretq_s8_s64(
      vzip1q_s64(vreinterpretq_s64_s8(a), vreinterpretq_s64_s8(b)));
}
inline int8x16_t Zip2Halves(int8x16_t a, int8x16_t b) {
  return vreinterpretq_s8_s64(
      vzip2q_s64(vreinterpretq_s64_s8(a), vreinterpretq_s64_s8(b)));
}

// P pairs of rows by four pairs of columns: each vector holds the sums of two
// rows and two columns, row by row.
template <int P>
struct PairSums {
  int32x4_t acc[P][4];

  // Adds the products of two groups of depths. `left` has eight depths of the
  // first row of each pair, then of the second.
  inline __attribute__((always_inline)) void Add(const int8x16_t (&left)[P],
                                                 const int8x16_t (&first)[2],
                                                 const int8x16_t (&second)[2]) {
    const int8x16_t right[4] = {
        Zip1Words(first[0], second[0]), Zip2Words(first[0], second[0]),
        Zip1Words(first[1], second[1]), Zip2Words(first[1], second[1])};
    TFLL_GEMM_UNROLL
    for (int i = 0; i < P; ++i) {
      TFLL_GEMM_UNROLL
      for (int c = 0; c < 4; ++c) {
        acc[i][c] = vmmlaq_s32(acc[i][c], left[i], right[c]);
      }
    }
  }
};

inline void LoadGroup(const int8_t* b, int8x16_t (&out)[2]) {
  out[0] = vld1q_s8(b);
  out[1] = vld1q_s8(b + 16);
}

// Loads the bytes of one or two groups of a row, padded with zeros.
inline int64x1_t LoadFew(const int8_t* p, int64_t groups) {
  uint64_t word = 0;
  if (groups >= 2) {
    __builtin_memcpy(&word, p, 8);
  } else {
    uint32_t half;
    __builtin_memcpy(&half, p, 4);
    word = half;
  }
  return vcreate_s64(word);
}

template <int M>
constexpr int kPairs = (M + 1) / 2;

template <int M>
inline __attribute__((always_inline)) void Multiply(const GemmIntTile& t,
                                                    PairSums<kPairs<M>>* out) {
  constexpr int P = kPairs<M>;
  PairSums<P>& sums = *out;
  TFLL_GEMM_UNROLL
  for (int c = 0; c < 4; ++c) {
    const int32x2_t start = vld1_s32(t.start + 2 * c);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < P; ++i) sums.acc[i][c] = vcombine_s32(start, start);
  }
  // An odd last row is paired with itself.
  const int8_t* a[2 * P];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < 2 * P; ++i) {
    a[i] = reinterpret_cast<const int8_t*>(t.left +
                                           (i < M ? i : M - 1) * t.left_stride);
  }
  const int8_t* b = t.rhs;
  int8x16_t first[2], second[2], left[P], next[P];
  int64_t g = 0;
  for (; g + 4 <= t.groups; g += 4, b += 4 * kGroup) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < P; ++i) {
      const int8x16_t even = vld1q_s8(a[2 * i] + 4 * g);
      const int8x16_t odd = vld1q_s8(a[2 * i + 1] + 4 * g);
      left[i] = Zip1Halves(even, odd);
      next[i] = Zip2Halves(even, odd);
    }
    LoadGroup(b, first);
    LoadGroup(b + kGroup, second);
    sums.Add(left, first, second);
    LoadGroup(b + 2 * kGroup, first);
    LoadGroup(b + 3 * kGroup, second);
    sums.Add(next, first, second);
  }
  for (; g < t.groups; g += 2, b += 2 * kGroup) {
    const int64_t groups = t.groups - g;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < P; ++i) {
      left[i] = vreinterpretq_s8_s64(
          vcombine_s64(LoadFew(a[2 * i] + 4 * g, groups),
                       LoadFew(a[2 * i + 1] + 4 * g, groups)));
    }
    LoadGroup(b, first);
    second[0] = second[1] = vdupq_n_s8(0);
    if (groups >= 2) LoadGroup(b + kGroup, second);
    sums.Add(left, first, second);
  }
}

template <int M>
void ByteTile(const GemmIntTile& t) {
  PairSums<kPairs<M>> sums;
  Multiply<M>(t, &sums);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    int32_t* out = t.acc + i * t.acc_pitch;
    TFLL_GEMM_UNROLL
    for (int c = 0; c < 4; ++c) {
      const int32x4_t both = sums.acc[i / 2][c];
      vst1_s32(out + 2 * c,
               i % 2 == 0 ? vget_low_s32(both) : vget_high_s32(both));
    }
  }
}

// Columns 4 * half to 4 * half + 3 of a row.
template <int P>
inline int32x4_t RowSums(const PairSums<P>& sums, int row, int half) {
  const int64x2_t first = vreinterpretq_s64_s32(sums.acc[row / 2][2 * half]);
  const int64x2_t second =
      vreinterpretq_s64_s32(sums.acc[row / 2][2 * half + 1]);
  return vreinterpretq_s32_s64(row % 2 == 0 ? vzip1q_s64(first, second)
                                            : vzip2q_s64(first, second));
}

template <int M>
bool ByteResults(const GemmIntTile& t, const GemmRequantTile& r) {
  PairSums<kPairs<M>> sums;
  Multiply<M>(t, &sums);
  const RequantFactors low(*r.columns, r.first_column);
  const RequantFactors high(*r.columns, r.first_column + 4);
  const RequantBytes bytes(*r.columns);
  constexpr RequantForm kForm = RequantForm::kRight;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    vst1_u8(r.out[i], bytes.Of<kForm>(low.Apply<kForm>(RowSums(sums, i, 0)),
                                      high.Apply<kForm>(RowSums(sums, i, 1))));
  }
  return true;
}

template <int M>
void RunByteTile(const GemmIntTile& t) {
  if constexpr (M > 2) {
    if (t.m < M) return RunByteTile<M - 1>(t);
    return ByteTile<M>(t);
  }
  // With one row, half of each matrix product would be unused.
  if (t.m == 1) return GemmDotprod()->byte_tile(t);
  ByteTile<2>(t);
}

bool RunByteResults(const GemmIntTile& t, const GemmRequantTile& r) {
  // Results are stored in whole vectors, so an incomplete last panel only
  // writes its sums to `acc`.
  if (t.n < kColumns) {
    RunByteTile<kRows>(t);
    return false;
  }
  if (t.m == 1) return GemmDotprod()->byte_results(t, r);
  TFLL_GEMM_BY_8(M, t.m, ByteResults<M>(t, r))
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmDotprod();
  isa.name = "i8mm";
  isa.byte_tile = RunByteTile<kRows>;
  isa.byte_results = RunByteResults;
  return isa;
}

}  // namespace

const GemmIsa* GemmI8mm() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmI8mm() { return nullptr; }
}  // namespace tflite::kernels

#endif
