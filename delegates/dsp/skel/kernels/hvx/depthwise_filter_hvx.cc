#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {

bool PrepareFilter(const DepthwisePlan& plan, const Window& w,
                   const Vec* weights, int32_t zero_point, Vec* filter) {
  const Vec zero = SplatByte(zero_point);
  const int32_t packed_quads = (w.filter_width + kTaps - 1) / kTaps;
  const int32_t half = 2 * w.filter_height * plan.filter_quads;
  Vec any = Zero();
  const Vec* __restrict in = weights;
  for (int32_t g = 0; g < plan.groups; ++g, filter += 2 * half) {
    Vec* __restrict out = filter;
    for (int32_t fy = 0; fy < w.filter_height; ++fy) {
      Vec carry[2] = {Zero(), Zero()};
      for (int32_t i = 0; i < plan.filter_quads; ++i) {
        Vec parts[2] = {Zero(), Zero()};
        if (i < packed_quads) {
          const Vec v = *in++;
          parts[0] = Q6_Vb_vsub_VbVb_sat(v, zero);
          parts[1] = Q6_Vb_vsub_VbVb(Q6_Vb_vsub_VbVb(v, zero), parts[0]);
        }
        for (int32_t h = 0; h < 2; ++h) {
          Vec* at = out + h * half + fy * plan.filter_quads + i;
          at[0] = parts[h];
          at[w.filter_height * plan.filter_quads] =
              Q6_V_vor_VV(Q6_Vw_vasl_VwR(parts[h], 8), carry[h]);
          carry[h] = Q6_Vuw_vlsr_VuwR(parts[h], 24);
        }
        any = Q6_V_vor_VV(any, parts[1]);
      }
    }
  }
  for (int32_t bytes = 64; bytes >= 4; bytes /= 2) {
    any = Q6_V_vor_VV(any, Q6_V_vror_VR(any, bytes));
  }
  return Q6_R_vextract_VR(any, 0) != 0;
}

}  // namespace tflite::dsp
