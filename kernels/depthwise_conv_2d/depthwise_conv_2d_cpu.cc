#include "kernels/depthwise_conv_2d/depthwise_conv_2d_cpu.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/stored_weights.h"

namespace tflite::kernels {
namespace {

using Kind = WeightedSum::Kind;
using State = DepthwiseConv2dState;

constexpr int kMaxSlots = 64;
// Sums that stay in the first-level cache until they are requantized.
constexpr int64_t kSumsAtOnce = 4096;
constexpr int64_t kMaxPixels = 8;

int64_t Taps(const ConvWindow& w) {
  return int64_t{w.filter_height} * w.filter_width;
}

int64_t ImageElements(const ConvWindow& w) {
  return int64_t{w.in_height} * w.in_width * w.in_channels;
}

// Whether the input with repeated channels is small enough for scratch memory.
bool RepeatFits(const ConvWindow& w) {
  return double{1} * w.batch * w.in_height * w.in_width * w.out_channels * 4 <
         2e9;
}

bool ByProduct(const DepthwiseConv2d& op) {
  return op.window.in_channels == 1 &&
         PackedSum::Supports(op.sum, Taps(op.window));
}

bool Supports(const DepthwiseConv2d& op) {
  if (op.window.in_channels == 0) return false;
  if (ByProduct(op)) return true;
  if (op.sum.input_type == kTfLiteInt16 || op.sum.blocks) return false;
  if (op.multiplier > 1 && !RepeatFits(op.window)) return false;
  if (op.sum.kind == Kind::kFloat) return true;
  return DepthwiseWeights::Supports(Taps(op.window), op.window.out_channels) &&
         Taps(op.window) < 32768;
}

bool UnsignedWeights(const WeightedSum& sum) {
  return sum.weights_type == kTfLiteUInt8 && !sum.weights_as_int8;
}

// `rows` of `n` values, each row several times in turn.
template <typename T>
std::vector<T> Repeated(const T* values, int64_t rows, int64_t n,
                        int64_t times) {
  std::vector<T> out;
  out.reserve(static_cast<size_t>(rows * n * times));
  for (int64_t i = 0; i < rows * times; ++i) {
    const T* row = values + i / times * n;
    out.insert(out.end(), row, row + n);
  }
  return out;
}

// Filter, bias and scales, from the tensors.
Status SetFilter(const DepthwiseConv2d& op, const TensorView& filter,
                 const TensorView& bias, State* state) {
  std::vector<int8_t> once;
  const int64_t channels = op.window.out_channels;
  const StoredWeights stored(
      filter, op.sum.weights_constant ? &once : &state->unpacked);
  const GemmSource source = stored.Source(0, 1, channels);
  if (state->by_product) {
    TFLL_RETURN_IF_ERROR(state->product.SetWeights(source, filter));
    state->product.SetBias(bias);
    return OkStatus();
  }
  if (op.sum.kind == Kind::kFloat) return OkStatus();
  const bool is_unsigned = UnsignedWeights(op.sum);
  const int64_t wide = state->wide;
  std::vector<int8_t> repeated;
  const auto* values = static_cast<const int8_t*>(source.data);
  if (wide > 1) {
    repeated = Repeated(values, Taps(op.window), channels, wide);
    values = repeated.data();
  }
  state->weights.Pack(values, is_unsigned, op.sum.weights_zero_point,
                      Taps(op.window), channels * wide);
  state->start.resize(state->weights.padded_channels());
  if (op.sum.kind == Kind::kHybrid) {
    state->column_scales.resize(channels);
    for (int32_t c = 0; c < channels; ++c) {
      state->column_scales[c] = HybridScale(op.sum, filter, c);
    }
    return OkStatus();
  }
  std::vector<int32_t> biases;
  if (op.sum.has_bias())
    biases = Repeated(bias.data<int32_t>(), 1, channels, wide);
  state->weights.Start(
      op.sum.input_type == kTfLiteUInt8, op.sum.input_zero_point,
      biases.empty() ? nullptr : biases.data(), state->start.data());
  const std::vector<QuantizedMultiplier> factors =
      Repeated(op.sum.multipliers.data(), 1, channels, wide);
  state->requantizer =
      GemmRequantizer(factors.data(), channels * wide, op.sum.output_zero_point,
                      op.sum.integer_range);
  return OkStatus();
}

Status PrepareProduct(const DepthwiseConv2d& op, PrepareContext& context,
                      State* state) {
  const ConvWindow& w = op.window;
  TFLL_RETURN_IF_ERROR(state->product.Init(op.sum, 0, w.out_channels, Taps(w)));
  state->window.geometry = w;
  state->window.channels = 1;
  state->window.pixel_stride = 1;
  state->zeros.assign(state->window.run_elements(), 0.0f);
  state->plan = state->product.Plan(state->window.rows(), &state->window,
                                    context.num_threads());
  state->slot_scratch = context.RequestScratch(state->plan.scratch_bytes());
  return OkStatus();
}

Status PrepareChannels(const DepthwiseConv2d& op, PrepareContext& context,
                       State* state) {
  const ConvWindow& w = op.window;
  state->offsets.clear();
  state->weight_offsets.clear();
  for (int64_t fy = 0; fy < w.filter_height; ++fy) {
    for (int64_t fx = 0; fx < w.filter_width; ++fx) {
      state->offsets.push_back(
          (fy * w.dilation_height * w.in_width + fx * w.dilation_width) *
          w.out_channels);
      state->weight_offsets.push_back((fy * w.filter_width + fx) *
                                      w.out_channels);
    }
  }
  // The pointers or offsets of a window's taps, and sums of some pixels.
  constexpr int64_t kPadding = 64;
  state->wide = DepthwiseWidePixels(op, BestGemmIsa());
  const int64_t padded = w.out_channels * state->wide + kPadding;
  state->pixels =
      std::min(kMaxPixels, std::max<int64_t>(1, kSumsAtOnce / padded));
  state->slot_bytes = static_cast<size_t>(
      ((Taps(w) + kPadding) * 16 + padded * state->pixels * 4 + 63) / 64 * 64);
  if (state->wide > 1) {
    state->slot_bytes =
        DepthwiseWideSlotBytes(op, *state, Taps(w) + kPadding, padded);
  }
  state->slots = std::min(kMaxSlots, std::max(1, context.num_threads()));
  state->slot_scratch = context.RequestScratch(
      static_cast<size_t>(state->slots) * state->slot_bytes);
  if (op.multiplier > 1) {
    const int64_t bytes = op.sum.kind == Kind::kFloat ? 4 : 1;
    state->repeat_scratch = context.RequestScratch(static_cast<size_t>(
        int64_t{w.batch} * w.in_height * w.in_width * w.out_channels * bytes));
  }
  if (op.sum.kind != Kind::kFloat) {
    // A pixel of padding, and where sums start, for every image.
    state->row_scratch = context.RequestScratch(
        static_cast<size_t>((w.batch + 1) * (padded * 4 + w.out_channels)));
  }
  return OkStatus();
}

}  // namespace

const void* RepeatChannels(const DepthwiseConv2d& op, const void* in, int bytes,
                           void* out, ThreadPool& threads) {
  if (op.multiplier == 1) return in;
  const ConvWindow& w = op.window;
  const int64_t elements = int64_t{w.batch} * ImageElements(w);
  const auto repeat = [&](auto type) {
    using T = decltype(type);
    const T* from = static_cast<const T*>(in);
    T* to = static_cast<T*>(out);
    threads.ParallelFor(elements, 1 << 14, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        std::fill_n(to + i * op.multiplier, op.multiplier, from[i]);
      }
    });
  };
  if (bytes == 4) {
    repeat(float{});
  } else {
    repeat(uint8_t{});
  }
  return out;
}

