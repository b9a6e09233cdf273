#include <algorithm>

#include "kernels/lstm/lstm_cpu_layers.h"
#include "kernels/lstm/lstm_functions.h"
#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/vector/vector.h"

namespace tflite::kernels {
namespace {

// Cells of a step's rows that are worth a thread.
constexpr int64_t kGrain = 4096;

TFLL_VECTOR_CLONES void Add(const float* a, int64_t n, float* sums) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) sums[i] += a[i];
}
TFLL_VECTOR_CLONES void AddProducts(const float* a, const float* b, int64_t n,
                                    float* sums) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) sums[i] += a[i] * b[i];
}
TFLL_VECTOR_CLONES void AddScaledProducts(const int8_t* a, float scale,
                                          const float* b, int64_t n,
                                          float* sums) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i)
    sums[i] += static_cast<float>(a[i]) * scale * b[i];
}
void ApplyLogistic(int64_t n, float* x) {
  BestElementaryLoops().logistic(x, n, 0, x);
}
void ApplyTanh(const float* in, int64_t n, float* out) {
  BestElementaryLoops().tanh(in, n, 0, out);
}
TFLL_VECTOR_CLONES void Multiply(const float* a, int64_t n, float* x) {
  TFLL_VECTOR_LOOP
  for (int64_t i = 0; i < n; ++i) x[i] *= a[i];
}
// `in` null: 1 - forget.
TFLL_VECTOR_CLONES void UpdateCells(const float* in, const float* forget,
                                    const float* update, int64_t n,
                                    float* cells) {
  if (in == nullptr) {
    TFLL_VECTOR_LOOP
    for (int64_t i = 0; i < n; ++i) {
      cells[i] = forget[i] * cells[i] + (1.0f - forget[i]) * update[i];
    }
  } else {
    TFLL_VECTOR_LOOP
    for (int64_t i = 0; i < n; ++i) {
      cells[i] = forget[i] * cells[i] + in[i] * update[i];
    }
  }
}

void Activate(TfLiteFusedActivation activation, const float* in, int64_t n,
              float* out) {
  if (activation == kTfLiteActTanh) return ApplyTanh(in, n, out);
  for (int64_t i = 0; i < n; ++i)
    out[i] = RecurrentActivation(activation, in[i]);
}

void Clip(float limit, int64_t n, float* x) {
  if (limit <= 0.0f) return;
  for (int64_t i = 0; i < n; ++i) x[i] = LstmClip(x[i], limit);
}

// What one row does between the products.
class Row {
 public:
  Row(const Lstm& op, const LstmLayer& layer, const EvalContext& context)
      : op_(op), layer_(layer), context_(context) {}

  // `sums` of all gates become opened gates, `cells` the new ones. `hidden`
  // gets h' before the projection.
  void Run(float* sums, float* cells, float* hidden) const {
    const int64_t n = layer_.cells;
    const int first = layer_.first_gate();
    const auto gate = [&](int g) { return sums + (g - first) * n; };
    for (int g = first; g <= kLstmCell; ++g)
      Complete(layer_.gates[g], cells, gate(g));
    ApplyLogistic((kLstmCell - first) * n, sums);
    Activate(op_.activation, gate(kLstmCell), n, gate(kLstmCell));
    UpdateCells(layer_.cifg() ? nullptr : gate(kLstmInput), gate(kLstmForget),
                gate(kLstmCell), n, cells);
    Clip(op_.cell_clip, n, cells);
    Complete(layer_.gates[kLstmOutput], cells, gate(kLstmOutput));
    ApplyLogistic(n, gate(kLstmOutput));
    Activate(op_.activation, cells, n, hidden);
    Multiply(gate(kLstmOutput), n, hidden);
  }

 private:
  // What the products leave out of a gate's sums.
  void Complete(const LstmGate& gate, const float* cells, float* sums) const {
    const int64_t n = layer_.cells;
    if (IsGiven(gate.peephole)) {
      const TensorView peephole = context_.input(gate.peephole);
      if (peephole.type() == kTfLiteFloat32) {
        AddProducts(peephole.data<float>(), cells, n, sums);
      } else {
        AddScaledProducts(peephole.data<int8_t>(), peephole.scale(), cells, n,
                          sums);
      }
    }
    if (IsGiven(gate.norm)) {
      NormalizeLstmSums(context_.in<float>(gate.norm), layer_.cells, sums);
    }
    Add(context_.in<float>(gate.bias), n, sums);
  }

  const Lstm& op_;
  const LstmLayer& layer_;
  const EvalContext& context_;
};

StatusOr<int> RequestFloats(PrepareContext& context, int64_t rows,
                            int64_t columns) {
  return RequestSums(context, rows, columns, sizeof(float));
}

}  // namespace

