#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {
namespace {

// The vector of 128 channels of a column, or `zero` outside of the row.
struct Columns {
  const uint8_t* row;
  const uint8_t* zero;
  int32_t pitch, count;

  template <bool kAligned>
  TFLL_DSP_INLINE Vec Load(int32_t column) const {
    const uint8_t* at = static_cast<uint32_t>(column) <
                                static_cast<uint32_t>(count)
                            ? row + column * pitch
                            : zero;
    return kAligned ? *reinterpret_cast<const Vec*>(at) : LoadUnaligned(at);
  }
};

TFLL_DSP_INLINE void StoreQuads(VecPair low, VecPair high, Vec* __restrict out,
                                int32_t group) {
  // Bytes a b and c d of two columns each become a b c d.
  const VecPair q01 =
      Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2);
  const VecPair q23 =
      Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
  out[0] = Q6_V_lo_W(q01);
  out[group] = Q6_V_hi_W(q01);
  out[2 * group] = Q6_V_lo_W(q23);
  out[3 * group] = Q6_V_hi_W(q23);
}

// Quads of 2j .. 2j+3 of four groups.
template <bool kAligned>
void SharedQuads(const Columns& columns, int32_t first, int32_t count,
                 Vec* __restrict out) {
  VecPair low = Q6_W_vshuff_VVR(columns.Load<kAligned>(first + 1),
                                columns.Load<kAligned>(first), -1);
  for (int32_t j = 0; j < count; ++j) {
    first += 2;
    const VecPair high = Q6_W_vshuff_VVR(columns.Load<kAligned>(first + 1),
                                         columns.Load<kAligned>(first), -1);
    StoreQuads(low, high, out + j, count);
    low = high;
  }
}

void OwnQuads(const Columns& columns, const DepthwisePlan& plan,
              const Window& w, Vec* __restrict out) {
  int32_t j = 0;
  for (int32_t x = 0; x < plan.blocks * 4; ++x) {
    for (int32_t i = 0; i < plan.filter_quads; ++i, ++j) {
      const int32_t d = w.dilation_width;
      const int32_t c = x * w.stride_width - w.pad_left + 4 * i * d;
      const VecPair low = Q6_W_vshuff_VVR(columns.Load<false>(c + d),
                                          columns.Load<false>(c), -1);
      const VecPair high = Q6_W_vshuff_VVR(columns.Load<false>(c + 3 * d),
                                           columns.Load<false>(c + 2 * d), -1);
      StoreQuads(low, high, out + j, plan.row_quads);
    }
  }
}

}  // namespace

void MakeQuads(const DepthwisePlan& plan, const Window& w, const uint8_t* row,
               const uint8_t* zero, Vec* quads) {
  if (row == nullptr) {
    const Vec value = *reinterpret_cast<const Vec*>(zero);
    Vec* __restrict out = quads;
    for (int32_t i = 0; i < plan.groups * plan.row_quads; ++i) out[i] = value;
    return;
  }
  const bool aligned = w.in_channels % kVectorBytes == 0;
  for (int32_t c = 0; c < plan.chunks; ++c) {
    const Columns columns = {row + c * kVectorBytes, zero, w.in_channels,
                             w.in_width};
    Vec* out = quads + c * 4 * plan.row_quads;
    if (!plan.shared) {
      OwnQuads(columns, plan, w, out);
    } else if (aligned) {
      SharedQuads<true>(columns, -w.pad_left, plan.row_quads, out);
    } else {
      SharedQuads<false>(columns, -w.pad_left, plan.row_quads, out);
    }
  }
}

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

void MergeGroups(const DepthwisePlan& plan, const Vec* blocks, int32_t columns,
                 int32_t channels, uint8_t* out, const uint8_t* end) {
  const int32_t group = plan.blocks;
  // The last, partly filled chunk first: what it writes behind its channels is
  // the next pixel's, written afterwards.
  for (int32_t n = 0; n < plan.chunks; ++n) {
    const int32_t c = n == 0 ? plan.chunks - 1 : n - 1;
    const int32_t left = channels - c * kVectorBytes;
    const int32_t width = left < kVectorBytes ? left : kVectorBytes;
    const Vec* __restrict in = blocks + c * 4 * group;
    uint8_t* to = out + c * kVectorBytes;
    for (int32_t b = 0; b < plan.blocks; ++b, ++in) {
      const VecPair a = Q6_W_vshuff_VVR(in[group], in[0], 32);
      const VecPair d = Q6_W_vshuff_VVR(in[3 * group], in[2 * group], 32);
      const VecPair even = Q6_W_vshuff_VVR(Q6_V_lo_W(d), Q6_V_lo_W(a), 64);
      const VecPair odd = Q6_W_vshuff_VVR(Q6_V_hi_W(d), Q6_V_hi_W(a), 64);
      const Vec pixels[4] = {Q6_V_lo_W(even), Q6_V_lo_W(odd), Q6_V_hi_W(even),
                             Q6_V_hi_W(odd)};
      const int32_t rest = columns - b * 4;
      if (rest >= 4 && to + 3 * channels + kVectorBytes <= end) {
        TFLL_DSP_UNROLL
        for (int p = 0; p < 4; ++p) {
          StoreUnaligned(to + p * channels, pixels[p]);
        }
      } else {
        TFLL_DSP_UNROLL
        for (int p = 0; p < 4; ++p) {
          if (p < rest) StoreFirst(to + p * channels, pixels[p], width);
        }
      }
      to += 4 * channels;
    }
  }
}

}  // namespace tflite::dsp
