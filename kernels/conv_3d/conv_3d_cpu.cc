#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include "kernels/conv_3d/conv_3d.h"
#include "kernels/gemm/gemm.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

// Bytes of windows that are laid out as rows at a time.
constexpr int64_t kBlockBytes = 1 << 20;
// Floats of scratch memory; operators that need more are left to the plain
// kernel.
constexpr int64_t kMaxElements = int64_t{1} << 28;
// The least number of elements for a task of its own.
constexpr int64_t kGrain = 16384;

// Convolutions as products: windows times filters, or, transposed, pixels times
// filters, whose results are added to the windows they belong to.
struct Conv3dState : KernelState {
  size_t MemoryBytes() const override { return packed.size(); }

  GemmMatrix filters;
  GemmBuffer packed;
  bool has_filters = false;
  int64_t block = 0;  // rows of a product
  GemmPlan plan;
  int rows_scratch = 0;  // windows, or the products of pixels
  int product_scratch = 0;
};

int64_t Volume(const Conv3d::Extents& e) { return int64_t{e[0]} * e[1] * e[2]; }

using SourceOf = GemmSource (*)(const Conv3d&, const float* filter);
GemmSource ConvolutionSource(const Conv3d& op, const float* filter) {
  return {filter, 1, op.out_channels, false};
}
GemmSource TransposeSource(const Conv3d& op, const float* filter) {
  return {filter, op.in_channels, 1, false};
}

// Packs filters [n, depth] that are constant; plans products of `rows` rows.
// `row_elements` of scratch memory go with each of a block.
Status Prepare(const Conv3d& op, PrepareContext& context, SourceOf source_of,
               int64_t n, int64_t depth, int64_t rows, int64_t row_elements) {
  if (context.state == nullptr) context.state = std::make_unique<Conv3dState>();
  auto* state = static_cast<Conv3dState*>(context.state.get());
  const GemmMatrix filters(GemmType::kFloat, n, depth);
  state->has_filters = state->has_filters && state->filters.n() == n &&
                       state->filters.k() == depth;
  if (!state->has_filters) {
    state->filters = filters;
    size_t bytes = 0;
    if (!filters.CheckedBytes(&bytes) || !state->packed.Allocate(bytes)) {
      return Internal("not enough memory for ", n, " x ", depth, " filters");
    }
    state->filters.SetMemory(state->packed.data());
    if (context.node().input(1).is_constant()) {
      context.BeforeFirstEval([&op, state, source_of](const NodeView& node) {
        const float* filter = node.input(1).data<float>();
        if (filter == nullptr) return OkStatus();
        state->filters.PackPanels(source_of(op, filter), 0,
                                  state->filters.num_panels());
        state->has_filters = true;
        return OkStatus();
      });
    }
  }
  state->block = rows;
  state->plan = PlanGemm(state->filters, rows, nullptr, context.num_threads());
  state->rows_scratch =
      context.RequestScratch(static_cast<uint64_t>(rows * row_elements) * 4);
  state->product_scratch = context.RequestScratch(state->plan.scratch_bytes());
  return OkStatus();
}

// Whether the rows' scratch memory has a reasonable size.
bool Fits(int64_t rows, int64_t row_elements) {
  int64_t elements;
  return CheckedMul(rows, row_elements, &elements) && elements <= kMaxElements;
}

// The products of `rows` rows with all filters.
void Multiply(const Conv3dState& state, EvalContext& context, const float* in,
              int64_t rows, GemmFloatResult result) {
  GemmPlan plan = state.plan;
  plan.m = rows;
  GemmLeft left;
  left.data = in;
  left.rows = rows;
  left.row_stride = state.filters.k();
  result.layout.row_stride = state.filters.n();
  GemmFloats(plan, left, state.filters, result,
             context.scratch<void>(state.product_scratch), context.threads());
}

