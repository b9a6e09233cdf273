#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/packed_sum.h"
#include "kernels/gemm/rows.h"
#include "kernels/gemm/stored_weights.h"
#include "kernels/transpose_conv/transpose_conv.h"

namespace tflite::kernels {
namespace {

// The results (y, x) with the same y % stride and the same x % stride, a phase,
// see the same taps of the filter, those one stride apart. So every phase is a
// convolution of the input with stride 1 and a part of the filter, reversed.

// With more phases than this, of a few pixels each, the plain kernel is used.
constexpr int64_t kMaxPhases = 64;

// Along one axis: the taps first + i * stride, 0 <= i < taps.
struct Part {
  Part(int32_t first, int32_t filter, int32_t stride)
      : first(first),
        taps(static_cast<int32_t>(
            CeilDiv(std::max(filter - first, 0), stride))) {}
  int32_t first, taps;
};

struct Phase {
  GemmWindow window;
  GemmPlan plan;
  int64_t part = 0;    // whose packed filter is its own
  int64_t offset = 0;  // of its first result, in elements
};

struct TransposeConvState : KernelState {
  size_t MemoryBytes() const override {
    size_t bytes = zeros.size() * sizeof(float) + own_scratch.size();
    for (const PackedSum& part : parts) bytes += part.MemoryBytes();
    return bytes;
  }

  std::vector<PackedSum> parts;  // by first tap, row by row
  std::vector<Phase> phases;
  std::vector<float> zeros;  // a pixel of padding
  int threads = 1;
  // Where the output's extents were not known while preparing.
  bool planned = false;
  GemmBuffer own_scratch;
  int product_scratch = 0, hybrid_scratch = 0;
};

int64_t NumParts(const ConvWindow& w) {
  return int64_t{w.stride_height} * w.stride_width;
}
Part PartY(const ConvWindow& w, int64_t part) {
  return Part(static_cast<int32_t>(part / w.stride_width), w.filter_height,
              w.stride_height);
}
Part PartX(const ConvWindow& w, int64_t part) {
  return Part(static_cast<int32_t>(part % w.stride_width), w.filter_width,
              w.stride_width);
}
int64_t Depth(const ConvWindow& w, int64_t part) {
  return int64_t{PartY(w, part).taps} * PartX(w, part).taps * w.in_channels;
}

// The filter's taps of one part, last one first, as
// [out_channels][taps][channels].
std::vector<char> PartOfFilter(const ConvWindow& w, int64_t part,
                               const char* filter, int64_t element_bytes) {
  const Part ys = PartY(w, part), xs = PartX(w, part);
  const int64_t pixel = w.in_channels * element_bytes;
  std::vector<char> out(
      static_cast<size_t>(int64_t{w.out_channels} * ys.taps * xs.taps * pixel));
  char* to = out.data();
  for (int64_t o = 0; o < w.out_channels; ++o) {
    for (int32_t i = ys.taps - 1; i >= 0; --i) {
      const int64_t fy = ys.first + int64_t{i} * w.stride_height;
      for (int32_t j = xs.taps - 1; j >= 0; --j, to += pixel) {
        const int64_t fx = xs.first + int64_t{j} * w.stride_width;
        const int64_t tap = (o * w.filter_height + fy) * w.filter_width + fx;
        std::memcpy(to, filter + tap * pixel, static_cast<size_t>(pixel));
      }
    }
  }
  return out;
}

Status SetFilter(const TransposeConv& op, const TensorView& filter,
                 const TensorView& bias, TransposeConvState* state) {
  std::vector<int8_t> unpacked;
  const StoredWeights stored(filter, &unpacked);
  const auto* data = static_cast<const char*>(stored.Source(0, 0, 0).data);
  const int64_t bytes = op.sum.weights_type == kTfLiteFloat32 ? 4 : 1;
  for (int64_t p = 0; p < NumParts(op.window); ++p) {
    const std::vector<char> part = PartOfFilter(op.window, p, data, bytes);
    GemmSource source;
    source.data = part.data();
    source.column_stride = Depth(op.window, p);
    source.depth_stride = 1;
    TFLL_RETURN_IF_ERROR(state->parts[p].SetWeights(source, filter));
    state->parts[p].SetBias(bias);
  }
  return OkStatus();
}

// The phase of results (y + i * stride, x + j * stride).
Phase MakePhase(const ConvWindow& w, int32_t y, int32_t x) {
  Phase phase;
  const int32_t tap_y = y + w.pad_top, tap_x = x + w.pad_left;
  phase.part = int64_t{tap_y % w.stride_height} * w.stride_width +
               tap_x % w.stride_width;
  const Part ys = PartY(w, phase.part), xs = PartX(w, phase.part);
  ConvWindow& g = phase.window.geometry;
  g = w;
  g.out_height =
      static_cast<int32_t>(CeilDiv(w.out_height - y, w.stride_height));
  g.out_width = static_cast<int32_t>(CeilDiv(w.out_width - x, w.stride_width));
  g.filter_height = ys.taps;
  g.filter_width = xs.taps;
  g.stride_height = g.stride_width = 1;
  // The first result of the phase uses tap `first` at input pixel tap_y /
  // stride.
  g.pad_top = ys.taps - 1 - tap_y / w.stride_height;
  g.pad_left = xs.taps - 1 - tap_x / w.stride_width;
  phase.window.channels = phase.window.pixel_stride = w.in_channels;
  phase.offset = (int64_t{y} * w.out_width + x) * w.out_channels;
  return phase;
}

// Returns the scratch memory that the largest phase needs.
uint64_t PlanPhases(const TransposeConv& op, TransposeConvState* state) {
  const ConvWindow& w = op.window;
  state->phases.clear();
  uint64_t bytes = 0;
  for (int32_t y = 0; y < std::min(w.stride_height, w.out_height); ++y) {
    for (int32_t x = 0; x < std::min(w.stride_width, w.out_width); ++x) {
      Phase phase = MakePhase(w, y, x);
      phase.plan = state->parts[phase.part].Plan(phase.window.rows(),
                                                 &phase.window, state->threads);
      bytes = std::max(bytes, phase.plan.scratch_bytes());
      state->phases.push_back(std::move(phase));
    }
  }
  return bytes;
}

Status Prepare(const TransposeConv& op, PrepareContext& context,
               TransposeConvState* state) {
  const ConvWindow& w = op.window;
  const auto parts = static_cast<size_t>(NumParts(w));
  if (state->parts.size() != parts)
    state->parts = std::vector<PackedSum>(parts);
  bool packed = true;
  for (size_t p = 0; p < parts; ++p) {
    TFLL_RETURN_IF_ERROR(
        state->parts[p].Init(op.sum, 0, w.out_channels, Depth(w, p)));
    packed &= state->parts[p].has_weights();
  }
  if (op.sum.weights_constant && op.sum.bias_constant) {
    context.BeforeFirstEval([&op, state, packed](const NodeView& node) {
      if (!packed) {
        return SetFilter(op, node.input(1), node.input(3), state);
      }
      for (PackedSum& part : state->parts) part.SetBias(node.input(3));
      return OkStatus();
    });
  }
  if (op.sum.kind == WeightedSum::Kind::kFloat)
    state->zeros.assign(int64_t{w.filter_width} * w.in_channels, 0);
  state->threads = context.num_threads();
  state->planned = op.outputs[0].known;
  if (state->planned) {
    state->product_scratch = context.RequestScratch(PlanPhases(op, state));
  }
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    TFLL_ASSIGN_OR_RETURN(
        const size_t bytes,
        HybridRows::Bytes(w.batch,
                          int64_t{w.in_height} * w.in_width * w.in_channels));
    state->hybrid_scratch = context.RequestScratch(bytes);
  }
  return OkStatus();
}

StatusOr<void*> ProductScratch(const TransposeConv& op, EvalContext& context,
                               TransposeConvState* state) {
  if (state->planned) return context.scratch<void>(state->product_scratch);
  const uint64_t bytes = PlanPhases(op, state);
  if (bytes > std::numeric_limits<size_t>::max() ||
      !state->own_scratch.Allocate(static_cast<size_t>(bytes))) {
    return Internal("not enough memory for scratch of ", bytes, " bytes");
  }
  return state->own_scratch.data();
}

}  // namespace

