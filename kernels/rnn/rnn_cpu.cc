#include <algorithm>
#include <vector>

#include "kernels/math/elementary/elementary_loops.h"
#include "kernels/math/vector/vector.h"
#include "kernels/recurrent/recurrent_activation.h"
#include "kernels/recurrent/row_products.h"
#include "kernels/rnn/rnn.h"

namespace tflite::kernels {
namespace {

// The least number of products for a thread.
constexpr int64_t kGrain = 65536;

void Activate(TfLiteFusedActivation activation, float* x, int64_t count) {
  if (activation == kTfLiteActTanh) {
    BestElementaryLoops().tanh(x, count, 0, x);
  } else if (activation == kTfLiteActSigmoid) {
    BestElementaryLoops().logistic(x, count, 0, x);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      x[i] = RecurrentActivation(activation, x[i]);
    }
  }
}

// One row of one step.
class Step {
 public:
  Step(const Rnn& op, const RnnLayer& layer, EvalContext& context)
      : op_(op),
        layer_(layer),
        context_(context),
        next_(layer.units),
        product_(layer.units) {}

  void Run(const float* x, const float* aux, float* state) {
    std::copy_n(context_.in<float>(layer_.bias), layer_.units, next_.data());
    Add(x, layer_.inputs, layer_.weights);
    Add(state, layer_.units, layer_.recurrent);
    if (aux != nullptr) Add(aux, layer_.aux_inputs, layer_.aux_weights);
    Activate(op_.activation, next_.data(), layer_.units);
    std::copy_n(next_.data(), layer_.units, state);
  }

 private:
  // Adds the product with the weights that are input number `weights`.
  void Add(const float* row, int64_t n, int weights) {
    const RowProducts products(op_.hybrid, op_.asymmetric_inputs, row, n);
    const TensorView tensor = context_.input(weights);
    ParallelRange(context_.threads(), layer_.units, kGrain / WorkOf({n}),
                  [&](int64_t begin, int64_t end) {
                    products.Run(tensor, begin, end, product_.data());
                    for (int64_t u = begin; u < end; ++u) {
                      next_[u] += product_[u];
                    }
                  });
  }

  const Rnn& op_;
  const RnnLayer& layer_;
  EvalContext& context_;
  std::vector<float> next_, product_;
};

void RunLayer(const Rnn& op, const RnnLayer& layer, EvalContext& context) {
  const float* x = context.in<float>(layer.input);
  const float* aux =
      IsGiven(layer.aux_input) ? context.in<float>(layer.aux_input) : nullptr;
  float* states = context.input(layer.state).mutable_data<float>();
  float* out = context.out<float>(layer.output);
  Step one(op, layer, context);
  for (int32_t t = 0; t < op.steps; ++t) {
    const int32_t step = layer.backward ? op.steps - 1 - t : t;
    for (int32_t b = 0; b < op.batch; ++b) {
      const int64_t row = op.Row(step, b);
      float* state = states + int64_t{b} * layer.units;
      one.Run(x + row * layer.inputs,
              aux == nullptr ? nullptr : aux + row * layer.aux_inputs, state);
      std::copy_n(state, layer.units,
                  out + row * layer.output_pitch + layer.output_column);
    }
  }
}

}  // namespace

Status EvalRnnCpu(const Rnn& op, EvalContext& context) {
  for (const RnnLayer& layer : op.layers) RunLayer(op, layer, context);
  return OkStatus();
}

}  // namespace tflite::kernels
