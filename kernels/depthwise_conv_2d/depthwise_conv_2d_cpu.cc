#include <memory>
#include <optional>
#include <vector>

#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"
#include "kernels/gemm/stored_weights.h"

namespace tflite::kernels {
namespace {

using Kind = WeightedSum::Kind;

struct DepthwiseConv2dState : KernelState {
  size_t MemoryBytes() const override {
    return compute.MemoryBytes() + unpacked.size();
  }

  DepthwiseConv2dCompute compute;
  std::vector<int8_t>
      unpacked;  // room for filters that come in packed integers
  int slot_scratch = 0, hybrid_scratch = 0, repeat_scratch = 0, row_scratch = 0;
};

using State = DepthwiseConv2dState;

int64_t ImageElements(const ConvWindow& w) {
  return int64_t{w.in_height} * w.in_width * w.in_channels;
}

// Filter, bias and scales, from the tensors.
Status SetFilter(const DepthwiseConv2d& op, const TensorView& filter,
                 const TensorView& bias, State* state) {
  std::vector<int8_t> once;
  const StoredWeights stored(
      filter, op.sum.weights_constant ? &once : &state->unpacked);
  return state->compute.SetFilter(op, stored.Source(0, 1, 1).data,
                                  filter.scale(),
                                  bias ? bias.data<void>() : nullptr);
}

}  // namespace

Status PrepareDepthwiseConv2dCpu(const DepthwiseConv2d& op,
                                 PrepareContext& context) {
  if (!DepthwiseConv2dCompute::Supports(op)) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr) context.state = std::make_unique<State>();
  auto* state = static_cast<State*>(context.state.get());
  DepthwiseConv2dCompute& compute = state->compute;
  TFLL_RETURN_IF_ERROR(compute.Init(op, context.num_threads()));
  state->slot_scratch = context.RequestScratch(
      static_cast<uint64_t>(compute.slots) * compute.slot_bytes);
  if (const uint64_t bytes = compute.repeat_bytes(op, op.window); bytes > 0) {
    state->repeat_scratch = context.RequestScratch(bytes);
  }
  if (const uint64_t bytes = compute.row_bytes(op, op.window.batch);
      bytes > 0) {
    state->row_scratch = context.RequestScratch(bytes);
  }
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
  const DepthwiseConv2dCompute& compute = state->compute;
  DepthwiseConv2dArgs args;
  args.window = w;
  args.in = context.in<void>(0);
  args.out = context.out<void>(0);
  args.slots = context.scratch<void>(state->slot_scratch);
  args.num_slots = compute.slots;
  if (compute.repeat_bytes(op, w) > 0) {
    args.repeated = context.scratch<void>(state->repeat_scratch);
  }
  if (compute.row_bytes(op, w.batch) > 0) {
    args.row_memory = context.scratch<void>(state->row_scratch);
  }
  if (op.sum.kind == Kind::kFloat) args.filter = context.in<float>(1);
  if (op.sum.kind != Kind::kInteger && op.sum.has_bias()) {
    args.bias = context.in<float>(2);
  }
  std::optional<HybridRows> hybrid;
  if (op.sum.kind == Kind::kHybrid) {
    hybrid.emplace(w.batch, ImageElements(w),
                   context.scratch<void>(state->hybrid_scratch));
    hybrid->Quantize(op.sum.asymmetric_inputs, context.in<float>(0),
                     context.threads());
    args.rows = &*hybrid;
  }
  compute.Run(op, args, context.threads());
  return OkStatus();
}

}  // namespace tflite::kernels