Status PrepareDepthwiseConv2dCpu(const DepthwiseConv2d& op,
                                 PrepareContext& context) {
  if (!Supports(op)) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr) context.state = std::make_unique<State>();
  auto* state = static_cast<State*>(context.state.get());
  state->by_product = ByProduct(op);
  TFLL_RETURN_IF_ERROR(state->by_product ? PrepareProduct(op, context, state)
                                         : PrepareChannels(op, context, state));
  if (op.sum.weights_constant && op.sum.bias_constant) {
    context.BeforeFirstEval([&op, state](const NodeView& node) {
      return SetFilter(op, node.input(1), node.input(2), state);
    });
  }
  if (op.sum.kind == Kind::kHybrid) {
    TFLL_ASSIGN_OR_RETURN(
        const size_t bytes,
        HybridRows::Bytes(op.window.batch, ImageElements(op.window)));
    state->hybrid_scratch = context.RequestScratch(bytes);
  }
  return OkStatus();
}

namespace {

void RunProduct(const DepthwiseConv2d& op, const State& state,
                EvalContext& context) {
  const ConvWindow& w = op.window;
  std::optional<HybridRows> hybrid;
  PackedSumRows rows;
  PackedSum::Job job;
  if (op.sum.kind == Kind::kHybrid) {
    hybrid.emplace(w.batch, ImageElements(w),
                   context.scratch<void>(state.hybrid_scratch));
    hybrid->Quantize(op.sum.asymmetric_inputs, context.in<float>(0),
                     context.threads());
    rows = hybrid->View(int64_t{w.out_height} * w.out_width);
    job.rows = &rows;
    job.row_offsets = hybrid->row_offsets();
  }
  job.plan = &state.plan;
  job.left.data = context.in<void>(0);
  job.left.rows = state.window.rows();
  job.left.window = &state.window;
  job.left.zeros = state.zeros.data();
  job.out = context.out<void>(0);
  job.layout.row_stride = w.out_channels;
  job.scratch = context.scratch<void>(state.slot_scratch);
  state.product.Run(job, context.threads());
}

}  // namespace

Status EvalDepthwiseConv2dCpu(const DepthwiseConv2d& op, EvalContext& context) {
  State* state = context.state<State>();
  if (state == nullptr) return EvalDepthwiseConv2dReference(op, context);
  const ConvWindow& w = op.window;
  if (w.batch == 0 || w.out_height == 0 || w.out_width == 0 ||
      w.out_channels == 0) {
    return OkStatus();
  }
  if (!op.sum.weights_constant || !op.sum.bias_constant) {
    TFLL_RETURN_IF_ERROR(
        SetFilter(op, context.input(1), context.input(2), state));
  }
  if (state->by_product) {
    RunProduct(op, *state, context);
  } else if (op.sum.kind == Kind::kFloat) {
    RunDepthwiseFloat(op, *state, context);
  } else {
    RunDepthwiseIntegers(op, *state, context);
  }
  return OkStatus();
}

}  // namespace tflite::kernels
