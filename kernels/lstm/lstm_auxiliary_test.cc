// The auxiliary input of BIDIRECTIONAL_SEQUENCE_LSTM, in comparison with layers
// that have none. All kernels find it with the same code.
#include <algorithm>
#include <vector>

#include "kernels/lstm/lstm.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kBoth =
    MakeOpFunctions<&BindBidirectionalSequenceLstm, &EvalLstmReference>();
constexpr int kBatch = 2, kSteps = 3, kInputs = 4, kCells = 3;

using Floats = std::vector<float>;

Floats Randoms(int rows, int columns, uint32_t seed) {
  return RandomElements<float>(int64_t{rows} * columns, -1, 1, seed);
}

// Rows of `a`, each with the row of `b` behind it.
Floats Joined(const Floats& a, const Floats& b, int rows) {
  Floats out;
  const size_t m = a.size() / rows, n = b.size() / rows;
  for (int r = 0; r < rows; ++r) {
    out.insert(out.end(), a.begin() + r * m, a.begin() + (r + 1) * m);
    out.insert(out.end(), b.begin() + r * n, b.begin() + (r + 1) * n);
  }
  return out;
}

// What differs between nodes. Weights are those of the forward layer's gates i,
// f, g, o, then of the backward layer's; without an input gate, those of i are
// left out.
struct Inputs {
  Floats x, aux;
  std::vector<Floats> weights, aux_weights;
  bool input_gate = true;
};

// Both outputs one after another.
std::vector<double> Outputs(const Inputs& inputs) {
  OpTest test;
  const auto width = [](const Floats& x) {
    return static_cast<int32_t>(x.size()) / (kBatch * kSteps);
  };
  const auto add = [&](const Shape& shape, const Floats& values, int gate) {
    if (gate == 0 && !inputs.input_gate) {
      test.NoInput();
    } else {
      test.Const<float>(shape, values);
    }
  };
  test.Input<float>({kSteps, kBatch, width(inputs.x)}, inputs.x);
  for (int layer = 0; layer < 2; ++layer) {
    for (int g = 0; g < 4; ++g) {
      add({kCells, width(inputs.x)}, inputs.weights[4 * layer + g], g);
    }
    const uint32_t seed = 100 + 10 * layer;
    for (int g = 0; g < 4; ++g) {
      add({kCells, kCells}, Randoms(kCells, kCells, seed + g), g);
    }
    test.NoInput().NoInput().NoInput();
    for (int g = 0; g < 4; ++g) {
      add({kCells}, Randoms(1, kCells, seed + 4 + g), g);
    }
    test.NoInput().NoInput();
  }
  for (int state = 0; state < 4; ++state) {
    test.Variable<float>({kBatch, kCells}, Floats(kBatch * kCells));
  }
  if (inputs.aux.empty()) {
    test.NoInput();
  } else {
    test.Input<float>({kSteps, kBatch, width(inputs.aux)}, inputs.aux);
  }
  for (int i = 0; i < 8; ++i) {
    if (inputs.aux_weights.empty()) {
      test.NoInput();
    } else {
      add({kCells, width(inputs.aux)}, inputs.aux_weights[i], i % 4);
    }
  }
  TfLiteBidirectionalSequenceLSTMParams params{};
  params.activation = kTfLiteActTanh;
  params.time_major = true;
  test.Params(params).Output<float>().Output<float>();
  EXPECT_TRUE(IsOk(test.Run(kBoth)));
  std::vector<double> both = test.Numbers(0);
  const std::vector<double> backward = test.Numbers(1);
  both.insert(both.end(), backward.begin(), backward.end());
  EXPECT_EQ(both.size(), 2u * kSteps * kBatch * kCells);
  return both;
}

void ExpectNear(const std::vector<double>& got,
                const std::vector<double>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], want[i], 1e-6) << i;
  }
}

class LstmAuxiliary : public ::testing::Test {
 protected:
  LstmAuxiliary() {
    inputs_.x = Randoms(kSteps * kBatch, kInputs, 1);
    for (uint32_t i = 0; i < 8; ++i) {
      inputs_.weights.push_back(Randoms(kCells, kInputs, 10 + i));
    }
  }
  Inputs inputs_;
};

TEST_F(LstmAuxiliary, InputWithWeightsIsMoreOfTheInput) {
  for (const bool input_gate : {true, false}) {
    SCOPED_TRACE(input_gate);
    constexpr int kMore = 2;
    Inputs aux = inputs_, wide = inputs_;
    aux.input_gate = wide.input_gate = input_gate;
    aux.aux = Randoms(kSteps * kBatch, kMore, 2);
    wide.x = Joined(inputs_.x, aux.aux, kSteps * kBatch);
    for (uint32_t i = 0; i < 8; ++i) {
      aux.aux_weights.push_back(Randoms(kCells, kMore, 30 + i));
      wide.weights[i] = Joined(inputs_.weights[i], aux.aux_weights[i], kCells);
    }
    ExpectNear(Outputs(aux), Outputs(wide));
  }
}

TEST_F(LstmAuxiliary, InputWithoutWeightsIsTheBackwardLayersInput) {
  Inputs aux = inputs_, other = inputs_;
  aux.aux = other.x = Randoms(kSteps * kBatch, kInputs, 3);
  const std::vector<double> forward = Outputs(inputs_);
  std::vector<double> want = Outputs(other);
  ASSERT_EQ(want.size(), forward.size());
  std::copy_n(forward.begin(), forward.size() / 2, want.begin());
  ExpectNear(Outputs(aux), want);
}

}  // namespace
}  // namespace tflite::kernels
