// Compiled with the dot product of ARMv8.2; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>

#include "kernels/gemm/arm/requantize_neon.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 8;
constexpr int kColumns = 8;

template <int M>
struct ByteSums {
  int32x4_t acc[M][2];

  // Adds the products of one group of depths, whose left bytes are in lane
  // kLane.
  template <int kLane>
  inline __attribute__((always_inline)) void Add(const int8x16_t (&left)[M],
                                                 const int8_t* b) {
    const int8x16_t low = vld1q_s8(b);
    const int8x16_t high = vld1q_s8(b + 16);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      acc[i][0] = vdotq_laneq_s32(acc[i][0], low, left[i], kLane);
      acc[i][1] = vdotq_laneq_s32(acc[i][1], high, left[i], kLane);
    }
  }
};

template <int M>
inline __attribute__((always_inline)) void Multiply(const GemmIntTile& t,
                                                    ByteSums<M>* sums) {
  constexpr int kGroup = 4 * kColumns;
  TFLL_GEMM_UNROLL
  for (int v = 0; v < 2; ++v) {
    const int32x4_t start = vld1q_s32(t.start + 4 * v);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) sums->acc[i][v] = start;
  }
  const int8_t* a[M];
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    a[i] = reinterpret_cast<const int8_t*>(t.left + i * t.left_stride);
  }
  const int8_t* b = t.rhs;
  int8x16_t left[M];
  int64_t g = 0;
  for (; g + 4 <= t.groups; g += 4, b += 4 * kGroup) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) left[i] = vld1q_s8(a[i] + 4 * g);
    sums->template Add<0>(left, b);
    sums->template Add<1>(left, b + kGroup);
    sums->template Add<2>(left, b + 2 * kGroup);
    sums->template Add<3>(left, b + 3 * kGroup);
  }
  for (; g < t.groups; ++g, b += kGroup) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      left[i] = vreinterpretq_s8_s32(
          vld1q_dup_s32(reinterpret_cast<const int32_t*>(a[i] + 4 * g)));
    }
    sums->template Add<0>(left, b);
  }
}

template <int M>
void ByteTile(const GemmIntTile& t) {
  ByteSums<M> sums;
  Multiply<M>(t, &sums);
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    vst1q_s32(t.acc + i * t.acc_pitch, sums.acc[i][0]);
    vst1q_s32(t.acc + i * t.acc_pitch + 4, sums.acc[i][1]);
  }
}

template <int M>
bool ByteResults(const GemmIntTile& t, const GemmRequantTile& r) {
  ByteSums<M> sums;
  Multiply<M>(t, &sums);
  const RequantFactors low(*r.columns, r.first_column);
  const RequantFactors high(*r.columns, r.first_column + 4);
  const RequantBytes bytes(*r.columns);
  constexpr RequantForm kForm = RequantForm::kRight;
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    vst1_u8(r.out[i], bytes.Of<kForm>(low.Apply<kForm>(sums.acc[i][0]),
                                      high.Apply<kForm>(sums.acc[i][1])));
  }
  return true;
}

template <int M>
void RunByteTile(const GemmIntTile& t) {
  if constexpr (M > 1) {
    if (t.m < M) return RunByteTile<M - 1>(t);
  }
  ByteTile<M>(t);
}

bool RunByteResults(const GemmIntTile& t, const GemmRequantTile& r) {
  // Results are stored in whole vectors, so an incomplete last panel only
  // writes its sums to `acc`.
  if (t.n < kColumns) {
    RunByteTile<kRows>(t);
    return false;
  }
  TFLL_GEMM_BY_8(M, t.m, ByteResults<M>(t, r))
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmNeon();
  isa.name = "dotprod";
  isa.int_mr = kRows;
  isa.int_nr = kColumns;
  isa.int_vector = kColumns;
  isa.bytes = true;
  isa.left_bytes = GemmLeftBytes::kSigned;
  isa.byte_tile = RunByteTile<kRows>;
  isa.byte_results = RunByteResults;
  isa.depthwise_bytes = {DepthwiseBytesDotprod, /*group=*/4,
                         /*vectors=*/4,
                         /*lanes=*/1,           /*block=*/16,
                         /*weight_bytes=*/1,    DepthwiseLineDotprod};
  return isa;
}

}  // namespace

const GemmIsa* GemmDotprod() {
  static const GemmIsa isa = MakeIsa();
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const GemmIsa* GemmDotprod() { return nullptr; }
}  // namespace tflite::kernels

#endif
