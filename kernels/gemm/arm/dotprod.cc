// Compiled with the dot product of ARMv8.2; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)
#include <arm_neon.h>

#include "kernels/gemm/arm/byte_rows.h"
#include "kernels/gemm/arm/sum_bytes.h"

namespace tflite::kernels {
namespace {

constexpr int kRows = 8;
constexpr int kColumns = 8;

template <bool kFlip>
inline int8x16_t Flip(int8x16_t x, int8x16_t flip) {
  return kFlip ? veorq_s8(x, flip) : x;
}

// Loads a vector and moves on by `step`, in one instruction, which compilers do
// not make of two.
inline __attribute__((always_inline)) int8x16_t LoadAndMove(const int8_t** from,
                                                            int64_t step) {
  int8x16_t out;
  __asm__("ld1 {%[out].16b}, [%[from]], %[step]"
          : [out] "=w"(out), [from] "+r"(*from)
          : [step] "r"(step)
          : "memory");
  return out;
}

// Taps of windows whose pixels AddShared loads once for adjacent rows.
constexpr int kTaps = 3;

template <int M>
struct ByteSums {
  static constexpr int kMost = kRows;
  int32x4_t acc[M][2];

  int32x4_t Of(int row, int half) const { return acc[row][half]; }

  // One group, whose left bytes are in lane kLane.
  template <int kLane>
  inline __attribute__((always_inline)) void Add(const int8x16_t (&left)[M],
                                                 int8x16_t low,
                                                 int8x16_t high) {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      acc[i][0] = vdotq_laneq_s32(acc[i][0], low, left[i], kLane);
      acc[i][1] = vdotq_laneq_s32(acc[i][1], high, left[i], kLane);
    }
  }

  // Two groups, whose left bytes are in lanes kLane and kLane + 1.
  template <int kLane>
  inline __attribute__((always_inline)) void Add2(const int8x16_t (&left)[M],
                                                  const int8_t** b) {
    int8x16_t right[4];
    LoadGroups(b, right);
    Add<kLane>(left, right[0], right[1]);
    Add<kLane + 1>(left, right[2], right[3]);
  }

  inline __attribute__((always_inline)) void Start(const ByteRowsTile& t) {
    const int32x4_t low = vld1q_s32(t.start), high = vld1q_s32(t.start + 4);
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      acc[i][0] = low;
      acc[i][1] = high;
    }
    if (t.terms == nullptr) return;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const int32x4_t term = vld1q_dup_s32(t.terms + i);
      acc[i][0] = vaddq_s32(low, term);
      acc[i][1] = vaddq_s32(high, term);
    }
  }

  // The groups of a run.
  template <bool kFlip>
  inline __attribute__((always_inline)) void AddRun(const ByteRowsTile& t,
                                                    const int8_t* const (&a)[M],
                                                    const int8_t** b) {
    int8x16_t left[M];
    int64_t at = 0;
    const int64_t bytes = 4 * t.groups;
    for (; at + 16 <= bytes; at += 16) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        left[i] = Flip<kFlip>(vld1q_s8(a[i] + at), t.flip);
      }
      Add2<0>(left, b);
      Add2<2>(left, b);
    }
    if (at + 8 <= bytes) {
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        left[i] =
            Flip<kFlip>(vcombine_s8(vld1_s8(a[i] + at), vdup_n_s8(0)), t.flip);
      }
      Add2<0>(left, b);
      at += 8;
    }
    if (at == bytes) return;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      const int8x16_t row = vreinterpretq_s8_s32(
          vld1q_dup_s32(reinterpret_cast<const int32_t*>(a[i] + at)));
      left[i] = Flip<kFlip>(row, t.flip);
    }
    Add<0>(left, vld1q_s8(*b), vld1q_s8(*b + 16));
    *b += 4 * kColumns;
  }

  // How far apart rows are that share all but the first and last pixels of
  // their runs: those of adjacent windows with kTaps taps and stride 1. 0 if
  // they do not, or if pixels are not whole vectors.
  static int64_t SharedStep(const ByteRowsTile& t) {
    const int64_t step = t.rows[1] - t.rows[0];
    const bool shares = kTaps * step == 4 * t.groups && step % 16 == 0 &&
                        t.rows[M - 1] - t.rows[0] == (M - 1) * step;
    return shares ? step : 0;
  }

  // All runs of rows that are `step` apart.
  inline __attribute__((always_inline)) void AddShared(const ByteRowsTile& t,
                                                       int64_t step) {
    const auto* a = reinterpret_cast<const int8_t*>(t.rows[0]);
    const int8_t* b = t.rhs;
    for (int64_t runs = t.runs; runs > 0; --runs) {
      for (int64_t at = 0; at < step; at += 16) {
        const int8_t* from = a + at;
        int8x16_t pixels[M + kTaps - 1];
        TFLL_GEMM_UNROLL
        for (auto& pixel : pixels) pixel = LoadAndMove(&from, step);
        const int8_t* right = b + at * kColumns;
        TFLL_GEMM_UNROLL
        for (int tap = 0; tap < kTaps; ++tap) {
          int8x16_t left[M];
          TFLL_GEMM_UNROLL
          for (int i = 0; i < M; ++i) left[i] = pixels[i + tap];
          Add2<0>(left, &right);
          Add2<2>(left, &right);
          right += (step - 16) * kColumns;
        }
      }
      a += t.run_step;
      b += kTaps * step * kColumns;
    }
  }

  template <bool kFlip, bool kWindows>
  inline __attribute__((always_inline)) void Multiply(const ByteRowsTile& t) {
    Start(t);
    if constexpr (kWindows && M == kRows) {
      const int64_t step = SharedStep(t);
      if (step > 0) return AddShared(t, step);
    }
    const int8_t* a[M];
    FirstRuns<kWindows>(t, a);
    const int8_t* b = t.rhs;
    for (int64_t runs = t.runs;;) {
      AddRun<kFlip>(t, a, &b);
      if (!kWindows || --runs == 0) return;
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) a[i] += t.run_step;
    }
  }
};

struct AddFours {
  static uint32x4_t Bytes(uint32x4_t sums, uint8x16_t x) {
    return vdotq_u32(sums, x, vdupq_n_u8(1));
  }
};

uint32_t SumBytes(const uint8_t* in, int64_t n, uint8_t flip) {
  return SumOfBytes<AddFours>(in, n, flip);
}

GemmIsa MakeIsa() {
  GemmIsa isa = *GemmNeon();
  isa.name = "dotprod";
  isa.int_mr = kRows;
  isa.int_nr = kColumns;
  isa.int_vector = kColumns;
  isa.bytes = true;
  isa.left_bytes = GemmLeftBytes::kSigned;
  isa.byte_tile = RunByteTile<ByteSums>;
  isa.byte_rows = RunByteRows<ByteSums>;
  isa.byte_results = RunByteResults<ByteSums>;
  isa.sum_bytes = SumBytes;
  isa.sum_rows = SumByteRows<AddFours>;
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
