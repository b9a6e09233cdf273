#include "delegates/dsp/bench/row_case.h"

#include "delegates/dsp/bench/run_kernel.h"
#include "delegates/dsp/skel/kernels/arg_min_max.h"
#include "delegates/dsp/skel/kernels/l2_normalization.h"
#include "delegates/dsp/skel/kernels/move.h"
#include "delegates/dsp/skel/kernels/reduce.h"
#include "delegates/dsp/skel/kernels/resize.h"
#include "delegates/dsp/skel/kernels/softmax.h"

namespace tflite::dsp::bench {
namespace {

// exp(-ratio * (m - x)) for m and x, by repeated multiplication.
void FillExponentials(float* exps, float factor) {
  for (int32_t m = 0; m < 256; ++m) {
    float e = 1.0f;
    for (int32_t x = m; x >= 0; --x, e *= factor) exps[256 * m + x] = e;
    for (int32_t x = m + 1; x < 256; ++x) exps[256 * m + x] = 0.0f;
  }
}

int32_t LeastOf(bool is_signed) { return is_signed ? -128 : 0; }

// Where the only element of a row that differs from the others is.
int32_t PeakOf(int32_t row, int32_t depth) { return row * depth + row % depth; }

// Whether the outputs of all peaks differ from those next to them.
bool PeaksStandOut(const uint8_t* out, int32_t rows, int32_t depth) {
  for (int32_t r = 0; r < rows; ++r) {
    if (out[PeakOf(r, depth)] == out[r * depth + (r + 1) % depth]) return false;
  }
  return true;
}

}  // namespace

CaseResult RunSoftmax(Arena& arena, Random& random, int32_t rows, int32_t depth,
                      bool is_signed, bool one_peak) {
  static constexpr float kFactors[] = {0.97f, 0.9f, 0.75f, 0.5f};
  arena.Reset();
  SoftmaxParams p = {};
  p.rows = rows;
  p.depth = depth;
  p.is_signed = is_signed;
  p.zero_point = LeastOf(is_signed);
  p.scale = random.OneIn(8) ? 0.0031f : 1.0f / 256;
  p.input = arena.Take(rows * depth);
  p.output = arena.Take(rows * depth);
  p.exps = arena.Take(256 * 256 * sizeof(float));
  arena.Fill(p.input, random);
  // One that makes a peak stand out of hundreds of others.
  const float factor = one_peak ? 0.5f : kFactors[random.In(0, 3)];
  FillExponentials(arena.At<float>(p.exps), factor);
  if (one_peak) {
    arena.Fill(p.input, 20);
    for (int32_t r = 0; r < rows; ++r) {
      arena.At<uint8_t>(p.input)[PeakOf(r, depth)] = 23;
    }
  }
  CaseResult result =
      RunKernel<SoftmaxParams>(arena, p, SoftmaxHvx, SoftmaxScalar, true);
  if (one_peak) {
    result.is_varied = PeaksStandOut(arena.At<uint8_t>(p.output), rows, depth);
  }
  return result;
}

CaseResult RunL2Normalization(Arena& arena, Random& random, int32_t rows,
                              int32_t depth, bool is_signed, bool one_element) {
  arena.Reset();
  L2NormalizationParams p = {};
  p.rows = rows;
  p.depth = depth;
  p.is_signed = is_signed;
  p.input_zero_point = random.In(LeastOf(is_signed), LeastOf(is_signed) + 255);
  p.zero_point = is_signed ? 0 : 128;
  p.input = arena.Take(rows * depth);
  p.output = arena.Take(rows * depth);
  arena.Fill(p.input, random);
  if (one_element) {
    arena.Fill(p.input, p.input_zero_point);
    const int32_t greatest = LeastOf(is_signed) + 255;
    for (int32_t r = 0; r < rows; ++r) {
      arena.At<uint8_t>(p.input)[PeakOf(r, depth)] = static_cast<uint8_t>(
          p.input_zero_point < greatest ? greatest : greatest - 1);
    }
  }
  CaseResult result = RunKernel<L2NormalizationParams>(
      arena, p, L2NormalizationHvx, L2NormalizationScalar, true);
  if (one_element) {
    result.is_varied = PeaksStandOut(arena.At<uint8_t>(p.output), rows, depth);
  }
  return result;
}

CaseResult RunArgMinMax(Arena& arena, Random& random, int32_t outer,
                        int32_t extent, int32_t inner, bool is_signed) {
  arena.Reset();
  ArgMinMaxParams p = {};
  p.outer = outer;
  p.extent = extent;
  p.inner = inner;
  p.is_signed = is_signed;
  p.max = random.OneIn(2);
  p.out_bytes = random.OneIn(2) ? 4 : 8;
  p.input = arena.Take(outer * extent * inner);
  p.output = arena.Take(outer * inner * p.out_bytes);
  arena.Fill(p.input, random);
  return RunKernel<ArgMinMaxParams>(arena, p, ArgMinMaxHvx, ArgMinMaxScalar,
                                    true);
}

CaseResult RunReduce(Arena& arena, Random& random, ReduceForm form,
                     int32_t rank, const int32_t* extents, int32_t reduced,
                     bool is_signed) {
  arena.Reset();
  ReduceParams p = {};
  p.form = form;
  p.is_signed = is_signed;
  p.rank = rank;
  p.reduced = reduced;
  int32_t in = 1, out = 1;
  for (int32_t d = 0; d < rank; ++d) {
    p.extents[d] = extents[d];
    in *= extents[d];
    if ((reduced >> d & 1) == 0) out *= extents[d];
  }
  p.input_zero_point = LeastOf(is_signed) + random.In(0, 255);
  p.zero_point = LeastOf(is_signed) + random.In(0, 255);
  p.factor = {random.In(1 << 30, 0x7fffffff), 0};
  for (int32_t count = in / out; count > 1; count /= 2) --p.factor.shift;
  p.min = LeastOf(is_signed);
  p.max = p.min + 255;
  p.input = arena.Take(in);
  p.output = arena.Take(out);
  arena.Fill(p.input, random);
  return RunKernel<ReduceParams>(arena, p, ReduceHvx, ReduceScalar, true);
}

namespace {

void FillTaps(Tap* taps, int32_t count, int32_t extent, const ResizeCase& c) {
  for (int32_t i = 0; i < count; ++i) {
    const float at = c.from + static_cast<float>(i) * c.step;
    int32_t whole = static_cast<int32_t>(at);
    if (at < static_cast<float>(whole)) --whole;
    Tap& tap = taps[i];
    tap.lower = whole < 0 ? 0 : whole >= extent ? extent - 1 : whole;
    tap.upper = whole + 1 < 0         ? 0
                : whole + 1 >= extent ? extent - 1
                                      : whole + 1;
    tap.weight = at - static_cast<float>(whole);
    // The reference subtracts the position that is clamped to the image.
    if (whole < 0) tap.weight = at;
    tap.fixed_upper = static_cast<int32_t>(tap.weight * 1024);
  }
}

}  // namespace

CaseResult RunResizeBilinear(Arena& arena, Random& random,
                             const ResizeCase& c) {
  arena.Reset();
  ResizeBilinearParams p = {};
  p.batch = c.batch;
  p.in_height = c.height;
  p.in_width = c.width;
  p.channels = c.channels;
  p.out_height = c.out_height;
  p.out_width = c.out_width;
  p.is_signed = c.is_signed;
  p.input = arena.Take(c.batch * c.height * c.width * c.channels);
  p.output = arena.Take(c.batch * c.out_height * c.out_width * c.channels);
  p.taps = arena.Take((c.out_height + c.out_width) * sizeof(Tap));
  arena.Fill(p.input, random);
  Tap* taps = arena.At<Tap>(p.taps);
  FillTaps(taps, c.out_height, c.height, c);
  FillTaps(taps + c.out_height, c.out_width, c.width, c);
  return RunKernel<ResizeBilinearParams>(arena, p, ResizeBilinearHvx,
                                         ResizeBilinearScalar, true);
}

CaseResult RunTranspose(Arena& arena, Random& random, int32_t rows,
                        int32_t columns) {
  arena.Reset();
  CopyParams p = {};
  p.element_bytes = 1;
  p.rank = 2;
  p.extents[0] = columns;
  p.extents[1] = rows;
  p.in_strides[0] = 1;
  p.in_strides[1] = columns;
  p.out_strides[0] = rows;
  p.out_strides[1] = 1;
  p.input = arena.Take(rows * columns);
  p.output = arena.Take(rows * columns);
  arena.Fill(p.input, random);
  return RunKernel<CopyParams>(arena, p, CopyHvx, CopyScalar, true);
}

CaseResult RunRandomSoftmax(Arena& arena, Random& random) {
  const int32_t depth = random.OneIn(2) ? random.In(1, 40) : random.In(1, 600);
  return RunSoftmax(arena, random, random.In(1, 4), depth, random.OneIn(2));
}

CaseResult RunRandomL2Normalization(Arena& arena, Random& random) {
  return RunL2Normalization(arena, random, random.In(1, 4), random.In(1, 400),
                            random.OneIn(2));
}

CaseResult RunRandomArgMinMax(Arena& arena, Random& random) {
  const int32_t outer = random.In(1, 300);
  const int32_t extent = random.In(1, random.OneIn(3) ? 700 : 60);
  const int32_t inner = random.OneIn(2) ? 1 : random.In(1, 30);
  return RunArgMinMax(arena, random, outer, extent, inner, random.OneIn(2));
}

CaseResult RunRandomResize(Arena& arena, Random& random) {
  static constexpr float kSteps[] = {0.125f, 0.25f, 0.5f,  0.61803f,
                                     1.0f,   0.3f,  2.25f, 0.7777f};
  ResizeCase c = {random.In(1, 9),
                  random.In(1, 9),
                  random.OneIn(2) ? random.In(1, 32) : random.In(1, 300),
                  random.In(1, 9),
                  random.In(1, 20),
                  kSteps[random.In(0, 7)],
                  0.0f,
                  random.OneIn(2)};
  // Half-pixel centers.
  if (random.OneIn(2)) c.from = 0.5f * c.step - 0.5f;
  return RunResizeBilinear(arena, random, c);
}

CaseResult RunRandomTranspose(Arena& arena, Random& random) {
  arena.Reset();
  CopyParams p = {};
  p.element_bytes = random.OneIn(4) ? 2 : 1;
  p.rank = random.In(2, 4);
  int32_t order[4] = {0, 1, 2, 3};  // of the output's dimensions in the input
  for (int32_t d = p.rank - 1; d > 0; --d) {
    const int32_t other = random.In(0, d);
    const int32_t kept = order[d];
    order[d] = order[other];
    order[other] = kept;
  }
  // All of them fit the arena.
  constexpr int32_t kMostElements = 1 << 20, kMostExtent = 150;
  int32_t count = 1;
  for (int32_t d = 0; d < p.rank; ++d) {
    const bool is_long =
        random.OneIn(3) && count * kMostExtent <= kMostElements;
    p.extents[d] = is_long ? random.In(1, kMostExtent) : random.In(1, 8);
    count *= p.extents[d];
  }
  int32_t in = 1, out = 1;
  for (int32_t d = p.rank - 1; d >= 0; --d) {
    p.in_strides[order[d]] = in;
    in *= p.extents[order[d]];
    p.out_strides[d] = out;
    out *= p.extents[d];
  }
  p.input = arena.Take(in * p.element_bytes);
  p.output = arena.Take(out * p.element_bytes);
  arena.Fill(p.input, random);
  return RunKernel<CopyParams>(arena, p, CopyHvx, CopyScalar, true);
}

}  // namespace tflite::dsp::bench
