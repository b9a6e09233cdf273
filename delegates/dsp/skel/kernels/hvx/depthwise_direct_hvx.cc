#include "delegates/dsp/skel/kernels/hvx/depthwise_tile.h"

namespace tflite::dsp {
namespace {

// By groups less one; the last one is of four whose pixels are aligned.
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

void DepthwiseDirect(const DepthwiseChunk& chunk) {
  const DepthwisePlan& plan = *chunk.plan;
  const Window& w = *chunk.window;
  DepthwiseRows rows = {};
  rows.columns = chunk.columns;
  rows.row_pitch = plan.columns * w.stride_height;
  rows.row_step = plan.columns * w.dilation_height;
  rows.filter = chunk.filter;
  rows.finish = chunk.finish;
  rows.height = w.filter_height;
  rows.quads = plan.filter_quads;
  rows.halves = chunk.wide ? 2 : 1;
  rows.stride = w.stride_width;
  rows.dilation = w.dilation_width;
  rows.width = w.out_width;
  rows.blocks = plan.blocks;
  rows.quick = chunk.quick;
  rows.zero_point = chunk.zero_point;
  rows.low = SplatByte(chunk.min);
  rows.high = SplatByte(chunk.max);
  rows.spill = chunk.spill;
  rows.pitch = w.out_channels;
  uint8_t* row_of_pixels =
      reinterpret_cast<uint8_t*>(chunk.spill + kDepthwiseSpill);
  rows.nowhere = row_of_pixels;
  const bool three = rows.height == 3 && rows.quads == 1 && rows.halves == 1;
  const bool aligned = w.out_channels % kVectorBytes == 0;
  const bool by_pixel = three && plan.shared && rows.quick;
  const Forms& forms = chunk.is_signed ? FormsFor<true>(plan, three)
                                       : FormsFor<false>(plan, three);
  const DepthwiseForm run =
      by_pixel ? DepthwisePixelForm(chunk.is_signed, chunk.groups, aligned)
               : forms.of[aligned ? 4 : chunk.groups - 1];
  const int32_t row_bytes = rows.width * rows.pitch;
  // Rows whose last pixel may write 128 bytes.
  const int32_t last =
      ((by_pixel ? 2 * ((rows.width + 1) / 2) : 4 * rows.blocks) - 1) *
          rows.pitch +
      kVectorBytes;
  rows.rows = chunk.rows;
  while (rows.rows > 0 &&
         chunk.out + (rows.rows - 1) * row_bytes + last > chunk.end) {
    --rows.rows;
  }
  rows.out = chunk.out;
  if (rows.rows > 0) run(rows);
  const int32_t direct = rows.rows;
  rows.rows = 1;
  rows.pitch = kVectorBytes;
  for (int32_t r = direct; r < chunk.rows; ++r) {
    rows.columns = chunk.columns + r * rows.row_pitch;
    rows.nowhere = rows.out = row_of_pixels;
    run(rows);
    uint8_t* out = chunk.out + r * row_bytes;
    for (int32_t x = 0; x < rows.width; ++x, out += w.out_channels) {
      StoreFirst(out, reinterpret_cast<const Vec*>(row_of_pixels)[x],
                 chunk.width);
    }
  }
}

}  // namespace tflite::dsp
