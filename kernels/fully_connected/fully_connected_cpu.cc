#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/fully_connected/fully_connected_compute.h"
#include "kernels/gemm/hybrid_rows.h"
#include "kernels/gemm/nibbles/nibble_sum.h"
#include "kernels/gemm/packed_blocks.h"
#include "kernels/gemm/stored/first_run.h"
#include "kernels/gemm/stored_weights.h"

namespace tflite::kernels {
namespace {

struct FullyConnectedState : KernelState {
  size_t MemoryBytes() const override {
    return compute.MemoryBytes() + blocks.MemoryBytes() + unpacked.size() +
           (nibbles ? nibbles->MemoryBytes() : 0);
  }

  FullyConnectedCompute compute;
  PackedBlocks blocks;  // in place of `compute` for weights in blocks
  std::optional<NibbleSum> nibbles;  // in place of both where it can be
  std::vector<int8_t>
      unpacked;  // room for weights that come in packed integers
  GemmPlan plan;
  int product_scratch = 0, hybrid_scratch = 0;
  FirstRun first;  // of `compute`
};

const void* BiasOf(const TensorView& bias) {
  return bias ? bias.data<void>() : nullptr;
}

Status SetWeights(const FullyConnected& op, const TensorView& weights,
                  FullyConnectedState* state, ThreadPool* threads) {
  std::vector<int8_t> once;
  const StoredWeights stored(
      weights, op.sum.weights_constant ? &once : &state->unpacked);
  return state->compute.SetWeights(op, stored.Source(0, op.depth, 1).data,
                                   weights.scale(), threads);
}

// Whether the fast kernel takes weights quantized in blocks.
bool TakesBlocks(const FullyConnected& op) {
  return PackedBlocks::Supports(op.sum) && op.sum.weights_constant &&
         op.sum.bias_constant;
}

Status PrepareBlocks(const FullyConnected& op, PrepareContext& context,
                     FullyConnectedState* state) {
  TFLL_RETURN_IF_ERROR(state->blocks.Init(op.sum, op.units, op.depth));
  context.BeforeFirstEval([&op, state](const NodeView& node) {
    if (!state->blocks.has_weights()) {
      std::vector<int8_t> once;
      const StoredWeights stored(node.input(1), &once);
      state->blocks.SetWeights(stored.Source(0, op.depth, 1),
                               ReadBlockScales(node.context(), op.sum.blocks));
    }
    state->blocks.SetBias(node.input(2));
    return OkStatus();
  });
  state->plan = state->blocks.Plan(op.rows, context.num_threads());
  state->first.Plan(false, 1);
  return OkStatus();
}

Status PrepareNibbles(const FullyConnected& op, PrepareContext& context,
                      FullyConnectedState* state) {
  if (!state->nibbles) state->nibbles.emplace();
  TFLL_RETURN_IF_ERROR(state->nibbles->Init(op.sum, op.units, op.depth));
  context.BeforeFirstEval([&op, state](const NodeView& node) {
    NibbleSum& sum = *state->nibbles;
    if (!sum.has_weights()) {
      std::vector<float> scales;
      if (op.sum.blocks) {
        scales = ReadBlockScales(node.context(), op.sum.blocks);
      }
      TFLL_RETURN_IF_ERROR(sum.SetWeights(node.input(1).data<uint8_t>(), scales,
                                          PackingThreads(node)));
    }
    sum.SetBias(node.input(2));
    return OkStatus();
  });
  state->first.Plan(false, 1);
  return OkStatus();
}

Status PrepareSum(const FullyConnected& op, PrepareContext& context,
                  FullyConnectedState* state) {
  TFLL_RETURN_IF_ERROR(state->compute.Init(op));
  state->first.Plan(
      state->compute.StreamsFirstRun(op) && !state->compute.has_weights(),
      context.num_threads());
  if (op.sum.weights_constant && !state->compute.reads_stored() &&
      !state->first.planned()) {
    context.BeforeFirstEval([&op, state](const NodeView& node) {
      if (!state->compute.has_weights()) {
        TFLL_RETURN_IF_ERROR(
            SetWeights(op, node.input(1), state, PackingThreads(node)));
      }
      if (op.sum.bias_constant) state->compute.SetBias(BiasOf(node.input(2)));
      return OkStatus();
    });
  }
  state->plan = state->compute.Plan(op.rows, context.num_threads());
  return OkStatus();
}

Status Prepare(const FullyConnected& op, PrepareContext& context,
               FullyConnectedState* state) {
  uint64_t scratch = 0;
  if (NibbleSum::Supports(op.sum, op.depth)) {
    TFLL_RETURN_IF_ERROR(PrepareNibbles(op, context, state));
    TFLL_ASSIGN_OR_RETURN(scratch, state->nibbles->ScratchBytes(op.rows));
  } else {
    state->nibbles.reset();
    TFLL_RETURN_IF_ERROR(op.sum.blocks ? PrepareBlocks(op, context, state)
                                       : PrepareSum(op, context, state));
    scratch = state->plan.scratch_bytes();
  }
  if (state->first.planned()) {
    scratch = std::max(
        scratch, state->compute.StreamedBytes(op, state->first.threads()));
  }
  state->product_scratch = context.RequestScratch(scratch);
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    TFLL_ASSIGN_OR_RETURN(const size_t bytes,
                          HybridRows::Bytes(op.rows, op.depth));
    state->hybrid_scratch = context.RequestScratch(bytes);
  }
  return OkStatus();
}

}  // namespace

