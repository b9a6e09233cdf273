#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/conv_2d/conv_2d_compute.h"
#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/stored/first_run.h"
#include "kernels/gemm/stored_weights.h"

namespace tflite::kernels {
namespace {

struct Conv2dState : KernelState {
  size_t MemoryBytes() const override {
    return compute.MemoryBytes() + unpacked.size();
  }

  Conv2dCompute compute;
  Conv2dPlan plan;
  std::vector<int8_t>
      unpacked;  // room for filters that come in packed integers
  int product_scratch = 0, hybrid_scratch = 0;
  FirstRun first;
};

const void* BiasOf(const TensorView& bias) {
  return bias ? bias.data<void>() : nullptr;
}

Status SetFilters(const Conv2d& op, const TensorView& filter,
                  ThreadPool* threads, Conv2dState* state) {
  std::vector<int8_t> once;
  const StoredWeights weights(
      filter, op.sum.weights_constant ? &once : &state->unpacked);
  return state->compute.SetFilters(op, weights.Source(0, 0, 1).data,
                                   filter.scale(), threads);
}

Status Prepare(const Conv2d& op, PrepareContext& context, Conv2dState* state) {
  TFLL_RETURN_IF_ERROR(state->compute.Init(op));
  const int threads = context.num_threads();
  state->first.Plan(
      state->compute.StreamsFirstRun(op) && !state->compute.has_filters(),
      threads);
  if (op.sum.weights_constant && !state->compute.reads_stored() &&
      !state->first.planned()) {
    context.BeforeFirstEval([&op, state](const NodeView& node) {
      if (!state->compute.has_filters()) {
        TFLL_RETURN_IF_ERROR(
            SetFilters(op, node.input(1), PackingThreads(node), state));
      }
      if (op.sum.bias_constant) state->compute.SetBias(BiasOf(node.input(2)));
      return OkStatus();
    });
  }
  state->plan = state->compute.Plan(op, op.window, threads);
  uint64_t bytes = state->plan.scratch_bytes();
  if (state->first.planned()) {
    bytes = std::max(bytes, state->compute.StreamedBytes(op, threads));
  }
  state->product_scratch = context.RequestScratch(bytes);
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    TFLL_ASSIGN_OR_RETURN(
        const size_t rows,
        HybridRows::Bytes(op.window.batch, ImageElements(op.window)));
    state->hybrid_scratch = context.RequestScratch(rows);
  }
  return OkStatus();
}

}  // namespace

Status PrepareConv2dCpu(const Conv2d& op, PrepareContext& context) {
  if (!Conv2dCompute::Supports(op)) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr) context.state = std::make_unique<Conv2dState>();
  return Prepare(op, context, static_cast<Conv2dState*>(context.state.get()));
}

Status EvalConv2dCpu(const Conv2d& op, EvalContext& context) {
  Conv2dState* state = context.state<Conv2dState>();
  if (state == nullptr) return EvalConv2dReference(op, context);
  const ConvWindow& w = op.window;
  if (state->plan.window.rows() == 0 || w.out_channels == 0) return OkStatus();
  if (!op.sum.weights_constant) {
    TFLL_RETURN_IF_ERROR(
        SetFilters(op, context.input(1), &context.threads(), state));
  }
  Conv2dCompute::Args args;
  args.plan = &state->plan;
  args.in = context.in<void>(0);
  args.out = context.out<void>(0);
  args.scratch = context.scratch<void>(state->product_scratch);
  args.filters = context.in<void>(1);
  args.bias = context.in<void>(2);
  TFLL_ASSIGN_OR_RETURN(
      const bool done,
      state->first.Run(op, args, &state->compute, context, [&] {
        return SetFilters(op, context.input(1), &context.threads(), state);
      }));
  if (done) return OkStatus();
  std::optional<HybridRows> hybrid;
  PackedSumRows rows;
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    hybrid.emplace(w.batch, ImageElements(w),
                   context.scratch<void>(state->hybrid_scratch),
                   state->compute.TakesUnsignedRows());
    hybrid->Quantize(op.sum.asymmetric_inputs, context.in<float>(0),
                     context.threads());
    rows = hybrid->View(int64_t{w.out_height} * w.out_width);
    args.rows = &rows;
    args.row_offsets = hybrid->row_offsets();
  }
  state->compute.Run(op, args, context.threads());
  return OkStatus();
}

}  // namespace tflite::kernels