// The window of output pixel `p`, counted over all images, as one run.
void CopyWindow(const Conv3d& op, const float* in, int64_t p, float* out) {
  const int32_t channels = op.in_channels;
  Conv3d::Extents at;
  for (int i = 2; i >= 0; --i) {
    at[i] = static_cast<int32_t>(p % op.out[i]);
    p /= op.out[i];
  }
  const float* image = in + p * Volume(op.in) * channels;
  const auto tap = [&](int i, int32_t f) {
    return int64_t{at[i]} * op.stride[i] - op.pad[i] +
           int64_t{f} * op.dilation[i];
  };
  for (int32_t fz = 0; fz < op.filter[0]; ++fz) {
    for (int32_t fy = 0; fy < op.filter[1]; ++fy) {
      const int64_t z = tap(0, fz), y = tap(1, fy);
      const bool inside = z >= 0 && z < op.in[0] && y >= 0 && y < op.in[1];
      const float* line = image + (z * op.in[1] + y) * op.in[2] * channels;
      for (int32_t fx = 0; fx < op.filter[2]; ++fx, out += channels) {
        const int64_t x = tap(2, fx);
        if (inside && x >= 0 && x < op.in[2]) {
          std::memcpy(out, line + x * channels, channels * sizeof(float));
        } else {
          std::fill_n(out, channels, 0.0f);
        }
      }
    }
  }
}

// Adds the products of input row (z, y) with the taps (fz, fy, ..) to the line
// of the output that they reach.
void AddLine(const Conv3d& op, const float* products, int64_t tap,
             float* line) {
  const int64_t pixel = Volume(op.filter) * op.out_channels;
  for (int32_t fx = 0; fx < op.filter[2]; ++fx) {
    const float* from = products + (tap + fx) * op.out_channels;
    for (int32_t x = 0; x < op.in[2]; ++x, from += pixel) {
      const int64_t at =
          int64_t{x} * op.stride[2] - op.pad[2] + int64_t{fx} * op.dilation[2];
      if (at < 0 || at >= op.out[2]) continue;
      float* to = line + at * op.out_channels;
      for (int32_t o = 0; o < op.out_channels; ++o) to[o] += from[o];
    }
  }
}

// Adds the products of input slice z of an image to the slices of the output
// that they reach. Threads own lines of the output.
void AddSlice(const Conv3d& op, const float* products, int32_t z, float* out,
              ThreadPool& threads) {
  const int64_t line = int64_t{op.out[2]} * op.out_channels;
  const int64_t row = int64_t{op.in[2]} * Volume(op.filter) * op.out_channels;
  for (int32_t fz = 0; fz < op.filter[0]; ++fz) {
    const int64_t out_z =
        int64_t{z} * op.stride[0] - op.pad[0] + int64_t{fz} * op.dilation[0];
    if (out_z < 0 || out_z >= op.out[0]) continue;
    float* slice = out + out_z * op.out[1] * line;
    threads.ParallelFor(
        op.out[1], LeastItems(kGrain, {line}), [&](int64_t begin, int64_t end) {
          for (int32_t fy = 0; fy < op.filter[1]; ++fy) {
            const int64_t tap =
                (int64_t{fz} * op.filter[1] + fy) * op.filter[2];
            for (int32_t y = 0; y < op.in[1]; ++y) {
              const int64_t out_y = int64_t{y} * op.stride[1] - op.pad[1] +
                                    int64_t{fy} * op.dilation[1];
              if (out_y < begin || out_y >= end) continue;
              AddLine(op, products + y * row, tap, slice + out_y * line);
            }
          }
        });
  }
}

// Calls body over ranges of `count` pixels of `channels` floats at `out`.
template <typename Body>
void ForEachPixel(float* out, int64_t count, int32_t channels,
                  ThreadPool& threads, const Body& body) {
  threads.ParallelFor(count, LeastItems(kGrain, {channels}),
                      [&](int64_t begin, int64_t end) {
                        for (int64_t p = begin; p < end; ++p) {
                          body(out + p * channels);
                        }
                      });
}

}  // namespace

