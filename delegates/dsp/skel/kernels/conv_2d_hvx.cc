#include "delegates/dsp/layout/weights.h"
#include "delegates/dsp/skel/kernels/conv_2d.h"
#include "delegates/dsp/skel/kernels/hvx/dense_run.h"
#include "delegates/dsp/skel/kernels/hvx/few_channels/few_channels.h"
#include "delegates/dsp/skel/kernels/hvx/pixel_sums.h"
#include "delegates/dsp/skel/kernels/hvx/scratch.h"

namespace tflite::dsp {
namespace {

// The tables of a run, in scratch memory.
struct Tables {
  FinishGroup* finish;
  Vec* spill;
  int32_t* pieces;
  const uint8_t** windows;
  int32_t* sums;
  int32_t* pixel_sums;
  uint8_t* copy;
};
Tables PlaceTables(const DenseTables& sizes, const Scratch& scratch) {
  uint8_t* at = scratch.data;
  const auto take = [&at](uint64_t bytes) {
    uint8_t* begin = at;
    at += bytes;
    return begin;
  };
  Tables t;
  t.finish = reinterpret_cast<FinishGroup*>(take(sizes.finish));
  t.spill = reinterpret_cast<Vec*>(take(sizes.spill));
  t.pieces = reinterpret_cast<int32_t*>(take(sizes.pieces));
  t.windows = reinterpret_cast<const uint8_t**>(take(sizes.windows));
  t.sums = reinterpret_cast<int32_t*>(take(sizes.windows));
  t.pixel_sums = reinterpret_cast<int32_t*>(take(sizes.pixel_sums));
  t.copy = at + kVectorBytes;
  return t;
}

// 32 windows more, for loops over whole vectors.
void RepeatWindow(const uint8_t** windows, int32_t count) {
  StoreUnaligned(windows + count,
                 SplatWord(reinterpret_cast<intptr_t>(windows[0])));
}

void SetFinish(const Finish& finish, const Tables& tables, bool quick,
               kernels::Halves halves, DenseRun* run) {
  run->finish = tables.finish;
  run->quick = quick;
  run->halves_up = halves == kernels::Halves::kUp;
  run->zero_point = finish.zero_point;
  run->min = finish.min;
  run->max = finish.max;
  run->sums = tables.sums;
  run->spill = tables.spill;
  run->windows = tables.windows;
  run->pieces = tables.pieces;
}

// The sums of the windows of `rows` output rows, by those of the pixels where
// windows overlap. `strip` is the first row in memory.
void SumStrip(const StripPlan& plan, const Window& w, const uint8_t* strip,
              int32_t rows, const DenseRun& run, int32_t* pixel_sums) {
  const int32_t factor = -run.weights_zero_point;
  const int32_t bytes = plan.pixel_bytes;
  const bool one = w.filter_height * w.filter_width == 1;
  if (one && !plan.copy && w.stride_width == 1 && w.stride_height == 1 &&
      plan.merged) {
    SumDensePixels(run.windows[0], run.count, bytes, run.is_signed, factor,
                   run.sums);
    return;
  }
  if (one || w.stride_width > 2 || !plan.merged) {
    SumWindows({run.windows, run.count, run.pieces, run.piece_count,
                run.piece_quads * 4, run.is_signed, factor, run.sums});
    return;
  }
  // From an aligned place where pixels lie evenly in vectors.
  const int32_t first = plan.copy ? plan.left - w.pad_left * bytes : 0;
  const bool is_even = bytes <= kVectorBytes && (bytes & (bytes - 1)) == 0;
  const int32_t skipped = is_even ? Quotient(first, bytes) : 0;
  const int32_t used = (w.out_width - 1) * w.stride_width +
                       (w.filter_width - 1) * w.dilation_width + 1;
  const int32_t pitch = PixelSumsPitch(plan, w);
  const int32_t in_rows = (rows - 1) * w.stride_height +
                          (w.filter_height - 1) * w.dilation_height + 1;
  int32_t row_sums = pitch;
  if (skipped > 0) {
    // One run over all rows, borders included.
    row_sums = Quotient(plan.row_bytes, bytes);
    SumDensePixels(strip, in_rows * row_sums, bytes, run.is_signed, factor,
                   pixel_sums);
  } else {
    for (int32_t r = 0; r < in_rows; ++r) {
      SumDensePixels(strip + r * plan.row_bytes + first - skipped * bytes,
                     skipped + used, bytes, run.is_signed, factor,
                     pixel_sums + r * pitch);
    }
  }
  BoxSumsJob box = {pixel_sums + skipped, row_sums,          w.filter_height,
                    w.filter_width,       w.dilation_height, w.dilation_width,
                    w.stride_width,       w.out_width};
  int32_t* sums = run.sums;
  for (int32_t r = 0; r < rows; ++r) {
    SumBoxes(box, sums);
    box.pixels += row_sums * w.stride_height;
    sums += w.out_width;
  }
}

// What may be written: the output's last vector.
uint8_t* EndOf(const Piece& piece, const Memory& memory) {
  return memory.At<uint8_t>(piece) + RoundUpTo(piece.bytes, kVectorBytes);
}

// What the matrix products of all strips and groups have in common.
DenseRun StartRun(const Conv2dParams& p, const StripPlan& plan,
                  const DenseLayout& layout, int32_t group_out,
                  const Memory& memory) {
  DenseRun run = {};
  run.piece_count = plan.piece_count;
  run.piece_quads = plan.piece_quads;
  run.is_signed = p.is_signed != 0;
  run.weights_zero_point = p.weights_zero_point;
  run.group_bytes = layout.BlockBytes();
  run.channels = group_out;
  run.pitch = p.window.out_channels;
  run.end = EndOf(p.output, memory);
  run.exact = p.groups > 1;
  return run;
}

// `prepared` has scratch memory.
void Convolve(const Conv2dParams& p, const DensePlan& prepared,
              kernels::Halves halves, const Memory& memory,
              const Scratch& scratch) {
  const Window& w = p.window;
  const Tables tables = PlaceTables(prepared.tables, scratch);
  const bool quick = PrepareFinish(p.finish, memory, tables.finish, halves);
  if (prepared.few.used && quick) {
    FewChannelsConv2d(p, prepared.few, memory, tables.finish, halves,
                      reinterpret_cast<uint8_t*>(tables.spill));
    return;
  }
  const StripPlan& plan = prepared.strip;
  const int32_t group_out =
      p.groups == 1 ? w.out_channels : w.out_channels / p.groups;
  const DenseLayout layout = {w.filter_height * w.filter_width, plan.channels};
  DenseRun run = StartRun(p, plan, layout, group_out, memory);
  SetFinish(p.finish, tables, quick, halves, &run);
  PlacePieces(plan, w, tables.pieces);
  const int32_t image_bytes = w.in_height * w.in_width * w.in_channels;
  uint8_t* out = memory.At<uint8_t>(p.output);
  for (int32_t b = 0; b < w.batch; ++b) {
    const uint8_t* image = memory.At<const uint8_t>(p.input) + b * image_bytes;
    for (int32_t y = 0; y < w.out_height; y += plan.out_rows) {
      const int32_t left = w.out_height - y;
      const int32_t rows = left < plan.out_rows ? left : plan.out_rows;
      run.count = rows * w.out_width;
      for (int32_t g = 0; g < p.groups; ++g) {
        const uint8_t* group = image + g * plan.channels;
        if (plan.copy) {
          CopyStrip(plan, w, group, y, p.input_zero_point, tables.copy);
        }
        PlaceWindows(plan, w, plan.copy ? tables.copy : group, y, rows,
                     tables.windows);
        RepeatWindow(tables.windows, run.count);
        const int32_t first = PaddedChannel(g, 0, group_out) / kLanes;
        run.weights =
            memory.At<const uint8_t>(p.weights) + first * layout.BlockBytes();
        run.finish = tables.finish + first;
        run.out = out + g * group_out;
        if (!HasSpareLane(group_out)) {
          const uint8_t* strip =
              plan.copy ? tables.copy
                        : group + (y * w.stride_height) * plan.row_bytes;
          SumStrip(plan, w, strip, rows, run, tables.pixel_sums);
        }
        RunDense(run);
      }
      out += run.count * w.out_channels;
    }
  }
}

}  // namespace

void Conv2dHvx(const Conv2dParams& p, const Memory& memory,
               const Scratch& scratch) {
  const DensePlan plan = PlanDense(p);
  if (plan.scratch_bytes == 0) {
    Conv2dScalar(p, memory, scratch);
    return;
  }
  Convolve(p, plan, kernels::Halves::kAwayFromZero, memory, scratch);
}

// The rows are the pixels of an image of one row.
void FullyConnectedHvx(const FullyConnectedParams& p, const Memory& memory,
                       const Scratch& scratch) {
  const Conv2dParams convolution = AsConvolution(p);
  const DensePlan plan = PlanDense(convolution);
  if (plan.scratch_bytes == 0) {
    FullyConnectedScalar(p, memory, scratch);
    return;
  }
  Convolve(convolution, plan, kernels::Halves::kUp, memory, scratch);
}

}  // namespace tflite::dsp
