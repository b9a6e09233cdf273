#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {
namespace {

template <bool kSigned>
TFLL_DSP_INLINE Vec Multiply(Vec quad, Vec filter) {
  return kSigned ? Q6_Vw_vrmpy_VbVb(quad, filter)
                 : Q6_Vw_vrmpy_VubVb(quad, filter);
}
template <bool kSigned>
TFLL_DSP_INLINE Vec Pack(const Vec* px, Vec low, Vec high) {
  return ClampBytes<kSigned>(
      PackBytes<kSigned>(Q6_Vh_vpack_VwVw_sat(px[3], px[2]),
                         Q6_Vh_vpack_VwVw_sat(px[1], px[0])),
      low, high);
}

// Filters of 3 rows of one quad. Products are added afterwards, because a
// packet can hold two plain multiplications, but only one that accumulates.
template <bool kSigned, bool kWide>
struct ThreeRowSums {
  Vec a[3], b[3];      // the filter, and the filter moved by one tap
  Vec zero_a, zero_b;  // kWide: minus the zero point, in the taps of a and b
  Vec bias;
  const Vec* __restrict in[3];

  // Output p of a block of 4.
  TFLL_DSP_INLINE Vec Sum(int p) const {
    const int q = p / 2;
    const Vec* f = p % 2 != 0 ? b : a;
    const Vec x = Multiply<kSigned>(in[0][q], f[0]);
    const Vec y = Multiply<kSigned>(in[1][q], f[1]);
    Vec z = Multiply<kSigned>(in[2][q], f[2]);
    if (kWide) {
      const Vec zero = p % 2 != 0 ? zero_b : zero_a;
      z = Q6_Vw_vrmpyacc_VwVubVb(z, in[0][q], zero);
      z = Q6_Vw_vrmpyacc_VwVubVb(z, in[1][q], zero);
      z = Q6_Vw_vrmpyacc_VwVubVb(z, in[2][q], zero);
    }
    return Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(x, y), Q6_Vw_vadd_VwVw(z, bias));
  }
  TFLL_DSP_INLINE void Advance() {
    TFLL_DSP_UNROLL
    for (int i = 0; i < 3; ++i) in[i] += 2;
  }
};

// With the quick form of requantization, whose constants stay in registers. A
// pipeline of three stages: a turn of the loop shifts and packs one block,
// multiplies the sums of the next one, and computes the sums of the one after
// that. Hence the quads of two more blocks are read.
template <bool kSigned, bool kWide>
TFLL_DSP_NOINLINE void ThreeRows(const DepthwiseGroup& all) {
  const DepthwisePlan& plan = *all.plan;
  ThreeRowSums<kSigned, kWide> sums;
  sums.zero_a = SplatByte(all.zero);
  sums.zero_b = Q6_Vw_vasl_VwR(sums.zero_a, 8);
  const Vec minus_one = SplatWord(-1);
  const Vec low = SplatByte(all.min), high = SplatByte(all.max);
  const int32_t row = all.dilation_height * plan.row_quads;
  const int32_t group_quads = plan.GroupQuads();
  const int32_t blocks = all.rows * plan.blocks;
  const Vec* quads = all.quads;
  const Vec* __restrict filter = all.filter;
  const FinishGroup* __restrict finish = all.finish;
  Vec* __restrict out = all.out;
  for (int32_t g = 0; g < all.groups; ++g) {
    TFLL_DSP_UNROLL
    for (int i = 0; i < 3; ++i) {
      sums.a[i] = filter[8 * i];
      sums.b[i] = filter[8 * i + 4];
      sums.in[i] = quads + i * row;
    }
    ++filter;
    quads += group_quads;
    const FinishGroup& f = *finish++;
    sums.bias = f.bias;
    const Vec m = f.multiplier, r = f.rounding, s = f.shift;
    Vec px[4];
    Vec y[4];
    TFLL_DSP_UNROLL
    for (int p = 0; p < 4; ++p) y[p] = DoublingHighProduct(sums.Sum(p), m);
    sums.Advance();
    TFLL_DSP_UNROLL
    for (int p = 0; p < 4; ++p) px[p] = sums.Sum(p);
    sums.Advance();
    TFLL_DSP_NO_UNROLL
    for (int32_t i = 0; i < blocks; ++i) {
      Vec word[4];
      TFLL_DSP_UNROLL
      for (int p = 0; p < 4; ++p) {
        word[p] = QuickShift(y[p], r, s, minus_one);
        y[p] = DoublingHighProduct(px[p], m);
        px[p] = sums.Sum(p);
      }
      sums.Advance();
      *out++ = Pack<kSigned>(word, low, high);
    }
  }
}

}  // namespace

void SumQuads(const DepthwiseGroup& group) {
  if (group.is_signed) {
    ThreeRows<true, false>(group);
  } else if (group.wide) {
    ThreeRows<false, true>(group);
  } else {
    ThreeRows<false, false>(group);
  }
}

}  // namespace tflite::dsp
