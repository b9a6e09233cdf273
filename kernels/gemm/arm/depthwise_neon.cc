// For the baseline of Arm targets; see isa.h for what may be included.
#include "kernels/gemm/arm/arm_isa.h"

#if defined(__ARM_NEON)
#include <arm_neon.h>

#include "kernels/gemm/arm/few_lanes.h"
#include "kernels/gemm/arm/int_lines.h"

namespace tflite::kernels {
namespace {

constexpr int kLanes = 4;
constexpr int kBlock = 16;  // channels of the integer kernel

inline float32x4_t MultiplyAdd(float32x4_t acc, float32x4_t a, float32x4_t b) {
#if defined(__aarch64__)
  return vfmaq_f32(acc, a, b);
#else
  return vmlaq_f32(acc, a, b);
#endif
}

template <bool kTail>
inline float32x4_t Load(const float* p, int64_t n) {
  return kTail ? LoadFloats(p, n) : vld1q_f32(p);
}

// Computes V vectors of channels, from channel c on, of P pixels.
template <int P, int V, bool kTail>
inline void FloatChannels(const DepthwiseFloatTile& t, int64_t c) {
  const int64_t n = t.channels - c;
  float32x4_t acc[P][V];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < V; ++v) {
    const float32x4_t bias = t.bias == nullptr
                                 ? vdupq_n_f32(0)
                                 : Load<kTail>(t.bias + c + v * kLanes, n);
    TFLL_GEMM_UNROLL
    for (int p = 0; p < P; ++p) acc[p][v] = bias;
  }
  const float* in = t.in + c;
  const float* weights = t.weights + c;
  for (int64_t tap = 0; tap < t.taps; ++tap) {
    const float* from = in + t.offsets[tap];
    const float* by = weights + t.weight_offsets[tap];
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      const float32x4_t w = Load<kTail>(by + v * kLanes, n);
      TFLL_GEMM_UNROLL
      for (int p = 0; p < P; ++p) {
        const float* x = from + p * t.pixel_step + v * kLanes;
        acc[p][v] = MultiplyAdd(acc[p][v], Load<kTail>(x, n), w);
      }
    }
  }
  // The instructions return NaN where either operand is NaN.
  const float32x4_t min = vdupq_n_f32(t.min);
  const float32x4_t max = vdupq_n_f32(t.max);
  TFLL_GEMM_UNROLL
  for (int p = 0; p < P; ++p) {
    TFLL_GEMM_UNROLL
    for (int v = 0; v < V; ++v) {
      StoreFloats(vminq_f32(max, vmaxq_f32(min, acc[p][v])), kTail ? n : kLanes,
                  t.out + p * t.out_step + c + v * kLanes);
    }
  }
}

template <int P>
void FloatPixels(const DepthwiseFloatTile& t) {
  int64_t c = 0;
  for (; c + 2 * kLanes <= t.channels; c += 2 * kLanes) {
    FloatChannels<P, 2, false>(t, c);
  }
  for (; c + kLanes <= t.channels; c += kLanes) {
    FloatChannels<P, 1, false>(t, c);
  }
  if (c < t.channels) FloatChannels<P, 1, true>(t, c);
}

// Eight bytes minus the zero point.
template <bool kUnsigned>
inline int16x8_t Widen(uint8x8_t x, uint8x8_t zero_point) {
  return kUnsigned
             ? vreinterpretq_s16_u16(vsubl_u8(x, zero_point))
             : vsubl_s8(vreinterpret_s8_u8(x), vreinterpret_s8_u8(zero_point));
}

// Computes the first channels of a block: at most 8 with kHalf, otherwise 16.
template <bool kUnsigned, bool kHalf>
inline void Int16Block(const DepthwiseIntTile& t, int64_t c,
                       const int16_t* weights) {
  constexpr int kVectors = kHalf ? 2 : 4;
  const int64_t n = t.channels - c;
  const uint8x8_t zero_point = vdup_n_u8(static_cast<uint8_t>(t.zero_point));
  int32x4_t acc[kVectors];
  TFLL_GEMM_UNROLL
  for (int v = 0; v < kVectors; ++v) acc[v] = vld1q_s32(t.start + c + 4 * v);
  for (int64_t tap = 0; tap < t.taps; ++tap, weights += kBlock) {
    const uint8_t* in = t.in[tap] + c;
    uint8x8_t bytes[2];
    if (kHalf) {
      bytes[0] = LoadBytes8(in, n);
    } else {
      const uint8x16_t both = LoadBytes(in, n);
      bytes[0] = vget_low_u8(both);
      bytes[1] = vget_high_u8(both);
    }
    TFLL_GEMM_UNROLL
    for (int h = 0; h < kVectors / 2; ++h) {
      const int16x8_t x = Widen<kUnsigned>(bytes[h], zero_point);
      const int16x8_t w = vld1q_s16(weights + 8 * h);
      acc[2 * h] = vmlal_s16(acc[2 * h], vget_low_s16(x), vget_low_s16(w));
      acc[2 * h + 1] =
          vmlal_s16(acc[2 * h + 1], vget_high_s16(x), vget_high_s16(w));
    }
  }
  TFLL_GEMM_UNROLL
  for (int v = 0; v < kVectors; ++v) vst1q_s32(t.acc + c + 4 * v, acc[v]);
}

