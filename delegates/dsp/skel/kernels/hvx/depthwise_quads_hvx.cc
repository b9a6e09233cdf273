#include "delegates/dsp/skel/kernels/hvx/depthwise.h"

namespace tflite::dsp {
namespace {

template <bool kAligned>
TFLL_DSP_INLINE Vec LoadColumn(const uint8_t* column, int32_t channel) {
  return kAligned ? *reinterpret_cast<const Vec*>(column + channel)
                  : LoadUnaligned(column + channel);
}

// Bytes a b and c d of two columns each become a b c d, of groups 0 and 1 from
// the low halves and of 2 and 3 from the high ones.
TFLL_DSP_INLINE VecPair LowQuads(VecPair low, VecPair high) {
  return Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2);
}
TFLL_DSP_INLINE VecPair HighQuads(VecPair low, VecPair high) {
  return Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
}

struct QuadsJob {
  const uint8_t* const* columns;
  int32_t rows, row_quads, channel;
  int32_t group;  // vectors from group to group
  Vec* quads;
};

// Quads of columns 2j .. 2j+3, two a turn, so that nothing is moved between
// registers.
// Only as parameters are the pointers known not to overlap.
template <bool kAligned, int kGroups>
TFLL_DSP_NOINLINE void SharedQuads(const QuadsJob& job,
                                   const uint8_t* const* __restrict in,
                                   Vec* __restrict out0, Vec* __restrict out1,
                                   Vec* __restrict out2, Vec* __restrict out3) {
  const int32_t channel = job.channel;
  const int32_t pairs = job.row_quads / 2;
  for (int32_t r = 0; r < job.rows; ++r) {
    VecPair low = Q6_W_vshuff_VVR(LoadColumn<kAligned>(in[1], channel),
                                  LoadColumn<kAligned>(in[0], channel), -1);
    Vec x[4];
    TFLL_DSP_UNROLL
    for (int i = 0; i < 4; ++i) x[i] = LoadColumn<kAligned>(in[2 + i], channel);
    in += 6;
    TFLL_DSP_NO_UNROLL
    for (int32_t j = 0; j < pairs; ++j) {
      // In the order of the packets: a load beside a store.
      const VecPair high = Q6_W_vshuff_VVR(x[1], x[0], -1);
      const VecPair q01 = LowQuads(low, high);
      x[0] = LoadColumn<kAligned>(in[0], channel);
      out0[0] = Q6_V_lo_W(q01);
      x[1] = LoadColumn<kAligned>(in[1], channel);
      if (kGroups > 1) out1[0] = Q6_V_hi_W(q01);
      const VecPair next = Q6_W_vshuff_VVR(x[3], x[2], -1);
      const VecPair n01 = LowQuads(high, next);
      x[2] = LoadColumn<kAligned>(in[2], channel);
      out0[1] = Q6_V_lo_W(n01);
      x[3] = LoadColumn<kAligned>(in[3], channel);
      if (kGroups > 1) out1[1] = Q6_V_hi_W(n01);
      if (kGroups > 2) {
        const VecPair q23 = HighQuads(low, high);
        const VecPair n23 = HighQuads(high, next);
        out2[0] = Q6_V_lo_W(q23);
        out2[1] = Q6_V_lo_W(n23);
        if (kGroups > 3) {
          out3[0] = Q6_V_hi_W(q23);
          out3[1] = Q6_V_hi_W(n23);
        }
      }
      out0 += 2;
      out1 += 2;
      out2 += 2;
      out3 += 2;
      low = next;
      in += 4;
    }
    in -= 4;
  }
}

// Quads for each output of its own.
void OwnQuads(const QuadsJob& job, const DepthwisePlan& plan, const Window& w) {
  Vec* __restrict out[4];
  for (int g = 0; g < 4; ++g) out[g] = job.quads + g * job.group;
  for (int32_t r = 0; r < job.rows; ++r) {
    const uint8_t* const* row = job.columns + r * plan.columns;
    for (int32_t x = 0; x < plan.blocks * 4; ++x) {
      for (int32_t i = 0; i < plan.filter_quads; ++i) {
        const int32_t d = w.dilation_width;
        const uint8_t* const* at = row + x * w.stride_width + 4 * i * d;
        const VecPair low =
            Q6_W_vshuff_VVR(LoadColumn<false>(at[d], job.channel),
                            LoadColumn<false>(at[0], job.channel), -1);
        const VecPair high =
            Q6_W_vshuff_VVR(LoadColumn<false>(at[3 * d], job.channel),
                            LoadColumn<false>(at[2 * d], job.channel), -1);
        const VecPair q01 = LowQuads(low, high), q23 = HighQuads(low, high);
        *out[0]++ = Q6_V_lo_W(q01);
        *out[1]++ = Q6_V_hi_W(q01);
        *out[2]++ = Q6_V_lo_W(q23);
        *out[3]++ = Q6_V_hi_W(q23);
      }
    }
  }
}

template <bool kAligned>
void Shared(const QuadsJob& job, int32_t groups) {
  using Function = void (*)(const QuadsJob&, const uint8_t* const* __restrict,
                            Vec* __restrict, Vec* __restrict, Vec* __restrict,
                            Vec* __restrict);
  static const Function kFunctions[] = {
      SharedQuads<kAligned, 1>, SharedQuads<kAligned, 2>,
      SharedQuads<kAligned, 3>, SharedQuads<kAligned, 4>};
  kFunctions[groups - 1](job, job.columns, job.quads, job.quads + job.group,
                         job.quads + 2 * job.group, job.quads + 3 * job.group);
}

// One row; writes up to 31 entries more.
void PlaceRow(const uint8_t* row, const uint8_t* zero, const Window& w,
              int32_t count, const uint8_t** out) {
  const Vec outside = SplatWord(reinterpret_cast<intptr_t>(zero));
  int32_t x = 0;
  if (row != nullptr) {
    for (; x < w.pad_left; ++x) out[x] = zero;
    const int32_t pitch = w.in_channels;
    const Vec steps =
        Q6_Vw_vmpyi_VwRh(Iota(), (pitch << 16) | (pitch & 0xffff));
    for (int32_t i = 0; i < w.in_width; i += kVectorWords) {
      StoreUnaligned(
          out + x + i,
          Q6_Vw_vadd_VwVw(
              steps, SplatWord(reinterpret_cast<intptr_t>(row + i * pitch))));
    }
    x += w.in_width;
  }
  for (; x < count; x += kVectorWords) StoreUnaligned(out + x, outside);
}

}  // namespace

