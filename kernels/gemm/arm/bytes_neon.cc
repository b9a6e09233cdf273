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
// which are the same in both halves. The first half in assembly, because GCC
// copies halves of vectors.
template <int kHalf>
inline __attribute__((always_inline)) int16x8_t Product(int8x16_t right,
                                                        int8x16_t left) {
#if defined(__aarch64__)
  if constexpr (kHalf == 1) return vmull_high_s8(right, left);
  int16x8_t product;
  __asm__("smull %[p].8h, %[r].8b, %[l].8b"
          : [p] "=w"(product)
          : [r] "w"(right), [l] "w"(left));
  return product;
#else
  return vmull_s8(kHalf == 0 ? vget_low_s8(right) : vget_high_s8(right),
                  vget_low_s8(left));
#endif
}

template <int kHalf>
inline __attribute__((always_inline)) int16x8_t AddProduct(int16x8_t sum,
                                                           int8x16_t right,
                                                           int8x16_t left) {
#if defined(__aarch64__)
  if constexpr (kHalf == 1) return vmlal_high_s8(sum, right, left);
  __asm__("smlal %[s].8h, %[r].8b, %[l].8b"
          : [s] "+w"(sum)
          : [r] "w"(right), [l] "w"(left));
  return sum;
#else
  return vmlal_s8(sum, kHalf == 0 ? vget_low_s8(right) : vget_high_s8(right),
                  vget_low_s8(left));
#endif
}

// The left bytes of two groups, each in all columns; moves on to the next ones.
inline __attribute__((always_inline)) void LoadWords(const int8_t** p,
                                                     int8x16_t (&out)[2]) {
#if defined(__aarch64__)
  // In assembly, because GCC does not let the instruction move the pointer.
  register int8x16_t v0 __asm__("v28");
  register int8x16_t v1 __asm__("v29");
  __asm__("ld2r {v28.4s, v29.4s}, [%[p]], #8"
          : "=w"(v0), "=w"(v1), [p] "+r"(*p)
          :
          : "memory");
  out[0] = v0;
  out[1] = v1;
#else
  const auto* words = reinterpret_cast<const int32_t*>(*p);
  out[0] = vreinterpretq_s8_s32(vld1q_dup_s32(words));
  out[1] = vreinterpretq_s8_s32(vld1q_dup_s32(words + 1));
  *p += 8;
#endif
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
  inline __attribute__((always_inline)) void Add2(int i,
                                                  const int8x16_t (&left)[2],
                                                  const int8x16_t (&right)[4]) {
    const int8x16_t first[2] = {right[0], right[1]};
    const int8x16_t second[2] = {right[2], right[3]};
    if constexpr (!kPairs) {
      Add(i, left[0], first);
      Add(i, left[1], second);
      return;
    }
    TFLL_GEMM_UNROLL
    for (int v = 0; v < 2; ++v) {
      int16x8_t low = Product<0>(first[v], left[0]);
      int16x8_t high = Product<1>(first[v], left[0]);
      low = AddProduct<0>(low, second[v], left[1]);
      high = AddProduct<1>(high, second[v], left[1]);
      acc[i][2 * v] = vpadalq_s16(acc[i][2 * v], low);
      acc[i][2 * v + 1] = vpadalq_s16(acc[i][2 * v + 1], high);
    }
  }

  // The groups of a run; the pointers move on to its end.
  template <bool kFlip>
  inline __attribute__((always_inline)) void AddRun(const ByteRowsTile& t,
                                                    const int8_t* (&a)[M],
                                                    const int8_t** b) {
    for (int64_t twos = t.groups / 2; twos > 0; --twos) {
      int8x16_t right[4];
      LoadGroups(b, right);
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) {
        int8x16_t left[2];
        LoadWords(&a[i], left);
        if (kFlip) {
          left[0] = veorq_s8(left[0], t.flip);
          left[1] = veorq_s8(left[1], t.flip);
        }
        Add2(i, left, right);
      }
    }
    if (t.groups % 2 == 0) return;
    const int8x16_t last[2] = {vld1q_s8(*b), vld1q_s8(*b + 16)};
    *b += kGroup;
    TFLL_GEMM_UNROLL
    for (int i = 0; i < M; ++i) {
      int32_t word;
      __builtin_memcpy(&word, a[i], sizeof(word));
      a[i] += sizeof(word);
      int8x16_t left = vreinterpretq_s8_s32(vdupq_n_s32(word));
      if (kFlip) left = veorq_s8(left, t.flip);
      Add(i, left, last);
    }
  }

  template <bool kFlip, bool kWindows>
  inline __attribute__((always_inline)) void Multiply(const ByteRowsTile& t) {
    Start(t);
    const int8_t* a[M];
    FirstRuns<kWindows>(t, a);
    const int8_t* b = t.rhs;
    for (int64_t runs = t.runs;;) {
      AddRun<kFlip>(t, a, &b);
      if (!kWindows || --runs == 0) return;
      TFLL_GEMM_UNROLL
      for (int i = 0; i < M; ++i) a[i] += t.run_step - 4 * t.groups;
    }
  }
};

template <int M>
using AnyBytes = ByteSums<M, false>;
template <int M>
using FewerBytes = ByteSums<M, true>;

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

// Whether pairs of products are worth reading the panel once more, which they
// are for some tiles, and fit.
bool FitsPairs(const GemmIntRows& r) {
  constexpr int64_t kLeastRows = 8;
  return r.rows >= kLeastRows && !HasLeast(r.rhs, r.groups);
}

}  // namespace

void ByteTileNeon(const GemmIntTile& tile) {
  constexpr int kMost = AnyBytes<1>::kMost;
  GemmIntTile t = tile;
  for (int left = tile.m; left > 0; left -= kMost) {
    t.m = left < kMost ? left : kMost;
    RunByteTile<AnyBytes>(t);
    t.left += kMost * t.left_stride;
    t.acc += kMost * t.acc_pitch;
  }
}

void ByteRowsNeon(const GemmIntRows& r) {
  FitsPairs(r) ? RunByteRows<FewerBytes>(r) : RunByteRows<AnyBytes>(r);
}

void ByteResultsNeon(const GemmIntRows& r) {
  FitsPairs(r) ? RunByteResults<FewerBytes>(r) : RunByteResults<AnyBytes>(r);
}

}  // namespace tflite::kernels

#endif