template <bool kUnsigned>
void Int16Blocks(const DepthwiseIntTile& t) {
  const int16_t* weights = static_cast<const int16_t*>(t.weights);
  for (int64_t c = 0; c < t.channels; c += kBlock, weights += t.taps * kBlock) {
    if (t.channels - c <= kBlock / 2) {
      Int16Block<kUnsigned, true>(t, c, weights);
    } else {
      Int16Block<kUnsigned, false>(t, c, weights);
    }
  }
}

#if defined(__aarch64__)
// Adds the products of eight lanes. In assembly, because GCC copies halves of
// vectors, for which there are too few registers.
inline __attribute__((always_inline)) void AddProducts(int16x8_t a, int16x8_t b,
                                                       int32x4_t (&acc)[2]) {
  __asm__(
      "smlal %[low].4s, %[a].4h, %[b].4h\n\t"
      "smlal2 %[high].4s, %[a].8h, %[b].8h"
      : [low] "+&w"(acc[0]), [high] "+w"(acc[1])
      : [a] "w"(a), [b] "w"(b));
}

// A column of a line: three lines of eight channels minus the zero point.
template <bool kUnsigned>
struct WordColumns {
  struct Column {
    int16x8_t line[3];
  };

  WordColumns(const DepthwiseIntLine& t, int64_t c)
      : zero_point(vdup_n_u8(static_cast<uint8_t>(t.zero_point))) {
    // Half of a block of 12 taps, the last one of each column without weight.
    const int16_t* from = static_cast<const int16_t*>(t.weights) +
                          c / kBlock * (12 * kBlock) + c % kBlock;
    TFLL_GEMM_UNROLL
    for (int x = 0; x < 3; ++x) {
      TFLL_GEMM_UNROLL
      for (int l = 0; l < 3; ++l) {
        weights[x][l] = vld1q_s16(from + (4 * x + l) * kBlock);
      }
    }
  }

  inline __attribute__((always_inline)) void Load(LinePointers* p,
                                                  Column* out) const {
    uint8x8_t bytes[3];
    // In assembly, because compilers do not move pointers by a register.
    __asm__(
        "ld1 {%[x].8b}, [%[a]], %[da]\n\t"
        "ld1 {%[y].8b}, [%[b]], %[db]\n\t"
        "ld1 {%[z].8b}, [%[c]], %[dc]"
        : [x] "=w"(bytes[0]), [y] "=w"(bytes[1]), [z] "=w"(bytes[2]),
          [a] "+r"(p->at[0]), [b] "+r"(p->at[1]), [c] "+r"(p->at[2])
        : [da] "r"(p->step[0]), [db] "r"(p->step[1]), [dc] "r"(p->step[2])
        : "memory");
    TFLL_GEMM_UNROLL
    for (int l = 0; l < 3; ++l) {
      out->line[l] = Widen<kUnsigned>(bytes[l], zero_point);
    }
  }

  template <int kFirst>
  inline __attribute__((always_inline)) void Add(const Column (&columns)[3],
                                                 int32x4_t (&acc)[2]) const {
    TFLL_GEMM_UNROLL
    for (int i = 0; i < 3; ++i) {
      TFLL_GEMM_UNROLL
      for (int l = 0; l < 3; ++l) {
        AddProducts(columns[(kFirst + i) % 3].line[l], weights[i][l], acc);
      }
    }
  }

  const uint8x8_t zero_point;
  int16x8_t weights[3][3];
};
#endif

}  // namespace

void DepthwiseFloatNeon(const DepthwiseFloatTile& t) {
  TFLL_GEMM_BY_4(P, t.pixels, FloatPixels<P>(t))
}

void DepthwiseInt16Neon(const DepthwiseIntTile& t) {
  if (t.is_unsigned) {
    Int16Blocks<true>(t);
  } else {
    Int16Blocks<false>(t);
  }
}

#if defined(__aarch64__)
void DepthwiseInt16LineNeon(const DepthwiseIntLine& t) {
  if (t.is_unsigned) return IntLines<WordColumns<true>, true>(t);
  IntLines<WordColumns<false>, false>(t);
}
#endif

}  // namespace tflite::kernels

#endif
