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
TFLL_DSP_INLINE Vec MultiplyAdd(Vec sum, Vec quad, Vec filter) {
  return kSigned ? Q6_Vw_vrmpyacc_VwVbVb(sum, quad, filter)
                 : Q6_Vw_vrmpyacc_VwVubVb(sum, quad, filter);
}

template <bool kSigned>
TFLL_DSP_INLINE Vec Pack(const Vec* px, Vec low, Vec high) {
  return ClampBytes<kSigned>(
      PackBytes<kSigned>(Q6_Vh_vpack_VwVw_sat(px[3], px[2]),
                         Q6_Vh_vpack_VwVw_sat(px[1], px[0])),
      low, high);
}

// Three filter rows of one quad, the quick form: all constants of a group stay
// in registers. Products that are added afterwards run two a packet, those of
// the accumulating instruction one.
template <bool kSigned, bool kPaired>
void ThreeRows(const DepthwiseRow& row, int32_t g) {
  const DepthwisePlan& plan = *row.plan;
  const Vec* filter = row.filter + g * 12;
  const Vec a0 = filter[0], a1 = filter[1], a2 = filter[2];
  const Vec b0 = kPaired ? filter[3] : a0, b1 = kPaired ? filter[4] : a1,
            b2 = kPaired ? filter[5] : a2;
  const FinishGroup& f = row.finish[g];
  const Vec bias = f.bias, m = f.multiplier, r = f.rounding, s = f.shift;
  const Vec minus_one = SplatWord(-1);
  const Vec low = SplatByte(row.min), high = SplatByte(row.max);
  const int32_t skip = g * plan.row_quads;
  const Vec* __restrict r0 = row.rows[0] + skip;
  const Vec* __restrict r1 = row.rows[1] + skip;
  const Vec* __restrict r2 = row.rows[2] + skip;
  Vec* __restrict out = row.out + g * plan.blocks;
  for (int32_t b = 0; b < plan.blocks; ++b) {
    Vec px[4];
    TFLL_DSP_UNROLL
    for (int p = 0; p < 4; ++p) {
      const int q = kPaired ? p / 2 : p;
      const bool moved = kPaired && p % 2 != 0;
      const Vec x = Multiply<kSigned>(r0[q], moved ? b0 : a0);
      const Vec y = Multiply<kSigned>(r1[q], moved ? b1 : a1);
      const Vec z = Multiply<kSigned>(r2[q], moved ? b2 : a2);
      px[p] = QuickFinish(
          Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(x, y), Q6_Vw_vadd_VwVw(z, bias)), m,
          r, s, minus_one);
    }
    *out++ = Pack<kSigned>(px, low, high);
    r0 += kPaired ? 2 : 4;
    r1 += kPaired ? 2 : 4;
    r2 += kPaired ? 2 : 4;
  }
}

// Any filter and any finish.
template <bool kSigned>
void AnyRows(const DepthwiseRow& row, int32_t g) {
  const DepthwisePlan& plan = *row.plan;
  const int32_t moved = row.filter_height * plan.filter_quads;
  const Vec* filter = row.filter + g * 4 * moved;
  const FinishGroup& f = row.finish[g];
  const Vec zero_point = SplatWord(row.zero_point);
  const Vec low = SplatByte(row.min), high = SplatByte(row.max);
  // Quads between outputs and between the filter's quads.
  const int32_t step = plan.shared ? 1 : plan.filter_quads;
  const int32_t further = plan.shared ? 2 : 1;
  Vec* __restrict out = row.out + g * plan.blocks;
  for (int32_t b = 0; b < plan.blocks; ++b) {
    Vec px[4] = {f.bias, f.bias, f.bias, f.bias};
    for (int32_t half = 0; half < (row.wide ? 2 : 1); ++half) {
      const Vec* __restrict w = filter + half * 2 * moved;
      for (int32_t fy = 0; fy < row.filter_height; ++fy) {
        const Vec* __restrict in = row.rows[fy] + g * plan.row_quads +
                                   (plan.paired ? 2 * b : 4 * b * step);
        for (int32_t i = 0; i < plan.filter_quads; ++i, ++w, in += further) {
          if (plan.paired) {
            px[0] = MultiplyAdd<kSigned>(px[0], in[0], w[0]);
            px[1] = MultiplyAdd<kSigned>(px[1], in[0], w[moved]);
            px[2] = MultiplyAdd<kSigned>(px[2], in[1], w[0]);
            px[3] = MultiplyAdd<kSigned>(px[3], in[1], w[moved]);
          } else {
            TFLL_DSP_UNROLL
            for (int p = 0; p < 4; ++p) {
              px[p] = MultiplyAdd<kSigned>(px[p], in[p * step], w[0]);
            }
          }
        }
      }
    }
    const Vec minus_one = SplatWord(-1);
    TFLL_DSP_UNROLL
    for (int p = 0; p < 4; ++p) {
      px[p] = row.quick ? QuickFinish(px[p], f.multiplier, f.rounding, f.shift,
                                      minus_one)
                        : GeneralFinish(px[p], f, zero_point);
    }
    *out++ = Pack<kSigned>(px, low, high);
  }
}

template <bool kSigned>
void SumGroup(const DepthwiseRow& row, int32_t g) {
  const DepthwisePlan& plan = *row.plan;
  const bool three = row.quick && !row.wide && row.filter_height == 3 &&
                     plan.filter_quads == 1 && plan.shared;
  if (!three) {
    AnyRows<kSigned>(row, g);
  } else if (plan.paired) {
    ThreeRows<kSigned, true>(row, g);
  } else {
    ThreeRows<kSigned, false>(row, g);
  }
}

}  // namespace

void SumQuads(const DepthwiseRow& row) {
  for (int32_t g = 0; g < row.plan->groups; ++g) {
    if (row.is_signed) {
      SumGroup<true>(row, g);
    } else {
      SumGroup<false>(row, g);
    }
  }
}

}  // namespace tflite::dsp
