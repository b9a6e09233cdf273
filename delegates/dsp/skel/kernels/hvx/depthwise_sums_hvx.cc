#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {
namespace {

// Where a tap's row of the strip's first output begins; those of the next
// outputs follow.
const Vec* FirstRow(const DepthwiseGroup& group, int32_t fy) {
  int32_t phase = fy * group.window->dilation_height, row = 0;
  for (; phase >= group.plan->phases; ++row) phase -= group.plan->phases;
  return group.quads +
         (phase * group.plan->phase_rows + row) * group.plan->row_quads;
}

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

// Three filter rows of one quad. Products that are added afterwards run two a
// packet, those of the accumulating instruction one.
template <bool kSigned, bool kPaired>
struct ThreeRowSums {
  Vec a[3], b[3];  // the filter, and it moved by one tap
  Vec bias;
  const Vec* __restrict in[3];

  // Output p of a block of 4.
  TFLL_DSP_INLINE Vec Sum(int p) const {
    const int q = kPaired ? p / 2 : p;
    const Vec* f = kPaired && p % 2 != 0 ? b : a;
    const Vec x = Multiply<kSigned>(in[0][q], f[0]);
    const Vec y = Multiply<kSigned>(in[1][q], f[1]);
    const Vec z = Multiply<kSigned>(in[2][q], f[2]);
    return Q6_Vw_vadd_VwVw(Q6_Vw_vadd_VwVw(x, y), Q6_Vw_vadd_VwVw(z, bias));
  }
  TFLL_DSP_INLINE void Advance() {
    TFLL_DSP_UNROLL
    for (int i = 0; i < 3; ++i) in[i] += kPaired ? 2 : 4;
  }
};

// The quick form: all constants of a group stay in registers. While
// one block is shifted and packed, the next one is multiplied and the one after
// that summed: quads of two blocks more are read.
template <bool kSigned, bool kPaired>
TFLL_DSP_NOINLINE void ThreeRows(const DepthwiseGroup& group) {
  const DepthwisePlan& plan = *group.plan;
  ThreeRowSums<kSigned, kPaired> sums;
  TFLL_DSP_UNROLL
  for (int i = 0; i < 3; ++i) {
    sums.a[i] = group.filter[i];
    sums.b[i] = group.filter[(kPaired ? 3 : 0) + i];
    sums.in[i] = FirstRow(group, i);
  }
  const FinishGroup& f = *group.finish;
  sums.bias = f.bias;
  const Vec m = f.multiplier, r = f.rounding, s = f.shift;
  const Vec minus_one = SplatWord(-1);
  const Vec low = SplatByte(group.min), high = SplatByte(group.max);
  Vec* __restrict out = group.out;
  const int32_t blocks = group.rows * plan.blocks;
  Vec px[4], y[4];
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

// Any filter and any finish.
template <bool kSigned>
TFLL_DSP_NOINLINE void AnyRow(const DepthwiseGroup& group, int32_t row) {
  const DepthwisePlan& plan = *group.plan;
  const int32_t height = group.window->filter_height;
  const int32_t moved = height * plan.filter_quads;
  const FinishGroup& f = *group.finish;
  const Vec zero_point = SplatWord(group.zero_point);
  const Vec minus_one = SplatWord(-1);
  const Vec low = SplatByte(group.min), high = SplatByte(group.max);
  // Quads between outputs and between the filter's quads.
  const int32_t step = plan.shared ? 1 : plan.filter_quads;
  const int32_t further = plan.shared ? 2 : 1;
  Vec* __restrict out = group.out + row * plan.blocks;
  for (int32_t b = 0; b < plan.blocks; ++b) {
    Vec px[4] = {f.bias, f.bias, f.bias, f.bias};
    for (int32_t half = 0; half < (group.wide ? 2 : 1); ++half) {
      const Vec* __restrict w = group.filter + half * 2 * moved;
      for (int32_t fy = 0; fy < height; ++fy) {
        const Vec* __restrict in = FirstRow(group, fy) + row * plan.row_quads +
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
    TFLL_DSP_UNROLL
    for (int p = 0; p < 4; ++p) {
      px[p] = group.quick ? QuickFinish(px[p], f.multiplier, f.rounding,
                                        f.shift, minus_one)
                          : GeneralFinish(px[p], f, zero_point);
    }
    *out++ = Pack<kSigned>(px, low, high);
  }
}

template <bool kSigned>
void SumGroup(const DepthwiseGroup& group) {
  const DepthwisePlan& plan = *group.plan;
  const bool three = group.quick && !group.wide &&
                     group.window->filter_height == 3 &&
                     plan.filter_quads == 1 && plan.shared;
  if (!three) {
    for (int32_t r = 0; r < group.rows; ++r) AnyRow<kSigned>(group, r);
  } else if (plan.paired) {
    ThreeRows<kSigned, true>(group);
  } else {
    ThreeRows<kSigned, false>(group);
  }
}

}  // namespace

void SumQuads(const DepthwiseGroup& group) {
  if (group.is_signed) {
    SumGroup<true>(group);
  } else {
    SumGroup<false>(group);
  }
}

}  // namespace tflite::dsp
