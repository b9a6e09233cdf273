#include "delegates/dsp/skel/kernels/hvx/depthwise.h"
#include "delegates/dsp/skel/kernels/hvx/words.h"

namespace tflite::dsp {

namespace {

// (weight - zero point), saturated to INT8, and the rest of it.
TFLL_DSP_INLINE Vec Within(Vec w, Vec zero) {
  return Q6_Vb_vsub_VbVb_sat(w, zero);
}
TFLL_DSP_INLINE Vec Beyond(Vec w, Vec zero) {
  return Q6_Vb_vsub_VbVb(Q6_Vb_vsub_VbVb(w, zero), Within(w, zero));
}

// The shape of a filter: quads per row as stored, and as DepthwisePlan wants.
struct FilterJob {
  int32_t height, packed_quads, quads;
  bool paired;
  Vec zero;
};

// Writes one half of a group's filter, and if `paired` also that half moved by
// one tap.
void MoveHalf(const FilterJob& job, bool beyond, const Vec* __restrict in,
              Vec* __restrict out) {
  for (int32_t fy = 0; fy < job.height; ++fy) {
    Vec carry = Zero();
    for (int32_t i = 0; i < job.quads; ++i) {
      Vec part = Zero();
      if (i < job.packed_quads) {
        const Vec w = *in++;
        part = beyond ? Beyond(w, job.zero) : Within(w, job.zero);
      }
      *out = part;
      out += 4;
      if (!job.paired) continue;
      *out = Q6_V_vor_VV(Q6_Vw_vasl_VwR(part, 8), carry);
      out += 4;
      carry = Q6_Vuw_vlsr_VuwR(part, 24);
    }
  }
}

// The same for the first halves of all groups of filters of 3 rows of one quad.
// kWhole: weights without subtraction. Returns the bitwise OR of all rests, 0
// if every difference fits INT8.
template <bool kPaired, bool kWhole>
Vec MoveThree(const Vec* __restrict in, int32_t groups, Vec zero,
              Vec* __restrict out) {
  constexpr int kVectors = kPaired ? 8 : 4;
  Vec any = Zero();
  TFLL_DSP_NO_UNROLL
  for (int32_t g = 0; g < groups; ++g) {
    TFLL_DSP_UNROLL
    for (int i = 0; i < 3; ++i) {
      const Vec w = in[i];
      const Vec part = kWhole ? w : Within(w, zero);
      any = Q6_V_vor_VV(any, Beyond(w, zero));
      out[kVectors * i] = part;
      if (kPaired) out[kVectors * i + 4] = Q6_Vw_vasl_VwR(part, 8);
    }
    in += 3;
    out += g % 4 == 3 ? 2 * 3 * kVectors - 3 : 1;
  }
  return any;
}

}  // namespace

bool PrepareFilter(const DepthwisePlan& plan, const Window& w,
                   const Vec* weights, int32_t zero_point, bool whole,
                   Vec* filter) {
  const FilterJob job = {w.filter_height, (w.filter_width + kTaps - 1) / kTaps,
                         plan.filter_quads, plan.paired, SplatByte(zero_point)};
  const int32_t packed = job.height * job.packed_quads;
  const auto place = [&](int32_t g) {
    return filter + g / 4 * plan.ChunkVectors(w) + g % 4;
  };
  Vec any = Zero();
  if (job.height == 3 && job.packed_quads == 1 && job.quads == 1) {
    any = plan.paired
              ? MoveThree<true, false>(weights, plan.groups, job.zero, filter)
              : MoveThree<false, false>(weights, plan.groups, job.zero, filter);
    if (whole && IsAnySet(any)) {
      if (plan.paired) {
        MoveThree<true, true>(weights, plan.groups, job.zero, filter);
      } else {
        MoveThree<false, true>(weights, plan.groups, job.zero, filter);
      }
      return true;
    }
  } else {
    for (int32_t g = 0; g < plan.groups; ++g) {
      for (int32_t i = 0; i < packed; ++i) {
        any = Q6_V_vor_VV(any, Beyond(weights[g * packed + i], job.zero));
      }
      MoveHalf(job, false, weights + g * packed, place(g));
    }
  }
  if (!IsAnySet(any)) return false;
  for (int32_t g = 0; g < plan.groups; ++g) {
    MoveHalf(job, true, weights + g * packed, place(g) + plan.HalfVectors(w));
  }
  return true;
}

}  // namespace tflite::dsp
