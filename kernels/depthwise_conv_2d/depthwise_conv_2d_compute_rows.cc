#include <algorithm>

#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"
#include "kernels/gemm/rows.h"
#include "kernels/gemm/tasks.h"

namespace tflite::kernels {
namespace {

using Kind = WeightedSum::Kind;
using State = DepthwiseConv2dCompute;

// One row of results.
struct Row {
  Row(const ConvWindow& w, int64_t row)
      : b(row / w.out_height),
        top(row % w.out_height * w.stride_height - w.pad_top),
        ys(top, w.dilation_height, w.filter_height, w.in_height) {
    // Columns whose windows lie within the image's width.
    const int64_t reach = int64_t{w.filter_width - 1} * w.dilation_width;
    const int64_t last = int64_t{w.in_width} - 1 - reach + w.pad_left;
    inside_end =
        last < 0 ? 0
                 : std::min<int64_t>(w.out_width, last / w.stride_width + 1);
    inside_begin = std::min<int64_t>(
        inside_end,
        (int64_t{w.pad_left} + w.stride_width - 1) / w.stride_width);
  }
  int64_t b, top;
  GemmTapRange ys;
  int64_t inside_begin, inside_end;
};

// Results as far apart as the columns of a dilated filter share these, like
// adjacent ones without dilation: they are those of an image of only these
// columns.
struct Phase {
  Phase(const ConvWindow& w, int64_t first)
      : window(w), first(first), step(w.dilation_width) {
    if (step == 1) return;
    const int64_t left = first - w.pad_left;
    column = (left % step + step) % step;
    window.dilation_width = 1;
    window.in_width = static_cast<int32_t>(CeilDiv(w.in_width - column, step));
    window.out_width = static_cast<int32_t>(CeilDiv(w.out_width - first, step));
    window.pad_left = static_cast<int32_t>((column - left) / step);
  }
  ConvWindow window;
  int64_t first;       // result
  int64_t column = 0;  // of the image
  int64_t step;
};

int64_t NumPhases(const ConvWindow& w) {
  return std::min(w.dilation_width, w.out_width);
}

// Runs body(first row, last row + 1, slot memory) over all rows of results.
template <typename Body>
void ForEachRow(const State& state, const DepthwiseConv2dArgs& args,
                ThreadPool& threads, const Body& body) {
  const ConvWindow& w = args.window;
  constexpr int64_t kProducts = 12000;  // the least for a range
  const int64_t grain =
      LeastItems(kProducts, {w.out_width, w.out_channels,
                             int64_t{w.filter_height} * w.filter_width + 4});
  GemmSlots slots(args.num_slots, state.slot_bytes, args.slots);
  threads.ParallelFor(int64_t{w.batch} * w.out_height, grain,
                      [&](int64_t begin, int64_t end) {
                        const GemmSlot slot(&slots);
                        body(begin, end, slot.memory());
                      });
}

// ---- float ----

struct FloatJob {
  const ConvWindow& window;
  const State& state;
  const GemmIsa& isa;
  const float* in;
  DepthwiseFloatTile tile;  // what all rows share
  // The same for windows of 3 or 5 columns, where the kernels have them. A
  // vector may hold several pixels of few channels: then these count as one,
  // `line_pixels`.
  DepthwiseFloatLine line;
  int64_t line_pixels = 0;  // 0: there is no such kernel
};

// The windows of a row that reach over an edge, one at a time: only the taps
// inside the image.
void FloatEdge(const FloatJob& job, const Row& row, int64_t x, uint8_t* memory,
               DepthwiseFloatTile tile) {
  const ConvWindow& w = job.window;
  const int64_t left = x * w.stride_width - w.pad_left;
  const GemmTapRange xs(left, w.dilation_width, w.filter_width, w.in_width);
  auto* offsets = reinterpret_cast<int64_t*>(memory);
  int64_t* weight_offsets = offsets + job.state.offsets.size();
  int64_t taps = 0;
  for (int64_t fy = row.ys.begin; fy < row.ys.end; ++fy) {
    for (int64_t fx = xs.begin; fx < xs.end; ++fx, ++taps) {
      offsets[taps] = ((row.top + fy * w.dilation_height) * w.in_width + left +
                       fx * w.dilation_width) *
                      w.out_channels;
      weight_offsets[taps] = (fy * w.filter_width + fx) * w.out_channels;
    }
  }
  tile.pixels = 1;
  tile.in = job.in + row.b * w.in_height * w.in_width * w.out_channels;
  tile.taps = taps;
  tile.offsets = offsets;
  tile.weight_offsets = weight_offsets;
  tile.out += x * w.out_channels;
  job.isa.depthwise_float(tile);
}

// Columns [begin, end) of a row's results.
struct Columns {
  int64_t begin, end;
};

// How many columns of its window, which has no dilation, the result at column x
// lacks at the end.
int64_t MissingAtEnd(const ConvWindow& w, int64_t x) {
  return std::max<int64_t>(
      0, x * w.stride_width - w.pad_left + w.filter_width - w.in_width);
}

// The results of a row that the kernel of lines gives: those of windows inside
// the image's width, as far as they fill vectors, and next to them those whose
// windows lack few columns.
Columns LineColumns(const FloatJob& job, const ConvWindow& w, const Row& row) {
  Columns c = {row.inside_begin, row.inside_end};
  c.end -= (c.end - c.begin) % job.line_pixels;
  if (c.begin == c.end || job.line_pixels > 1) return c;
  const int64_t most = job.line.taps / 2;
  if (w.pad_left <= most) c.begin = 0;
  while (c.end < w.out_width && MissingAtEnd(w, c.end) <= most) ++c.end;
  return c;
}

// The phase's results of `rows` rows from `index` on. Returns which columns.
Columns FloatLine(const FloatJob& job, const Phase& phase, int64_t index,
                  int rows) {
  const ConvWindow& w = phase.window;
  const Row row(w, index);
  const int64_t lines = row.ys.end - row.ys.begin;
  const Columns c = LineColumns(job, w, row);
  if (c.begin == c.end || lines <= 0) {
    return {row.inside_begin, row.inside_begin};
  }
  DepthwiseFloatLine line = job.line;
  line.pixels = (c.end - c.begin) / job.line_pixels;
  line.cut_first = static_cast<int>(
      std::max<int64_t>(0, w.pad_left - c.begin * w.stride_width));
  line.cut_last = static_cast<int>(MissingAtEnd(w, c.end - 1));
  line.lines = static_cast<int>(lines);
  line.rows = rows;
  const ConvWindow& image = job.window;
  line.out_row_step = int64_t{image.out_width} * w.out_channels;
  const int64_t left =
      phase.column + (c.begin * w.stride_width - w.pad_left) * phase.step;
  const int64_t all_lines = lines + (rows - 1) * w.stride_height;
  for (int64_t l = 0; l < all_lines; ++l) {
    const int64_t y = row.top + (row.ys.begin + l) * w.dilation_height;
    line.in[l] = job.in + ((row.b * w.in_height + y) * image.in_width + left) *
                              w.out_channels;
  }
  line.weights += row.ys.begin * w.filter_width * line.tap_step;
  line.out = job.tile.out + index * line.out_row_step +
             (phase.first + c.begin * phase.step) * w.out_channels;
  job.isa.depthwise_float_line(line);
  return c;
}

// How many rows of results from `index` on, below `end`, the kernel of lines
// takes at once: those whose windows are inside the image's height.
int LineRows(const FloatJob& job, int64_t index, int64_t end) {
  const ConvWindow& w = job.window;
  const int64_t y = index % w.out_height;
  if (job.line_pixels != 1 || w.filter_height != w.filter_width ||
      w.dilation_height != 1 || w.stride_height != w.stride_width ||
      y * w.stride_height < w.pad_top) {
    return 1;
  }
  const int64_t last =
      (int64_t{w.in_height} - w.filter_height + w.pad_top) / w.stride_height;
  const int64_t most =
      job.line.taps == 3 ? job.isa.depthwise_line_rows[w.stride_width] : 1;
  const int64_t rows =
      std::min({most, end - index, w.out_height - y, last - y + 1});
  return static_cast<int>(std::max<int64_t>(1, rows));
}

// The results of a row outside of the columns that are done.
void FloatRest(const FloatJob& job, int64_t index, const Columns& done,
               uint8_t* memory) {
  const ConvWindow& w = job.window;
  const Row row(w, index);
  DepthwiseFloatTile tile = job.tile;
  tile.out += index * w.out_width * w.out_channels;
  float* out = tile.out;
  for (int64_t x = 0; x < std::min(done.begin, row.inside_begin); ++x) {
    FloatEdge(job, row, x, memory, tile);
  }
  for (int64_t x = std::max(done.end, row.inside_end); x < w.out_width; ++x) {
    FloatEdge(job, row, x, memory, tile);
  }
  const int64_t first_tap = row.ys.begin * w.filter_width;
  const int64_t first_line =
      row.b * w.in_height + row.top + row.ys.begin * w.dilation_height;
  tile.taps = (row.ys.end - row.ys.begin) * w.filter_width;
  // Offsets count from the window's first pixel; here from its first in the
  // image.
  tile.offsets = job.state.offsets.data();
  tile.weight_offsets = job.state.weight_offsets.data() + first_tap;
  for (int64_t x = done.end; x < row.inside_end; x += tile.pixels) {
    tile.pixels = static_cast<int>(
        std::min<int64_t>(kDepthwiseMaxPixels, row.inside_end - x));
    tile.in =
        job.in + (first_line * w.in_width + x * w.stride_width - w.pad_left) *
                     w.out_channels;
    tile.out = out + x * w.out_channels;
    job.isa.depthwise_float(tile);
  }
}

// The row `index` of results by lines, one for each phase; other results one at
// a time.
void DilatedRow(const FloatJob& job, int64_t index, uint8_t* memory) {
  const ConvWindow& w = job.window;
  const Row row(w, index);
  DepthwiseFloatTile tile = job.tile;
  tile.out += index * w.out_width * w.out_channels;
  for (int64_t first = 0; first < NumPhases(w); ++first) {
    const Phase phase(w, first);
    const Columns done = FloatLine(job, phase, index, 1);
    for (int64_t x = 0; x < phase.window.out_width; ++x) {
      if (x >= done.begin && x < done.end) continue;
      FloatEdge(job, row, first + x * phase.step, memory, tile);
    }
  }
}

// The row `index` of results and perhaps some that follow, below `end`; returns
// how many.
int64_t FloatRows(const FloatJob& job, int64_t index, int64_t end,
                  uint8_t* memory) {
  const ConvWindow& w = job.window;
  if (job.line_pixels > 0 && w.dilation_width > 1) {
    DilatedRow(job, index, memory);
    return 1;
  }
  const Row row(w, index);
  const int rows = LineRows(job, index, end);
  Columns done = {row.inside_begin, row.inside_begin};
  if (job.line_pixels > 0) done = FloatLine(job, Phase(w, 0), index, rows);
  for (int i = 0; i < rows; ++i) FloatRest(job, index + i, done, memory);
  return rows;
}

// ---- integers ----

// Where one image's pixels outside of it are, and what its sums start from.
struct Image {
  const uint8_t* padding;
  const int32_t* start;
  int32_t zero_point;
};

struct IntJob {
  const DepthwiseConv2d& op;
  const ConvWindow& window;
  const State& state;
  const uint8_t* in;
  bool is_unsigned;
  void* out;
  const float* bias;         // hybrid
  const float* scales;       // hybrid: one per image
  GemmResults results = {};  // of DepthwiseWeights::RunLine, but for `out`
};

// The pointers of the window at column x.
void TapPointers(const IntJob& job, const Row& row, int64_t x,
                 const Image& image, const uint8_t** taps) {
  const ConvWindow& w = job.window;
  const int64_t left = x * w.stride_width - w.pad_left;
  const std::vector<int64_t>& offsets = job.state.offsets;
  const bool all_rows = row.ys.begin == 0 && row.ys.end == w.filter_height;
  if (all_rows && x >= row.inside_begin && x < row.inside_end) {
    const uint8_t* first =
        job.in +
        ((row.b * w.in_height + row.top) * w.in_width + left) * w.out_channels;
    for (size_t t = 0; t < offsets.size(); ++t) taps[t] = first + offsets[t];
    return;
  }
  const GemmTapRange xs(left, w.dilation_width, w.filter_width, w.in_width);
  for (int64_t fy = 0; fy < w.filter_height; ++fy) {
    const bool inside = fy >= row.ys.begin && fy < row.ys.end;
    const int64_t line = row.b * w.in_height + row.top + fy * w.dilation_height;
    for (int64_t fx = 0; fx < w.filter_width; ++fx) {
      *taps++ =
          inside && fx >= xs.begin && fx < xs.end
              ? job.in + (line * w.in_width + left + fx * w.dilation_width) *
                             w.out_channels
              : image.padding;
    }
  }
}

// Results of `count` pixels from element `at` of the output on.
void Finish(const IntJob& job, const int32_t* sums, int64_t pitch,
            int64_t count, int64_t b, int64_t at) {
  const int64_t channels = job.window.out_channels;
  if (job.scales == nullptr) {
    uint8_t* out[16];
    for (int64_t i = 0; i < count; ++i) {
      out[i] = static_cast<uint8_t*>(job.out) + at + i * channels;
    }
    job.state.requantizer.Run(sums, pitch, count, 0, channels, out);
    return;
  }
  float* out[16];
  float scales[16];
  for (int64_t i = 0; i < count; ++i) {
    out[i] = static_cast<float*>(job.out) + at + i * channels;
    scales[i] = job.scales[b];
  }
  GemmDequantTile tile;
  tile.acc = sums;
  tile.acc_pitch = pitch;
  tile.m = count;
  tile.n = channels;
  tile.row_scale = scales;
  tile.row_offset = nullptr;
  tile.column_sum = job.state.start.data();
  tile.column_scale = job.state.column_scales.data();
  tile.bias = job.bias;
  tile.min = job.op.sum.float_range.min;
  tile.max = job.op.sum.float_range.max;
  tile.out = out;
  job.state.weights.isa().dequantize(tile);
}

// The phase's results of a row by DepthwiseWeights::RunLine.
void IntLine(const IntJob& job, int64_t index, const Image& image,
             const Phase& phase) {
  const ConvWindow& w = job.window;
  const Row row(w, index);
  const int64_t channels = w.out_channels;
  const int64_t at = (index * w.out_width + phase.first) * channels;
  DepthwiseIntLine line;
  line.stride = w.stride_width;
  line.padding = image.padding;
  line.zero_point = image.zero_point;
  line.start = image.start;
  line.width = phase.window.in_width;
  for (int64_t l = 0; l < 3; ++l) {
    const bool inside = l >= row.ys.begin && l < row.ys.end;
    const int64_t y = row.b * w.in_height + row.top + l * w.dilation_height;
    line.in[l] = inside ? job.in + (y * w.in_width + phase.column) * channels
                        : image.padding;
    line.column_step[l] = inside ? phase.step * channels : 0;
  }
  line.pixels = phase.window.out_width;
  line.left = -int64_t{phase.window.pad_left};
  line.to = job.results;
  line.to.out_stride = phase.step * channels;
  if (job.scales == nullptr) {
    line.to.out = static_cast<uint8_t*>(job.out) + at;
  } else {
    line.to.out = static_cast<float*>(job.out) + at;
    line.to.row_scale = job.scales[row.b];
  }
  job.state.weights.RunLine(line, job.is_unsigned);
}

// Rows [begin, end) of one image.
void IntRows(const IntJob& job, int64_t begin, int64_t end, const Image& image,
             uint8_t* memory) {
  if (job.state.by_lines) {
    for (int64_t first = 0; first < NumPhases(job.window); ++first) {
      const Phase phase(job.window, first);
      for (int64_t i = begin; i < end; ++i) IntLine(job, i, image, phase);
    }
    return;
  }
  const ConvWindow& w = job.window;
  const DepthwiseWeights& weights = job.state.weights;
  const int64_t pitch = weights.padded_channels(), b = begin / w.out_height;
  const auto taps = reinterpret_cast<const uint8_t**>(memory);
  auto* sums =
      reinterpret_cast<int32_t*>(memory + (job.state.offsets.size() + 64) * 16);
  for (int64_t t = static_cast<int64_t>(job.state.offsets.size());
       t < weights.padded_taps(); ++t) {
    taps[t] = image.padding;
  }
  int64_t at = begin * w.out_width * w.out_channels;
  int64_t count = 0;
  const auto finish = [&] {
    Finish(job, sums, pitch, count, b, at);
    at += count * w.out_channels;
    count = 0;
  };
  for (int64_t i = begin; i < end; ++i) {
    const Row row(w, i);
    for (int64_t x = 0; x < w.out_width; ++x) {
      TapPointers(job, row, x, image, taps);
      weights.Run(taps, job.is_unsigned, image.zero_point, image.start,
                  sums + count * pitch);
      if (++count == job.state.pixels) finish();
    }
  }
  if (count > 0) finish();
}

// Fills in the kernel of lines where it applies; `wide` has room for 10
// vectors.
void SetLine(FloatJob* job, float* wide) {
  const ConvWindow& w = job->window;
  const bool fits = (w.filter_width == 3 && w.filter_height <= 3) ||
                    (w.filter_width == 5 && w.filter_height == 5 &&
                     job->isa.depthwise_five_taps);
  if (!fits || w.stride_width > (w.dilation_width == 1 ? 2 : 1) ||
      job->isa.depthwise_float_line == nullptr) {
    return;
  }
  const int64_t lanes = job->isa.float_vector, channels = w.out_channels;
  DepthwiseFloatLine& line = job->line;
  line.channels = channels;
  line.taps = w.filter_width;
  line.stride = w.stride_width;
  line.column_step = channels * w.dilation_width;
  line.weights = job->tile.weights;
  line.tap_step = channels;
  line.bias = job->tile.bias;
  line.min = job->tile.min;
  line.max = job->tile.max;
  line.out_step = channels * w.dilation_width;
  job->line_pixels = 1;
  if (w.dilation_width != 1 || channels * 2 != lanes || w.stride_width != 1 ||
      line.taps != 3) {
    return;
  }
  // Two pixels fill a vector: their channels lie side by side, two columns on.
  const int64_t taps = 3 * w.filter_height;
  for (int64_t i = 0; i < taps * lanes; ++i) {
    wide[i] = line.weights[i / lanes * channels + i % channels];
  }
  line.weights = wide;
  line.tap_step = lanes;
  for (int64_t i = 0; line.bias != nullptr && i < lanes; ++i) {
    wide[taps * lanes + i] = line.bias[i % channels];
  }
  if (line.bias != nullptr) line.bias = wide + taps * lanes;
  line.channels = lanes;
  line.stride = 2;
  line.out_step = lanes;
  job->line_pixels = 2;
}

}  // namespace

void RunDepthwiseFloat(const DepthwiseConv2d& op, const State& state,
                       const DepthwiseConv2dArgs& args, ThreadPool& threads) {
  const ConvWindow& w = args.window;
  FloatJob job{w, state, state.weights.isa(), nullptr, {}, {}};
  job.in = static_cast<const float*>(
      RepeatChannels(op, w, args.in, 4, args.repeated, threads));
  job.tile.channels = w.out_channels;
  job.tile.pixel_step = int64_t{w.stride_width} * w.out_channels;
  job.tile.weights = args.filter;
  job.tile.bias = args.bias;
  job.tile.min = op.sum.float_range.min;
  job.tile.max = op.sum.float_range.max;
  job.tile.out = static_cast<float*>(args.out);
  job.tile.out_step = w.out_channels;
  float wide[10 * kGemmMaxColumns];
  SetLine(&job, wide);
  ForEachRow(state, args, threads,
             [&](int64_t begin, int64_t end, uint8_t* memory) {
               for (int64_t row = begin; row < end;) {
                 row += FloatRows(job, row, end, memory);
               }
             });
}

void RunDepthwiseIntegers(const DepthwiseConv2d& op, const State& state,
                          const DepthwiseConv2dArgs& args,
                          ThreadPool& threads) {
  const ConvWindow& w = args.window;
  const int64_t channels = w.out_channels,
                pitch = state.weights.padded_channels();
  IntJob job{op,
             w,
             state,
             static_cast<const uint8_t*>(args.in),
             op.sum.input_type == kTfLiteUInt8,
             args.out,
             nullptr,
             nullptr};
  const int32_t* zero_points = &op.sum.input_zero_point;
  const bool hybrid = op.sum.kind == Kind::kHybrid;
  if (hybrid) {
    job.in = reinterpret_cast<const uint8_t*>(args.rows->values());
    job.scales = args.rows->scales();
    job.bias = args.bias;
    zero_points = args.rows->zero_points();
  }
  job.in = static_cast<const uint8_t*>(
      RepeatChannels(op, w, job.in, 1, args.repeated, threads));
  if (state.wide > 1) return RunDepthwiseWide(op, state, job.in, args, threads);
  job.results = state.requantizer.Results();
  if (hybrid) {
    job.results.column_scale = state.column_scales.data();
    job.results.bias = job.bias;
    job.results.min = op.sum.float_range.min;
    job.results.max = op.sum.float_range.max;
  }
  auto* starts = static_cast<int32_t*>(args.row_memory);
  auto* padding = reinterpret_cast<uint8_t*>(starts + (w.batch + 1) * pitch);
  for (int64_t b = 0; b < (hybrid ? w.batch : 1); ++b) {
    std::fill_n(padding + b * channels, channels,
                static_cast<uint8_t>(zero_points[b]));
    if (hybrid) {
      state.weights.Start(false, zero_points[b], nullptr, starts + b * pitch);
    }
  }
  const auto run = [&](int64_t begin, int64_t end, uint8_t* memory) {
    for (int64_t row = begin, next; row < end; row = next) {
      next = std::min(end, (row / w.out_height + 1) * w.out_height);
      const int64_t b = hybrid ? row / w.out_height : 0;
      IntRows(
          job, row, next,
          {padding + b * channels,
           hybrid ? starts + b * pitch : state.start.data(), zero_points[b]},
          memory);
    }
  };
  ForEachRow(state, args, threads, run);
}

}  // namespace tflite::kernels
