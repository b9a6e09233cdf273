#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"

namespace tflite::dsp {
namespace {

// Quads of groups 0 and 1 from the low vectors, and of groups 2 and 3 from the
// high vectors, of two columns each that are interleaved.
TFLL_DSP_INLINE VecPair LowQuads(VecPair low, VecPair high) {
  return Q6_W_vshuff_VVR(Q6_V_lo_W(high), Q6_V_lo_W(low), -2);
}
TFLL_DSP_INLINE VecPair HighQuads(VecPair low, VecPair high) {
  return Q6_W_vshuff_VVR(Q6_V_hi_W(high), Q6_V_hi_W(low), -2);
}

struct QuadsJob {
  const uint8_t* const* columns;
  int32_t pitch;  // columns from row to row
  int32_t rows, row_quads;
  int32_t group;  // vectors from group to group
  Vec* quads;
};

// Writes the quads of columns 2j .. 2j+3. Two per turn of the loop, which saves
// moves between registers. The pointers are parameters because the compiler
// uses __restrict only there.
template <bool kAligned, int kGroups>
TFLL_DSP_NOINLINE void SharedQuads(const QuadsJob& job,
                                   const uint8_t* const* __restrict in,
                                   Vec* __restrict out0, Vec* __restrict out1,
                                   Vec* __restrict out2, Vec* __restrict out3) {
  const int32_t pairs = job.row_quads / 2;
  const uint8_t* const* __restrict row = in;
  for (int32_t r = 0; r < job.rows; ++r, row += job.pitch) {
    in = row;
    VecPair low = Q6_W_vshuff_VVR(LoadColumn<kAligned>(in[1]),
                                  LoadColumn<kAligned>(in[0]), -1);
    Vec x[4];
    TFLL_DSP_UNROLL
    for (int i = 0; i < 4; ++i) x[i] = LoadColumn<kAligned>(in[2 + i]);
    in += 6;
    const auto turn = [&](bool more) __attribute__((always_inline)) {
      // In the order of the packets, each with a load and a store.
      const VecPair high = Q6_W_vshuff_VVR(x[1], x[0], -1);
      const VecPair q01 = LowQuads(low, high);
      if (more) x[0] = LoadColumn<kAligned>(in[0]);
      out0[0] = Q6_V_lo_W(q01);
      if (more) x[1] = LoadColumn<kAligned>(in[1]);
      if (kGroups > 1) out1[0] = Q6_V_hi_W(q01);
      const VecPair next = Q6_W_vshuff_VVR(x[3], x[2], -1);
      const VecPair n01 = LowQuads(high, next);
      if (more) x[2] = LoadColumn<kAligned>(in[2]);
      out0[1] = Q6_V_lo_W(n01);
      if (more) x[3] = LoadColumn<kAligned>(in[3]);
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
    };
    TFLL_DSP_NO_UNROLL
    for (int32_t j = 1; j < pairs; ++j) turn(true);
    turn(false);
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

}  // namespace

void PlaceColumns(const ColumnsJob& job, const uint8_t** columns) {
  const DepthwisePlan& plan = *job.plan;
  const Window& w = *job.window;
  const int32_t first = job.out_y * w.stride_height - w.pad_top;
  const int32_t row_bytes = w.in_width * w.in_channels;
  const int32_t pitch = w.in_channels;
  const int32_t rows = plan.in_rows;
  const Vec outside = SplatWord(reinterpret_cast<intptr_t>(job.zero));
  const Vec row_step = SplatWord(row_bytes);
  const Vec steps = Q6_Vw_vmpyi_VwRh(Iota(), (pitch << 16) | (pitch & 0xffff));
  // 32 columns of all rows at a time, the last ones first: what a store writes
  // behind a row is overwritten later.
  const int32_t last = (plan.columns - 1) / kVectorWords * kVectorWords;
  for (int32_t x = last; x >= 0; x -= kVectorWords) {
    const Vec column = Q6_Vw_vadd_VwVw(Iota(), SplatWord(x - w.pad_left));
    const Mask inside =
        Q6_Q_and_QQn(Q6_Q_vcmp_gt_VwVw(SplatWord(w.in_width), column),
                     Q6_Q_vcmp_gt_VwVw(Zero(), column));
    const Vec begin = SplatWord(reinterpret_cast<intptr_t>(
        job.image + first * row_bytes + (x - w.pad_left) * pitch));
    Vec at = Q6_Vw_vadd_VwVw(steps, begin);
    const uint8_t** out = columns + x;
    const int32_t above = first < 0 ? (-first < rows ? -first : rows) : 0;
    int32_t within = w.in_height - first - above;
    if (within > rows - above) within = rows - above;
    if (within < 0) within = 0;
    for (int32_t r = 0; r < above; ++r, out += plan.columns) {
      StoreUnaligned(out, outside);
      at = Q6_Vw_vadd_VwVw(at, row_step);
    }
    TFLL_DSP_NO_UNROLL
    for (int32_t r = 0; r < within; ++r, out += plan.columns) {
      StoreUnaligned(out, Q6_V_vmux_QVV(inside, at, outside));
      at = Q6_Vw_vadd_VwVw(at, row_step);
    }
    for (int32_t r = above + within; r < rows; ++r, out += plan.columns) {
      StoreUnaligned(out, outside);
    }
  }
  // The loops read pointers ahead.
  StoreUnaligned(columns + plan.in_rows * plan.columns, outside);
}

void MoveColumns(const DepthwisePlan& plan, int32_t bytes,
                 const uint8_t** columns) {
  if (bytes == 0) return;
  Vec* __restrict all = reinterpret_cast<Vec*>(columns);
  const Vec by = SplatWord(bytes);
  const int32_t count = plan.in_rows * plan.columns;
  for (int32_t i = 0; i <= count; i += kVectorWords, ++all) {
    *all = Q6_Vw_vadd_VwVw(*all, by);
  }
}

void MakeQuads(const DepthwisePlan& plan, const Window& w,
               const uint8_t* const* columns, int32_t rows, int32_t groups,
               Vec* quads) {
  const QuadsJob job = {
      columns,        plan.columns,      plan.in_rows - (plan.out_rows - rows),
      plan.row_quads, plan.GroupQuads(), quads};
  if (w.in_channels % kVectorBytes == 0) {
    Shared<true>(job, groups);
  } else {
    Shared<false>(job, groups);
  }
}

}  // namespace tflite::dsp
