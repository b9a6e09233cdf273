#include <memory>

#include "kernels/lstm/lstm_cpu_layers.h"
#include "tensorflow_lite_lite/base/checked.h"

namespace tflite::kernels {
namespace {

struct LstmState : KernelState {
  size_t MemoryBytes() const override {
    size_t bytes = integer.MemoryBytes();
    for (const FloatLstmCpu& layer : layers) bytes += layer.MemoryBytes();
    return bytes;
  }
  FloatLstmCpu layers[2];
  IntegerLstmCpu integer;
};

bool IsConstant(const NodeView& node, int i) {
  return !IsGiven(i) || node.input(i).is_constant();
}

bool Supports(const Lstm& op, const NodeView& node) {
  if (op.kind == LstmKind::kBasicFloat || op.kind == LstmKind::kBasicUInt8 ||
      op.diagonal) {
    return false;
  }
  const bool integer = op.kind == LstmKind::kInteger;
  const bool hybrid = op.kind == LstmKind::kHybrid;
  for (const LstmLayer& layer : op.layers) {
    for (const LstmGate& gate : layer.gates) {
      if (!IsConstant(node, gate.weights) ||
          !IsConstant(node, gate.aux_weights) ||
          !IsConstant(node, gate.recurrent) ||
          (integer && !IsConstant(node, gate.bias))) {
        return false;
      }
    }
    if (!IsConstant(node, layer.projection) ||
        (integer && !IsConstant(node, layer.projection_bias))) {
      return false;
    }
    const int32_t depth =
        std::max({layer.inputs, layer.aux_inputs, layer.outputs, layer.cells});
    if (!LayerProduct::Supports(hybrid, depth)) return false;
  }
  return true;
}

Status Pack(const Lstm& op, const NodeView& node, LstmState* state) {
  for (size_t i = 0; i < op.layers.size(); ++i) {
    const LstmWeights weights(op.layers[i], node);
    if (op.kind == LstmKind::kInteger) {
      state->integer.Pack(weights);
    } else {
      TFLL_RETURN_IF_ERROR(state->layers[i].Pack(weights));
    }
  }
  return OkStatus();
}

}  // namespace

LstmWeights::LstmWeights(const LstmLayer& layer, const NodeView& node) {
  for (int g = layer.first_gate(); g < 4; ++g) {
    const LstmGate& gate = layer.gates[g];
    input.push_back({node.input(gate.weights), layer.cells});
    recurrent.push_back({node.input(gate.recurrent), layer.cells});
    if (!IsGiven(gate.aux_weights)) continue;
    aux.push_back({node.input(gate.aux_weights), layer.cells});
  }
  if (!IsGiven(layer.projection)) return;
  projection.push_back({node.input(layer.projection), layer.outputs});
}

StatusOr<int> RequestSums(PrepareContext& context, int64_t rows,
                          int64_t columns, int64_t element_bytes) {
  int64_t bytes = 0;
  if (!CheckedMul(rows, columns, &bytes) ||
      !CheckedMul(bytes, element_bytes, &bytes)) {
    return Invalid(rows, " rows of ", columns, " sums are too many");
  }
  return context.RequestScratch(static_cast<uint64_t>(bytes));
}

Status PrepareLstmCpu(const Lstm& op, PrepareContext& context) {
  if (!Supports(op, context.node())) {
    context.state = nullptr;
    return OkStatus();
  }
  if (context.state == nullptr) context.state = std::make_unique<LstmState>();
  auto* state = static_cast<LstmState*>(context.state.get());
  context.BeforeFirstEval(
      [&op, state](const NodeView& node) { return Pack(op, node, state); });
  if (op.kind == LstmKind::kInteger) return state->integer.Prepare(op, context);
  for (size_t i = 0; i < op.layers.size(); ++i) {
    TFLL_RETURN_IF_ERROR(state->layers[i].Prepare(op, op.layers[i], context));
  }
  return OkStatus();
}

Status EvalLstmCpu(const Lstm& op, EvalContext& context) {
  const auto* state = context.state<LstmState>();
  if (state == nullptr) return EvalLstmReference(op, context);
  if (op.steps == 0 || op.batch == 0) return OkStatus();
  if (op.kind == LstmKind::kInteger) {
    state->integer.Run(op, context);
    return OkStatus();
  }
  for (size_t i = 0; i < op.layers.size(); ++i) {
    state->layers[i].Run(op, op.layers[i], context);
  }
  return OkStatus();
}

}  // namespace tflite::kernels