void PlaceColumns(const ColumnsJob& job, const uint8_t** columns) {
  const DepthwisePlan& plan = *job.plan;
  const Window& w = *job.window;
  const int32_t first = job.out_y * w.stride_height - w.pad_top;
  const int32_t row_bytes = w.in_width * w.in_channels;
  for (int32_t phase = 0; phase < plan.phases; ++phase) {
    for (int32_t r = 0; r < plan.phase_rows; ++r) {
      const int32_t y = first + r * plan.phases + phase;
      const bool inside = y >= 0 && y < w.in_height;
      PlaceRow(inside ? job.image + y * row_bytes : nullptr, job.zero, w,
               plan.columns, columns);
      columns += plan.columns;
    }
  }
  // Columns are read ahead.
  StoreUnaligned(columns, SplatWord(reinterpret_cast<intptr_t>(job.zero)));
}

void MakeQuads(const DepthwisePlan& plan, const Window& w,
               const uint8_t* const* columns, int32_t rows, int32_t channel,
               int32_t groups, Vec* quads) {
  for (int32_t phase = 0; phase < plan.phases; ++phase) {
    const QuadsJob job = {columns, plan.PhaseRows(rows, phase), plan.row_quads,
                          channel, plan.GroupQuads(),           quads};
    if (!plan.shared) {
      OwnQuads(job, plan, w);
    } else if (w.in_channels % kVectorBytes == 0) {
      Shared<true>(job, groups);
    } else {
      Shared<false>(job, groups);
    }
    columns += plan.phase_rows * plan.columns;
    quads += plan.phase_rows * plan.row_quads;
  }
}

}  // namespace tflite::dsp
