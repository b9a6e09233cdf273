// Few channels: as many adjacent results as fill the kernel's vectors count as
// one pixel of more channels, with the weights of each repeated. Their windows
// lie side by side in copies of the input's lines, which hold what a stride
// skips apart and padding at both ends.
#include <algorithm>
#include <cstring>

#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"
#include "kernels/gemm/tasks.h"

namespace tflite::kernels {
namespace {

using State = DepthwiseConv2dCompute;

constexpr int64_t kNoLine = -1;
// The largest block of a kernel.
constexpr int64_t kMostWide = 64;

int64_t RoundUp(int64_t n, int64_t to) { return (n + to - 1) / to * to; }

// Where things lie in a slot's memory.
struct WideLayout {
  WideLayout(const ConvWindow& w, const State& state)
      : taps(state.weights.padded_taps()),
        lines(w.filter_height),
        pitch(state.weights.padded_channels()) {
    phase_bytes = DepthwiseWidePhaseBytes(w, state.wide);
    line_bytes = phase_bytes * w.stride_width;
  }
  int64_t taps, lines, pitch;
  int64_t phase_bytes, line_bytes;

  const uint8_t** pointers(uint8_t* slot) const {
    return reinterpret_cast<const uint8_t**>(slot);
  }
  int64_t* held(uint8_t* slot) const {
    return reinterpret_cast<int64_t*>(slot + taps * 16);
  }
  // The last one is of padding only.
  uint8_t* line(uint8_t* slot, int64_t i) const {
    return slot + RoundUp(taps * 16 + lines * 8, 64) + i * line_bytes;
  }
  int32_t* sums(uint8_t* slot) const {
    return reinterpret_cast<int32_t*>(line(slot, lines + 1));
  }
};

// `count` pixels of `bytes` bytes, `step` apart, side by side. Of all but the
// last one, kBytes are copied, less than twice as many, which the next pixel
// then overwrites.
template <int64_t kBytes>
inline void CopyMost(const uint8_t* in, int64_t bytes, int64_t step,
                     int64_t count, uint8_t* out) {
  for (; count > 1; --count, in += step, out += bytes) {
    std::memcpy(out, in, kBytes);
  }
  if (count == 1) std::memcpy(out, in, static_cast<size_t>(bytes));
}

template <int64_t kBytes>
void CopyPixels(const uint8_t* in, int64_t bytes, int64_t step, int64_t count,
                uint8_t* out) {
  // A distance that the compiler knows takes fewer instructions.
  bytes == kBytes ? CopyMost<kBytes>(in, kBytes, step, count, out)
                  : CopyMost<kBytes>(in, bytes, step, count, out);
}

void CopyPixels(const uint8_t* in, int64_t bytes, int64_t step, int64_t count,
                uint8_t* out) {
  if (bytes == step) {
    std::memcpy(out, in, static_cast<size_t>(bytes * count));
    return;
  }
  return bytes <= 1    ? CopyPixels<1>(in, bytes, step, count, out)
         : bytes <= 2  ? CopyPixels<2>(in, bytes, step, count, out)
         : bytes <= 4  ? CopyPixels<4>(in, bytes, step, count, out)
         : bytes <= 8  ? CopyPixels<8>(in, bytes, step, count, out)
         : bytes <= 16 ? CopyPixels<16>(in, bytes, step, count, out)
                       : CopyPixels<32>(in, bytes, step, count, out);
}

// Copies an image's line: for each phase of the stride, the pixels that windows
// use at it, `pixels` of them, some outside of the image.
void FillLine(const ConvWindow& w, const WideLayout& layout, const uint8_t* in,
              uint8_t zero_point, uint8_t* out) {
  const int64_t channels = w.out_channels;
  const int64_t pixels =
      w.out_width + (w.filter_width - 1) / int64_t{w.stride_width};
  for (int64_t phase = 0; phase < w.stride_width;
       ++phase, out += layout.phase_bytes) {
    // Pixel j is column first + j * stride.
    const int64_t first = phase - w.pad_left;
    const int64_t begin =
        std::min(pixels, (-first + w.stride_width - 1) / w.stride_width);
    const int64_t within = w.in_width - first;  // columns from `first` on
    const int64_t end = std::max(
        begin,
        std::min(pixels, (within + w.stride_width - 1) / w.stride_width));
    std::memset(out, zero_point, static_cast<size_t>(begin * channels));
    CopyPixels(in + (first + begin * w.stride_width) * channels, channels,
               w.stride_width * channels, end - begin, out + begin * channels);
    // As far as vectors may read.
    std::memset(out + end * channels, zero_point,
                static_cast<size_t>(layout.phase_bytes - end * channels));
  }
}

struct WideJob {
  const DepthwiseConv2d& op;
  const ConvWindow& window;
  const State& state;
  const WideLayout layout;
  const uint8_t* in;
  uint8_t* out;
  GemmResults results;  // of DepthwiseWeights::RunLine, but for `out`
};

// Line fy of the windows of a row of results: a copy, or padding.
const uint8_t* LineOf(const WideJob& job, int64_t row, int64_t fy,
                      uint8_t* slot) {
  const ConvWindow& w = job.window;
  const WideLayout& layout = job.layout;
  const int64_t y = row % w.out_height * w.stride_height - w.pad_top + fy;
  if (y < 0 || y >= w.in_height) return layout.line(slot, layout.lines);
  int64_t* held = layout.held(slot);
  const int64_t number = row / w.out_height * w.in_height + y;
  const int64_t place = y % layout.lines;
  uint8_t* copy = layout.line(slot, place);
  if (held[place] != number) {
    FillLine(w, layout, job.in + number * w.in_width * w.out_channels,
             static_cast<uint8_t>(job.op.sum.input_zero_point), copy);
    held[place] = number;
  }
  return copy;
}

// Where column fx of the first windows is in a line.
int64_t ColumnOffset(const WideJob& job, int64_t fx) {
  const int64_t stride = job.window.stride_width;
  return fx % stride * job.layout.phase_bytes +
         fx / stride * job.window.out_channels;
}

// The pointers of the window of a line's first results.
void TapPointers(const WideJob& job, int64_t row, uint8_t* slot) {
  const ConvWindow& w = job.window;
  const WideLayout& layout = job.layout;
  const uint8_t** taps = layout.pointers(slot);
  for (int64_t fy = 0; fy < w.filter_height; ++fy) {
    const uint8_t* line = LineOf(job, row, fy, slot);
    for (int64_t fx = 0; fx < w.filter_width; ++fx) {
      *taps++ = line + ColumnOffset(job, fx);
    }
  }
  // Taps without weights.
  const int64_t used = int64_t{w.filter_height} * w.filter_width;
  std::fill_n(taps, layout.taps - used, layout.line(slot, layout.lines));
}

// A row by DepthwiseWeights::RunLine.
void WideLine(const WideJob& job, int64_t row, uint8_t* slot) {
  const ConvWindow& w = job.window;
  const int64_t width = job.state.wide * w.out_channels;
  const int64_t bytes = int64_t{w.out_width} * w.out_channels;
  DepthwiseIntLine line = {};
  for (int64_t i = 0; i < 3; ++i) {
    line.in[i] = LineOf(job, row, i, slot);
    line.column_step[i] = width;
    line.apart[i] = ColumnOffset(job, i);
  }
  line.pixels = bytes / width;
  line.zero_point = job.op.sum.input_zero_point;
  line.start = job.state.start.data();
  line.to = job.results;
  line.to.out_stride = width;
  uint8_t* const out = job.out + row * bytes;
  line.to.out = out;
  const bool is_unsigned = job.op.sum.input_type == kTfLiteUInt8;
  job.state.weights.RunLine(line, is_unsigned);
  const int64_t done = line.pixels * width;
  if (done == bytes) return;
  // The last ones are fewer than the rest.
  uint8_t last[kMostWide];
  for (int64_t i = 0; i < 3; ++i) line.in[i] += done;
  line.pixels = 1;
  line.to.out = last;
  job.state.weights.RunLine(line, is_unsigned);
  std::memcpy(out + done, last, static_cast<size_t>(bytes - done));
}

void WideRow(const WideJob& job, int64_t row, uint8_t* slot) {
  if (job.state.by_lines) return WideLine(job, row, slot);
  const ConvWindow& w = job.window;
  const WideLayout& layout = job.layout;
  const DepthwiseWeights& weights = job.state.weights;
  TapPointers(job, row, slot);
  const uint8_t** taps = layout.pointers(slot);
  int32_t* sums = layout.sums(slot);
  const int64_t width = job.state.wide * w.out_channels;
  const int64_t line = int64_t{w.out_width} * w.out_channels;
  uint8_t* out = job.out + row * line;
  int64_t count = 0, first = 0;
  for (int64_t at = 0; at < line; at += width) {
    weights.Run(taps, job.op.sum.input_type == kTfLiteUInt8,
                job.op.sum.input_zero_point, job.state.start.data(),
                sums + count * layout.pitch);
    for (int64_t t = 0; t < layout.taps; ++t) taps[t] += width;
    ++count;
    if (count < job.state.pixels && at + width < line) continue;
    uint8_t* places[kGemmRequantRows];
    for (int64_t i = 0; i < count; ++i) places[i] = out + first + i * width;
    // The last ones may be fewer than the rest.
    const int64_t whole = line - at >= width ? count : count - 1;
    job.state.requantizer.Run(sums, layout.pitch, whole, 0, width, places);
    if (whole < count) {
      job.state.requantizer.Run(sums + whole * layout.pitch, layout.pitch, 1, 0,
                                line - at, places + whole);
    }
    first = at + width;
    count = 0;
  }
}

}  // namespace

int64_t DepthwiseWidePixels(const DepthwiseConv2d& op, const GemmIsa& isa) {
  const ConvWindow& w = op.window;
  if (op.sum.kind != WeightedSum::Kind::kInteger || w.dilation_height != 1 ||
      w.dilation_width != 1 || w.out_channels == 0) {
    return 1;
  }
  const int64_t block = DepthwiseKernelOf(isa).block;
  // A slot holds a line for each of the filter's.
  constexpr int64_t kMostLineBytes = 1 << 18;
  const int64_t pixels = std::min<int64_t>(
      w.out_width, std::min(kMostWide, block) / w.out_channels);
  if (pixels <= 1) return 1;
  const int64_t bytes = DepthwiseWidePhaseBytes(w, pixels) * w.stride_width *
                        (int64_t{w.filter_height} + 1);
  return bytes <= kMostLineBytes ? pixels : 1;
}

int64_t DepthwiseWidePhaseBytes(const ConvWindow& w, int64_t pixels) {
  // Windows of the last results, of a whole number of `pixels`, and what a
  // kernel's vector may read beyond them.
  const int64_t last = RoundUp(w.out_width, pixels);
  return RoundUp(
      (last + (w.filter_width - 1) / int64_t{w.stride_width}) * w.out_channels +
          64,
      64);
}

uint64_t DepthwiseWideSlotBytes(const DepthwiseConv2d& op, const State& state,
                                int64_t padded_taps, int64_t padded_channels) {
  const ConvWindow& w = op.window;
  const int64_t lines = w.filter_height;
  return static_cast<uint64_t>(
      RoundUp(padded_taps * 16 + lines * 8, 64) +
      (lines + 1) * DepthwiseWidePhaseBytes(w, state.wide) * w.stride_width +
      padded_channels * state.pixels * 4);
}

void RunDepthwiseWide(const DepthwiseConv2d& op, const State& state,
                      const uint8_t* in, const DepthwiseConv2dArgs& args,
                      ThreadPool& threads) {
  const ConvWindow& w = args.window;
  const WideJob job{op,
                    w,
                    state,
                    WideLayout(w, state),
                    in,
                    static_cast<uint8_t*>(args.out),
                    state.requantizer.Results()};
  constexpr int64_t kProducts = 100000;  // the least for a range
  const int64_t grain =
      LeastItems(kProducts, {w.out_width, w.out_channels,
                             int64_t{w.filter_height} * w.filter_width + 4});
  GemmSlots slots(args.num_slots, state.slot_bytes, args.slots);
  threads.ParallelFor(
      int64_t{w.batch} * w.out_height, grain, [&](int64_t begin, int64_t end) {
        const GemmSlot taken(&slots);
        uint8_t* const slot = taken.memory();
        std::fill_n(job.layout.held(slot), job.layout.lines, kNoLine);
        std::memset(job.layout.line(slot, job.layout.lines),
                    static_cast<uint8_t>(op.sum.input_zero_point),
                    static_cast<size_t>(job.layout.line_bytes));
        for (int64_t row = begin; row < end; ++row) WideRow(job, row, slot);
      });
}

}  // namespace tflite::kernels