Status PrepareConv3dCpu(const Conv3d& op, PrepareContext& context) {
  const int64_t depth = Volume(op.filter) * op.in_channels;
  const int64_t pixels = op.batch * Volume(op.out);
  const int64_t bytes = std::max<int64_t>(1, depth * sizeof(float));
  const int64_t block =
      std::min(pixels, std::max<int64_t>(64, kBlockBytes / bytes));
  if (!Fits(block, depth)) {
    context.state = nullptr;
    return OkStatus();
  }
  return Prepare(op, context, ConvolutionSource, op.out_channels, depth, block,
                 depth);
}

Status EvalConv3dCpu(const Conv3d& op, EvalContext& context) {
  auto* state = context.state<Conv3dState>();
  if (state == nullptr) return EvalConv3dReference(op, context);
  const int64_t pixels = op.batch * Volume(op.out);
  if (pixels == 0 || op.out_channels == 0) return OkStatus();
  GemmMatrix& filters = state->filters;
  if (!state->has_filters) {
    filters.PackPanels(ConvolutionSource(op, context.in<float>(1)), 0,
                       filters.num_panels());
  }
  const float* in = context.in<float>(0);
  float* windows = context.scratch<float>(state->rows_scratch);
  GemmFloatResult result;
  result.bias = op.has_bias ? context.in<float>(2) : nullptr;
  result.min = op.range.min;
  result.max = op.range.max;
  for (int64_t first = 0; first < pixels; first += state->block) {
    const int64_t rows = std::min(state->block, pixels - first);
    context.threads().ParallelFor(rows, LeastItems(kGrain, {filters.k()}),
                                  [&](int64_t begin, int64_t end) {
                                    for (int64_t r = begin; r < end; ++r) {
                                      CopyWindow(op, in, first + r,
                                                 windows + r * filters.k());
                                    }
                                  });
    result.data = context.out<float>(0) + first * op.out_channels;
    Multiply(*state, context, windows, rows, result);
  }
  return OkStatus();
}

Status PrepareConv3dTransposeCpu(const Conv3d& op, PrepareContext& context) {
  const int64_t columns = Volume(op.filter) * op.out_channels;
  const int64_t slice = int64_t{op.in[1]} * op.in[2];
  if (!Fits(slice, columns)) {
    context.state = nullptr;
    return OkStatus();
  }
  return Prepare(op, context, TransposeSource, columns, op.in_channels, slice,
                 columns);
}

Status EvalConv3dTransposeCpu(const Conv3d& op, EvalContext& context) {
  auto* state = context.state<Conv3dState>();
  if (state == nullptr) return EvalConv3dTransposeReference(op, context);
  GemmMatrix& filters = state->filters;
  if (!state->has_filters) {
    filters.PackPanels(TransposeSource(op, context.in<float>(1)), 0,
                       filters.num_panels());
  }
  const float* in = context.in<float>(2);
  const float* bias = op.has_bias ? context.in<float>(3) : nullptr;
  float* out = context.out<float>(0);
  GemmFloatResult products;
  products.data = context.scratch<float>(state->rows_scratch);
  products.min = -std::numeric_limits<float>::infinity();
  products.max = std::numeric_limits<float>::infinity();
  const int32_t channels = op.out_channels;
  const int64_t pixels = Volume(op.out);
  ForEachPixel(out, op.batch * pixels, channels, context.threads(),
               [&](float* p) {
                 for (int32_t o = 0; o < channels; ++o) {
                   p[o] = bias == nullptr ? 0.0f : bias[o];
                 }
               });
  for (int32_t b = 0; b < op.batch; ++b) {
    if (state->block == 0 || filters.n() == 0) break;
    for (int32_t z = 0; z < op.in[0]; ++z) {
      Multiply(*state, context, in, state->block, products);
      AddSlice(op, products.data, z, out + b * pixels * channels,
               context.threads());
      in += state->block * op.in_channels;
    }
  }
  ForEachPixel(out, op.batch * pixels, channels, context.threads(),
               [&](float* p) {
                 for (int32_t o = 0; o < channels; ++o) {
                   p[o] = op.range.Clamp(p[o]);
                 }
               });
  return OkStatus();
}

}  // namespace tflite::kernels