Status PrepareTransposeConvCpu(const TransposeConv& op,
                               PrepareContext& context) {
  const ConvWindow& w = op.window;
  if (NumParts(w) > kMaxPhases ||
      !PackedSum::Supports(
          op.sum, int64_t{w.filter_height} * w.filter_width * w.in_channels)) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr)
    context.state = std::make_unique<TransposeConvState>();
  return Prepare(op, context,
                 static_cast<TransposeConvState*>(context.state.get()));
}

Status EvalTransposeConvCpu(const TransposeConv& op, EvalContext& context) {
  TransposeConvState* state = context.state<TransposeConvState>();
  if (state == nullptr) return EvalTransposeConvReference(op, context);
  const ConvWindow& w = op.window;
  if (op.outputs[0].shape.num_elements() == 0) return OkStatus();
  if (!op.sum.weights_constant || !op.sum.bias_constant) {
    TFLL_RETURN_IF_ERROR(
        SetFilter(op, context.input(1), context.input(3), state));
  }
  PackedSum::Job job;
  TFLL_ASSIGN_OR_RETURN(job.scratch, ProductScratch(op, context, state));
  std::optional<HybridRows> hybrid;
  PackedSumRows rows;
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    hybrid.emplace(w.batch, int64_t{w.in_height} * w.in_width * w.in_channels,
                   context.scratch<void>(state->hybrid_scratch));
    hybrid->Quantize(op.sum.asymmetric_inputs, context.in<float>(2),
                     context.threads());
    job.rows = &rows;
    job.row_offsets = hybrid->row_offsets();
  }
  const int64_t out_bytes = ElementBits(op.sum.output_type) / 8;
  job.left.data = context.in<void>(2);
  job.left.zeros = state->zeros.data();
  job.layout.row_stride = int64_t{w.stride_width} * w.out_channels;
  job.layout.line_stride =
      int64_t{w.stride_height} * w.out_width * w.out_channels;
  job.layout.image_stride =
      int64_t{w.out_height} * w.out_width * w.out_channels;
  for (const Phase& phase : state->phases) {
    if (hybrid) rows = hybrid->View(phase.window.rows() / w.batch);
    job.plan = &phase.plan;
    job.left.rows = phase.window.rows();
    job.left.window = &phase.window;
    job.layout.width = phase.window.geometry.out_width;
    job.layout.height = phase.window.geometry.out_height;
    job.out = context.out<char>(0) + phase.offset * out_bytes;
    state->parts[phase.part].Run(job, context.threads());
  }
  return OkStatus();
}

}  // namespace tflite::kernels
