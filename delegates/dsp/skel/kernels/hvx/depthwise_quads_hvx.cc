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

// Quads of 2j .. 2j+3 of four groups: those at the row's ends may have columns
// outside.
template <bool kAligned>
TFLL_DSP_NOINLINE VecPair EndQuads(const Columns& columns, int32_t first,
                                   int32_t count, VecPair low, int32_t group,
                                   Vec* __restrict out) {
  TFLL_DSP_NO_UNROLL
  for (int32_t j = 0; j < count; ++j, first += 2) {
    const VecPair high = Q6_W_vshuff_VVR(columns.Load<kAligned>(first + 1),
                                         columns.Load<kAligned>(first), -1);
    StoreQuads(low, high, out + j, group);
    low = high;
  }
  return low;
}

// Two quads a turn, so that nothing is moved between registers.
template <bool kAligned>
TFLL_DSP_NOINLINE VecPair InnerQuads(const uint8_t* column, int32_t pitch,
                                     int32_t pairs, VecPair low, int32_t group,
                                     Vec* to) {
  const uint8_t* __restrict in[4];
  Vec* __restrict out[4];
  TFLL_DSP_UNROLL
  for (int i = 0; i < 4; ++i) {
    in[i] = column + i * pitch;
    out[i] = to + i * group;
  }
  const int32_t step = 4 * pitch;
  TFLL_DSP_NO_UNROLL
  for (int32_t j = 0; j < pairs; ++j) {
    Vec x[4];
    TFLL_DSP_UNROLL
    for (int i = 0; i < 4; ++i) {
      x[i] = kAligned ? *reinterpret_cast<const Vec*>(in[i])
                      : LoadUnaligned(in[i]);
      in[i] += step;
    }
    const VecPair high = Q6_W_vshuff_VVR(x[1], x[0], -1);
    const VecPair next = Q6_W_vshuff_VVR(x[3], x[2], -1);
    const VecPair q01 = Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2);
    const VecPair q23 = Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
    const VecPair n01 = Q6_W_vshuff_VVR(Q6_V_lo_W(next), Q6_V_lo_W(high), -2);
    const VecPair n23 = Q6_W_vshuff_VVR(Q6_V_hi_W(next), Q6_V_hi_W(high), -2);
    out[0][0] = Q6_V_lo_W(q01);
    out[0][1] = Q6_V_lo_W(n01);
    out[1][0] = Q6_V_hi_W(q01);
    out[1][1] = Q6_V_hi_W(n01);
    out[2][0] = Q6_V_lo_W(q23);
    out[2][1] = Q6_V_lo_W(n23);
    out[3][0] = Q6_V_hi_W(q23);
    out[3][1] = Q6_V_hi_W(n23);
    TFLL_DSP_UNROLL
    for (int i = 0; i < 4; ++i) out[i] += 2;
    low = next;
  }
  return low;
}

// Pixels of 64 channels: two columns a vector.
TFLL_DSP_NOINLINE void InnerQuads64(const uint8_t* column, int32_t count,
                                    int32_t group, Vec* to) {
  const uint8_t* __restrict in = column;
  Vec* __restrict out0 = to;
  Vec* __restrict out1 = to + group;
  Vec low = Q6_Vb_vshuff_Vb(LoadUnaligned(in));
  TFLL_DSP_NO_UNROLL
  for (int32_t j = 0; j < count; ++j) {
    in += kVectorBytes;
    const Vec high = Q6_Vb_vshuff_Vb(LoadUnaligned(in));
    const VecPair q01 = Q6_W_vshuff_VVR(high, low, -2);
    *out0++ = Q6_V_lo_W(q01);
    *out1++ = Q6_V_hi_W(q01);
    low = high;
  }
}
// Of 32 channels: four.
TFLL_DSP_NOINLINE void InnerQuads32(const uint8_t* column, int32_t count,
                                    Vec* to) {
  const uint8_t* __restrict in = column;
  Vec* __restrict out = to;
  for (int32_t j = 0; j < count; ++j) {
    *out++ = Q6_Vb_vshuff_Vb(Q6_Vb_vshuff_Vb(LoadUnaligned(in)));
    in += 64;
  }
}

template <bool kAligned>
void SharedQuads(const Columns& columns, int32_t first, int32_t count,
                 int32_t group, Vec* __restrict out) {
  // Quads whose first column is outside, then those inside, then the others.
  int32_t left = first < 0 ? (1 - first) / 2 : 0;
  left = left < count ? left : count;
  int32_t inner = (columns.count - 2 - (first + 2 * left)) / 2;
  inner = inner > count - left ? count - left : inner < 0 ? 0 : inner;
  const uint8_t* inside =
      columns.row + (first + 2 * left) * columns.pitch;
  VecPair low = Q6_W_vshuff_VVR(columns.Load<kAligned>(first + 1),
                                columns.Load<kAligned>(first), -1);
  low = EndQuads<kAligned>(columns, first + 2, left, low, group, out);
  if (columns.pitch == 32 || columns.pitch == 64) {
    if (columns.pitch == 32) {
      InnerQuads32(inside, inner, out + left);
    } else {
      InnerQuads64(inside, inner, group, out + left);
    }
    const int32_t next = first + 2 * (left + inner);
    low = Q6_W_vshuff_VVR(columns.Load<kAligned>(next + 1),
                          columns.Load<kAligned>(next), -1);
  } else {
    inner &= ~1;
    if (inner > 0) {
      low = InnerQuads<kAligned>(inside + 2 * columns.pitch, columns.pitch,
                                 inner / 2, low, group, out + left);
    }
  }
  const int32_t done = left + inner;
  EndQuads<kAligned>(columns, first + 2 + 2 * done, count - done, low, group,
                     out + done);
}

void OwnQuads(const Columns& columns, const DepthwisePlan& plan,
              const Window& w, int32_t group, Vec* __restrict out) {
  for (int32_t x = 0; x < plan.blocks * 4; ++x) {
    for (int32_t i = 0; i < plan.filter_quads; ++i, ++out) {
      const int32_t d = w.dilation_width;
      const int32_t c = x * w.stride_width - w.pad_left + 4 * i * d;
      const VecPair low = Q6_W_vshuff_VVR(columns.Load<false>(c + d),
                                          columns.Load<false>(c), -1);
      const VecPair high = Q6_W_vshuff_VVR(columns.Load<false>(c + 3 * d),
                                           columns.Load<false>(c + 2 * d), -1);
      StoreQuads(low, high, out, group);
    }
  }
}

}  // namespace

void MakeQuads(const DepthwisePlan& plan, const Window& w, const uint8_t* row,
               const uint8_t* zero, int32_t groups, Vec* quads) {
  const int32_t group = plan.GroupQuads();
  if (row == nullptr) {
    const Vec value = *reinterpret_cast<const Vec*>(zero);
    for (int32_t g = 0; g < groups; ++g) {
      Vec* __restrict out = quads + g * group;
      for (int32_t i = 0; i < plan.row_quads; ++i) out[i] = value;
    }
    return;
  }
  const Columns columns = {row, zero, w.in_channels, w.in_width};
  if (!plan.shared) {
    OwnQuads(columns, plan, w, group, quads);
  } else if (w.in_channels % kVectorBytes == 0) {
    SharedQuads<true>(columns, -w.pad_left, plan.row_quads, group, quads);
  } else {
    SharedQuads<false>(columns, -w.pad_left, plan.row_quads, group, quads);
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

}  // namespace tflite::dsp
