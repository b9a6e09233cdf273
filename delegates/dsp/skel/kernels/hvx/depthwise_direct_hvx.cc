#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"

namespace tflite::dsp {
namespace {

// For 1 to 4 groups, and for 4 groups whose pixels are aligned.
struct Forms {
  DepthwiseForm of[5];
};
template <QuadUse kUse, int kRows, bool kSigned>
constexpr Forms kForms = {{DepthwiseBlocks<kUse, kRows, 1, kSigned, false>,
                           DepthwiseBlocks<kUse, kRows, 2, kSigned, false>,
                           DepthwiseBlocks<kUse, kRows, 3, kSigned, false>,
                           DepthwiseBlocks<kUse, kRows, 4, kSigned, false>,
                           DepthwiseBlocks<kUse, kRows, 4, kSigned, true>}};

template <bool kSigned>
const Forms& FormsFor(const DepthwisePlan& plan, bool three) {
  if (plan.paired) {
    return three ? kForms<QuadUse::kPaired, 3, kSigned>
                 : kForms<QuadUse::kPaired, 0, kSigned>;
  }
  if (plan.shared) {
    return three ? kForms<QuadUse::kShared, 3, kSigned>
                 : kForms<QuadUse::kShared, 0, kSigned>;
  }
  return kForms<QuadUse::kOwn, 0, kSigned>;
}

}  // namespace

void StartDepthwiseDirect(const DepthwiseChunk& chunk, bool by_pixel,
                          DepthwiseDirectRun* direct) {
  const DepthwisePlan& plan = *chunk.plan;
  const Window& w = *chunk.window;
  direct->groups = 0;
  direct->by_pixel = by_pixel;
  direct->limits[0] = SplatByte(chunk.min);
  direct->limits[1] = SplatByte(chunk.max);
  DepthwiseRows& rows = direct->rows;
  rows.row_pitch = plan.columns * w.stride_height;
  rows.row_step = plan.columns * w.dilation_height;
  rows.height = w.filter_height;
  rows.quads = plan.filter_quads;
  rows.halves = chunk.wide ? 2 : 1;
  rows.stride = w.stride_width;
  rows.dilation = w.dilation_width;
  rows.width = w.out_width;
  rows.blocks = plan.blocks;
  rows.quick = chunk.quick;
  rows.zero_point = chunk.zero_point;
  rows.low = direct->limits[0];
  rows.high = direct->limits[1];
  rows.limits = direct->limits;
  rows.zero = SplatByte(-chunk.weights_zero_point);
  rows.spill = chunk.spill;
  rows.even = chunk.even;
  rows.half_rows = plan.half_rows;
  rows.pitch = w.out_channels;
  rows.nowhere = reinterpret_cast<uint8_t*>(chunk.spill + kDepthwiseSpill);
  direct->output_row = w.out_width * w.out_channels;
}

namespace {

void SelectForm(const DepthwiseChunk& chunk, DepthwiseDirectRun* direct) {
  const DepthwisePlan& plan = *chunk.plan;
  const Window& w = *chunk.window;
  const DepthwiseRows& rows = direct->rows;
  direct->groups = chunk.groups;
  if (direct->by_pixel) {
    const DepthwisePixels pixels =
        DepthwisePixelForm(w, chunk.is_signed, chunk.wide, chunk.groups);
    direct->run = pixels.run;
    direct->row_bytes = pixels.row_bytes;
    direct->side_by_side = pixels.side_by_side;
    return;
  }
  const bool three = rows.height == 3 && rows.quads == 1 && rows.halves == 1;
  const Forms& forms = chunk.is_signed ? FormsFor<true>(plan, three)
                                       : FormsFor<false>(plan, three);
  const bool aligned = w.out_channels % kVectorBytes == 0;
  direct->run = forms.of[aligned ? 4 : chunk.groups - 1];
  direct->row_bytes = (4 * rows.blocks - 1) * w.out_channels + kVectorBytes;
  direct->side_by_side = false;
}

}  // namespace

void DepthwiseDirect(const DepthwiseChunk& chunk, DepthwiseDirectRun* direct) {
  if (direct->groups != chunk.groups) SelectForm(chunk, direct);
  DepthwiseRows& rows = direct->rows;
  rows.columns = chunk.columns;
  rows.filter = chunk.filter;
  rows.finish = chunk.finish;
  rows.rows = chunk.rows;
  rows.out = chunk.out;
  // Only rows whose stores end before chunk.end.
  while (rows.rows > 0 &&
         chunk.out + (rows.rows - 1) * direct->output_row + direct->row_bytes >
             chunk.end) {
    --rows.rows;
  }
  if (rows.rows > 0) direct->run(rows);
  const int32_t done = rows.rows;
  if (done == chunk.rows) return;
  const int32_t pitch = rows.pitch;
  uint8_t* row_of_pixels = rows.nowhere;
  rows.rows = 1;
  if (!direct->side_by_side) rows.pitch = kVectorBytes;
  for (int32_t r = done; r < chunk.rows; ++r) {
    rows.columns = chunk.columns + r * rows.row_pitch;
    rows.out = row_of_pixels;
    direct->run(rows);
    uint8_t* out = chunk.out + r * direct->output_row;
    for (int32_t x = 0; x < rows.width; ++x, out += pitch) {
      StoreFirst(out, LoadUnaligned(row_of_pixels + x * rows.pitch),
                 chunk.width);
    }
  }
  rows.pitch = pitch;
}

}  // namespace tflite::dsp