Status FloatLstmCpu::Prepare(const Lstm& op, const LstmLayer& layer,
                             PrepareContext& context) {
  const LstmWeights weights(layer, context.node());
  const LstmChunks chunks(op);
  const bool asymmetric = op.asymmetric_inputs;
  TFLL_RETURN_IF_ERROR(input_.Init(weights.input, layer.inputs, asymmetric,
                                   chunks.product_rows(op), context));
  TFLL_RETURN_IF_ERROR(recurrent_.Init(weights.recurrent, layer.outputs,
                                       asymmetric, op.batch, context));
  TFLL_ASSIGN_OR_RETURN(input_scratch_, RequestFloats(context, chunks.rows(op),
                                                      input_.columns()));
  TFLL_ASSIGN_OR_RETURN(recurrent_scratch_,
                        RequestFloats(context, op.batch, input_.columns()));
  TFLL_ASSIGN_OR_RETURN(hidden_scratch_,
                        RequestFloats(context, op.batch, layer.cells));
  if (!weights.aux.empty()) {
    TFLL_RETURN_IF_ERROR(aux_.Init(weights.aux, layer.aux_inputs, asymmetric,
                                   chunks.product_rows(op), context));
    TFLL_ASSIGN_OR_RETURN(
        aux_scratch_, RequestFloats(context, chunks.rows(op), aux_.columns()));
  }
  if (!IsGiven(layer.projection)) return OkStatus();
  return projection_.Init(weights.projection, layer.cells, asymmetric, op.batch,
                          context);
}

Status FloatLstmCpu::Pack(const LstmWeights& weights) {
  TFLL_RETURN_IF_ERROR(input_.Pack(weights.input));
  TFLL_RETURN_IF_ERROR(aux_.Pack(weights.aux));
  TFLL_RETURN_IF_ERROR(recurrent_.Pack(weights.recurrent));
  return projection_.Pack(weights.projection);
}

void FloatLstmCpu::Run(const Lstm& op, const LstmLayer& layer,
                       EvalContext& context) const {
  const Row row(op, layer, context);
  const int64_t columns = input_.columns(), cells = layer.cells,
                outputs = layer.outputs;
  float* sums = context.scratch<float>(input_scratch_);
  float* last = context.scratch<float>(recurrent_scratch_);
  float* hidden = context.scratch<float>(hidden_scratch_);
  float* state = context.input(layer.output_state).mutable_data<float>();
  float* cell_state = context.input(layer.cell_state).mutable_data<float>();
  float* out = context.out<float>(layer.output) + layer.output_column;
  const LstmChunks chunks(op);
  const int64_t grain = LeastItems(kGrain, {cells});
  for (int64_t done = 0; done < op.steps; done += chunks.steps) {
    const int64_t steps = std::min(chunks.steps, op.steps - done);
    const int64_t begin = layer.backward ? op.steps - done - steps : done;
    MultiplyInputs(op, layer, begin, steps, context);
    for (int64_t t = 0; t < steps; ++t) {
      const int64_t step = layer.backward ? steps - 1 - t : t;
      recurrent_.Run(state, op.batch, last, context);
      ParallelRange(
          context.threads(), op.batch, grain, [&](int64_t from, int64_t to) {
            for (int64_t b = from; b < to; ++b) {
              const int64_t at =
                  op.time_major ? step * op.batch + b : b * steps + step;
              Add(last + b * columns, columns, sums + at * columns);
              row.Run(sums + at * columns, cell_state + b * cells,
                      hidden + b * cells);
            }
          });
      Project(op, layer, context);
      for (int32_t b = 0; b < op.batch; ++b) {
        const int64_t at = op.Row(static_cast<int32_t>(begin + step), b);
        std::copy_n(state + b * outputs, outputs,
                    out + at * layer.output_pitch);
      }
    }
  }
}

// From h' to the output state.
void FloatLstmCpu::Project(const Lstm& op, const LstmLayer& layer,
                           EvalContext& context) const {
  const float* hidden = context.scratch<float>(hidden_scratch_);
  float* state = context.input(layer.output_state).mutable_data<float>();
  const int64_t outputs = layer.outputs;
  if (!IsGiven(layer.projection)) {
    std::copy_n(hidden, op.batch * outputs, state);
    return;
  }
  projection_.Run(hidden, op.batch, state, context);
  if (IsGiven(layer.projection_bias)) {
    const float* bias = context.in<float>(layer.projection_bias);
    for (int64_t b = 0; b < op.batch; ++b)
      Add(bias, outputs, state + b * outputs);
  }
  Clip(op.projection_clip, op.batch * outputs, state);
}

// Sums of x, and of xa, over the steps [begin, begin + steps): time-major
// [steps, batch, columns], batch-major [batch, steps, columns].
void FloatLstmCpu::MultiplyInputs(const Lstm& op, const LstmLayer& layer,
                                  int64_t begin, int64_t steps,
                                  EvalContext& context) const {
  const int64_t columns = input_.columns();
  float* sums = context.scratch<float>(input_scratch_);
  const int64_t products = op.time_major ? 1 : op.batch;
  const int64_t rows = op.time_major ? steps * op.batch : steps;
  for (int64_t p = 0; p < products; ++p) {
    const int64_t first =
        op.time_major ? begin * op.batch : p * op.steps + begin;
    float* to = sums + p * steps * columns;
    input_.Run(context.in<float>(layer.input) + first * layer.inputs, rows, to,
               context);
    if (aux_.columns() == 0) continue;
    float* aux = context.scratch<float>(aux_scratch_);
    aux_.Run(context.in<float>(layer.aux_input) + first * layer.aux_inputs,
             rows, aux, context);
    Add(aux, rows * columns, to);
  }
}

size_t FloatLstmCpu::MemoryBytes() const {
  return input_.MemoryBytes() + aux_.MemoryBytes() + recurrent_.MemoryBytes() +
         projection_.MemoryBytes();
}

}  // namespace tflite::kernels
