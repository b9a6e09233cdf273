// Compiled with the matrix multiplication of bytes of ARMv8.6; see isa.h for
// what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_MATMUL_INT8)
#include <arm_neon.h>

#include "kernels/gemm/arm/byte_rows.h"

namespace tflite::kernels {
namespace {

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

// Moves on to the next group.
inline void LoadGroup(const int8_t** b, int8x16_t (&out)[2]) {
  out[0] = vld1q_s8(*b);
  out[1] = vld1q_s8(*b + 16);
  *b += kGroup;
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

template <bool kFlip>
inline int8x16_t Flip(int8x16_t x, int8x16_t flip) {
  return kFlip ? veorq_s8(x, flip) : x;
}

template <int M>
struct RowSums : PairSums<kPairs<M>> {
  static constexpr int kMost = 8;
  static constexpr int P = kPairs<M>;
  using PairSums<P>::acc;

  inline __attribute__((always_inline)) void Start(const ByteRowsTile& t) {
    TFLL_GEMM_UNROLL
    for (int c = 0; c < 4; ++c) {
      const int32x2_t start = vld1_s32(t.start + 2 * c);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < P; ++i) acc[i][c] = vcombine_s32(start, start);
    }
    if (t.terms == nullptr) return;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < P; ++i) {
      const int32x2_t even = vld1_dup_s32(t.terms + 2 * i);
      const int32x2_t odd =
          2 * i + 1 < M ? vld1_dup_s32(t.terms + 2 * i + 1) : even;
      const int32x4_t terms = vcombine_s32(even, odd);
      TFLL_GEMM_UNROLL
      for (int c = 0; c < 4; ++c) acc[i][c] = vaddq_s32(acc[i][c], terms);
    }
  }

  // The groups of a run.
  template <bool kFlip>
  inline __attribute__((always_inline)) void AddRun(
      const ByteRowsTile& t, const int8_t* const (&a)[2 * P],
      const int8_t** b) {
    int8x16_t first[2], second[2], left[P], next[P];
    int64_t g = 0;
    for (; g + 4 <= t.groups; g += 4) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < P; ++i) {
        const int8x16_t even = Flip<kFlip>(vld1q_s8(a[2 * i] + 4 * g), t.flip);
        const int8x16_t odd =
            Flip<kFlip>(vld1q_s8(a[2 * i + 1] + 4 * g), t.flip);
        left[i] = Zip1Halves(even, odd);
        next[i] = Zip2Halves(even, odd);
      }
      LoadGroup(b, first);
      LoadGroup(b, second);
      this->Add(left, first, second);
      LoadGroup(b, first);
      LoadGroup(b, second);
      this->Add(next, first, second);
    }
    for (; g < t.groups; g += 2) {
      const int64_t groups = t.groups - g;
      TFLL_GEMM_UNROLL
      for (int i = 0; i < P; ++i) {
        // Where there is no second group, its weights are zeros.
        left[i] = Flip<kFlip>(vreinterpretq_s8_s64(vcombine_s64(
                                  LoadFew(a[2 * i] + 4 * g, groups),
                                  LoadFew(a[2 * i + 1] + 4 * g, groups))),
                              t.flip);
      }
      LoadGroup(b, first);
      second[0] = second[1] = vdupq_n_s8(0);
      if (groups >= 2) LoadGroup(b, second);
      this->Add(left, first, second);
    }
  }

  template <bool kFlip, bool kWindows>
  inline __attribute__((always_inline)) void Multiply(const ByteRowsTile& t) {
    Start(t);
    const int8_t* rows[M];
    FirstRuns<kWindows>(t, rows);
    // An odd last row is paired with itself.
    const int8_t* a[2 * P];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 2 * P; ++i) a[i] = rows[i < M ? i : M - 1];
    const int8_t* b = t.rhs;
    for (int64_t runs = t.runs;;) {
      AddRun<kFlip>(t, a, &b);
      if (!kWindows || --runs == 0) return;
      TFLL_GEMM_UNROLL
      for (int i = 0; i < 2 * P; ++i) a[i] += t.run_step;
    }
  }

  // Columns 4 * half to 4 * half + 3 of a row.
  int32x4_t Of(int row, int half) const {
    const int64x2_t first = vreinterpretq_s64_s32(acc[row / 2][2 * half]);
    const int64x2_t second = vreinterpretq_s64_s32(acc[row / 2][2 * half + 1]);
    return vreinterpretq_s32_s64(row % 2 == 0 ? vzip1q_s64(first, second)
                                              : vzip2q_s64(first, second));
  }
};

void RunTile(const GemmIntTile& t) {
  // Half of each product of matrices would be for nothing.
  if (t.m == 1) return GemmDotprod()->byte_tile(t);
  RunByteTile<RowSums>(t);
}

void RunRows(const GemmIntRows& r) {
  if (r.rows == 1) return GemmDotprod()->byte_rows(r);
  RunByteRows<RowSums>(r);
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmDotprod();
  isa.name = "i8mm";
  isa.byte_tile = RunTile;
  isa.byte_rows = RunRows;
  isa.byte_results = RunByteResults<RowSums>;
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
