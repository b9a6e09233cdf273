// Products of bytes with the baseline of Arm targets; see isa.h for what may be
// included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>

#include "kernels/gemm/arm/byte_rows.h"

namespace tflite::kernels {
namespace {

constexpr int kColumns = 8;
constexpr int kGroup = 4 * kColumns;

// Eight right bytes, of two columns, in a half of a vector, times left bytes,
// which are the same in both halves.
template <int kHalf>
inline int16x8_t Product(int8x16_t right, int8x16_t left) {
#if defined(__aarch64__)
  if constexpr (kHalf == 1) return vmull_high_s8(right, left);
#endif
  return vmull_s8(kHalf == 0 ? vget_low_s8(right) : vget_high_s8(right),
                  vget_low_s8(left));
}

template <int kHalf>
inline int16x8_t AddProduct(int16x8_t sum, int8x16_t right, int8x16_t left) {
#if defined(__aarch64__)
  if constexpr (kHalf == 1) return vmlal_high_s8(sum, right, left);
#endif
  return vmlal_s8(sum, kHalf == 0 ? vget_low_s8(right) : vget_high_s8(right),
                  vget_low_s8(left));
}

// kPairs: the sum of two products fits 16 bits, because no right byte is -128.
template <int M, bool kPairs>
struct ByteSums {
#if defined(__aarch64__)
  static constexpr int kMost = 4;
#else
  static constexpr int kMost = 2;
#endif
  // Of row i, acc[i][p] has the columns 2p and 2p + 1, two parts each.
  int32x4_t acc[M][4];

  int32x4_t Of(int row, int half) const {
    const int32x4_t a = acc[row][2 * half], b = acc[row][2 * half + 1];
#if defined(__aarch64__)
    return vpaddq_s32(a, b);
#else
    return vcombine_s32(vpadd_s32(vget_low_s32(a), vget_high_s32(a)),
                        vpadd_s32(vget_low_s32(b), vget_high_s32(b)));
#endif
  }

  inline __attribute__((always_inline)) void Start(const ByteRowsTile& t) {
    const int32x4_t zero = vdupq_n_s32(0);
    TFLL_GEMM_UNROLL
    for (int half = 0; half < 2; ++half) {
      const int32x4_t start = vld1q_s32(t.start + 4 * half);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        const int32x4_t sum =
            t.terms == nullptr ? start
                               : vaddq_s32(start, vld1q_dup_s32(t.terms + i));
        const int32x4x2_t parts = vzipq_s32(sum, zero);
        acc[i][2 * half] = parts.val[0];
        acc[i][2 * half + 1] = parts.val[1];
      }
    }
  }

  // One group of row i.
  inline __attribute__((always_inline)) void Add(int i, int8x16_t left,
                                                 const int8x16_t (&right)[2]) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 2; ++v) {
      acc[i][2 * v] = vpadalq_s16(acc[i][2 * v], Product<0>(right[v], left));
      acc[i][2 * v + 1] =
          vpadalq_s16(acc[i][2 * v + 1], Product<1>(right[v], left));
    }
  }

  // Two groups of row i.
  inline __attribute__((always_inline)) void Add2(
      int i, int8x8_t left, const int8x16_t (&first)[2],
      const int8x16_t (&second)[2]) {
    int32x2_t words = vreinterpret_s32_s8(left);
    // Else each word is loaded, by an address of its own.
    __asm__("" : "+w"(words));
    const int8x16_t left0 = vreinterpretq_s8_s32(vdupq_lane_s32(words, 0));
    const int8x16_t left1 = vreinterpretq_s8_s32(vdupq_lane_s32(words, 1));
    if constexpr (!kPairs) {
      Add(i, left0, first);
      Add(i, left1, second);
      return;
    }
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 2; ++v) {
      int16x8_t low = Product<0>(first[v], left0);
      int16x8_t high = Product<1>(first[v], left0);
      low = AddProduct<0>(low, second[v], left1);
      high = AddProduct<1>(high, second[v], left1);
      acc[i][2 * v] = vpadalq_s16(acc[i][2 * v], low);
      acc[i][2 * v + 1] = vpadalq_s16(acc[i][2 * v + 1], high);
    }
  }

  template <bool kFlip>
  inline __attribute__((always_inline)) void Multiply(const ByteRowsTile& t) {
    Start(t);
    const int8x8_t flip = vget_low_s8(t.flip);
    const int8_t* a[M];
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) a[i] = t.left + i * t.stride;
    const int8_t* b = t.rhs;
    int64_t at = 0;
    const int64_t bytes = 4 * t.groups;
    for (; at + 8 <= bytes; at += 8, b += 2 * kGroup) {
      const int8x16_t first[2] = {vld1q_s8(b), vld1q_s8(b + 16)};
      const int8x16_t second[2] = {vld1q_s8(b + 32), vld1q_s8(b + 48)};
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        int8x8_t left = vld1_s8(a[i] + at);
        if (kFlip) left = veor_s8(left, flip);
        Add2(i, left, first, second);
      }
    }
    if (at == bytes) return;
    const int8x16_t last[2] = {vld1q_s8(b), vld1q_s8(b + 16)};
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      int32_t word;
      __builtin_memcpy(&word, a[i] + at, sizeof(word));
      int8x16_t left = vreinterpretq_s8_s32(vdupq_n_s32(word));
      if (kFlip) left = veorq_s8(left, t.flip);
      Add(i, left, last);
    }
  }
};

template <int M>
using AnyBytes = ByteSums<M, false>;
template <int M>
using FewerBytes = ByteSums<M, true>;

template <int M>
void ByteTile(const GemmIntTile& t) {
  AnyBytes<M> sums;
  sums.template Multiply<false>(TileOf(t));
  TFLL_GEMM_UNROLL
  for (int i = 0; i < M; ++i) {
    vst1q_s32(t.acc + i * t.acc_pitch, sums.Of(i, 0));
    vst1q_s32(t.acc + i * t.acc_pitch + 4, sums.Of(i, 1));
  }
}

void RunByteTile(const GemmIntTile& t) {
  TFLL_GEMM_BY_4(M, t.m, ByteTile<M>(t))
}

// Whether a panel has a byte of -128.
bool HasLeast(const int8_t* b, int64_t groups) {
  int8x16_t low = vdupq_n_s8(0), high = low;
  for (; groups > 0; --groups, b += kGroup) {
    low = vminq_s8(low, vld1q_s8(b));
    high = vminq_s8(high, vld1q_s8(b + 16));
  }
  int8_t least[16];
  vst1q_s8(least, vminq_s8(low, high));
  for (const int8_t x : least) {
    if (x == -128) return true;
  }
  return false;
}

}  // namespace

void ByteTileNeon(const GemmIntTile& tile) {
  constexpr int kMost = AnyBytes<1>::kMost;
  GemmIntTile t = tile;
  for (int left = tile.m; left > 0; left -= kMost) {
    t.m = left < kMost ? left : kMost;
    RunByteTile(t);
    t.left += kMost * t.left_stride;
    t.acc += kMost * t.acc_pitch;
  }
}

void ByteRowsNeon(const GemmIntRows& r) {
  // Reading the panel once more is worth it for some tiles.
  constexpr int64_t kLeastRows = 8;
  if (r.rows < kLeastRows || HasLeast(r.rhs, r.groups)) {
    return RunByteRows<AnyBytes>(r);
  }
  RunByteRows<FewerBytes>(r);
}

}  // namespace tflite::kernels

#endif