Status PrepareFullyConnectedCpu(const FullyConnected& op,
                                PrepareContext& context) {
  if (op.sparse || op.shuffled ||
      !(NibbleSum::Supports(op.sum, op.depth) ||
        (op.sum.blocks ? TakesBlocks(op)
                       : FullyConnectedCompute::Supports(op)))) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr)
    context.state = std::make_unique<FullyConnectedState>();
  return Prepare(op, context,
                 static_cast<FullyConnectedState*>(context.state.get()));
}

Status EvalFullyConnectedCpu(const FullyConnected& op, EvalContext& context) {
  FullyConnectedState* state = context.state<FullyConnectedState>();
  if (state == nullptr) return EvalFullyConnectedReference(op, context);
  if (op.rows == 0 || op.units == 0) return OkStatus();
  // Weights in blocks are constant.
  if (!op.sum.weights_constant) {
    TFLL_RETURN_IF_ERROR(
        SetWeights(op, context.input(1), state, &context.threads()));
  }
  FullyConnectedCompute::Args args;
  args.plan = &state->plan;
  args.in = context.in<void>(0);
  args.out = context.out<void>(0);
  args.scratch = context.scratch<void>(state->product_scratch);
  args.weights = context.in<void>(1);
  args.bias = context.in<void>(2);
  TFLL_ASSIGN_OR_RETURN(
      const bool done,
      state->first.Run(op, args, &state->compute, context, [&] {
        return SetWeights(op, context.input(1), state, &context.threads());
      }));
  if (done) return OkStatus();
  std::optional<HybridRows> hybrid;
  PackedSumRows rows;
  if (op.sum.kind == WeightedSum::Kind::kHybrid) {
    hybrid.emplace(op.rows, op.depth,
                   context.scratch<void>(state->hybrid_scratch),
                   !op.sum.blocks && !state->nibbles &&
                       state->compute.TakesUnsignedRows());
    hybrid->Quantize(op.sum.asymmetric_inputs, context.in<float>(0),
                     context.threads());
    rows = hybrid->View(1);
    args.rows = &rows;
    args.row_offsets = hybrid->row_offsets();
  }
  if (state->nibbles) {
    state->nibbles->Run(op.rows, rows, context.out<float>(0), args.scratch,
                        context.threads());
    return OkStatus();
  }
  if (op.sum.blocks) {
    state->blocks.Run(state->plan, op.rows, rows, args.row_offsets,
                      context.out<float>(0), args.scratch, context.threads());
    return OkStatus();
  }
  state->compute.Run(op, args, context.threads());
  return OkStatus();
}

}  // namespace tflite::kernels
