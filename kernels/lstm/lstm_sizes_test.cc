// Layers of extraordinary sizes: without inputs, cells or outputs, and with
// more inputs than fast kernels can add up.
#include <cmath>
#include <vector>

#include "kernels/lstm/lstm.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kReference =
    MakeOpFunctions<&BindUnidirectionalSequenceLstm, &EvalLstmReference>();
constexpr OpFunctions kCpu = MakeOpFunctions<&BindUnidirectionalSequenceLstm,
                                             &EvalLstmCpu, &PrepareLstmCpu>();
constexpr int32_t kSteps = 3, kBatch = 2;
constexpr float kStep = 1.0f / 128;  // of bytes that stand for -1 to 1

struct Sizes {
  int32_t inputs, cells, outputs;
};

// T: of weights; X: of inputs and outputs.
template <typename T, typename X>
class LayerOf {
 public:
  static constexpr bool kInteger = sizeof(X) == 1;

  explicit LayerOf(const Sizes& sizes) {
    const auto& [inputs, cells, outputs] = sizes;
    const std::vector<X> x =
        kInteger ? RandomElements<X>(kSteps * kBatch * inputs, -128, 127, 1)
                 : RandomElements<X>(kSteps * kBatch * inputs, -1, 1, 1);
    test_.Input<X>({kSteps, kBatch, inputs}, x, {kStep, kInteger ? -3 : 0});
    for (const int32_t columns : {inputs, outputs}) {
      for (int g = 0; g < 4; ++g) Matrix(cells, columns);
    }
    for (int g = 0; g < 3; ++g) test_.NoInput();
    for (int g = 0; g < 4; ++g) Bias(cells);
    Matrix(outputs, cells);
    Bias(outputs);
    State<X>(outputs, kStep);
    if constexpr (kInteger) {
      State<int16_t>(cells, 1.0f / 2048);
    } else {
      State<float>(cells, 1);
    }
    test_.Output<X>({kStep});
    for (int g = 0; g < 4; ++g) {
      test_.Intermediate(kTfLiteInt16, 1.0f / 4096);
    }
    test_.Intermediate(kTfLiteInt8, {kStep, 3});
    TfLiteUnidirectionalSequenceLSTMParams params{};
    params.activation = kTfLiteActTanh;
    params.time_major = true;
    test_.Params(params);
  }

  // Of two runs, which keep the states.
  std::vector<double> Run(const OpFunctions& functions) {
    std::vector<double> all;
    EXPECT_TRUE(IsOk(test_.Prepare(functions)));
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(IsOk(test_.Invoke()));
      for (const double number : test_.Numbers()) all.push_back(number);
    }
    return all;
  }

 private:
  void Matrix(int32_t rows, int32_t columns) {
    const int64_t n = int64_t{rows} * columns;
    const double most = sizeof(T) == 1 ? 127 : 0.6;
    test_.Const<T>({rows, columns}, RandomElements<T>(n, -most, most, ++seed_),
                   {0.006f});
  }
  void Bias(int32_t n) {
    if constexpr (kInteger) {
      test_.Const<int32_t>({n}, RandomElements<int32_t>(n, -800, 800, ++seed_),
                           {5e-5f});
    } else {
      test_.Const<float>({n}, RandomElements<float>(n, -0.6, 0.6, ++seed_));
    }
  }
  template <typename S>
  void State(int32_t n, float scale) {
    test_.Variable<S>({kBatch, n}, std::vector<S>(kBatch * n), {scale});
  }

  OpTest test_{/*threads=*/2};
  uint32_t seed_ = 1;
};

template <typename T, typename X>
void ExpectAgreement(double tolerance) {
  for (const Sizes& sizes :
       {Sizes{5, 4, 3}, {0, 4, 3}, {5, 0, 3}, {5, 4, 0}, {0, 0, 0}}) {
    const std::vector<double> want = LayerOf<T, X>(sizes).Run(kReference);
    const std::vector<double> got = LayerOf<T, X>(sizes).Run(kCpu);
    ASSERT_EQ(want.size(), size_t{2} * kSteps * kBatch * sizes.outputs);
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < want.size(); ++i) {
      EXPECT_NEAR(got[i], want[i], tolerance)
          << sizes.inputs << " " << sizes.cells << " " << sizes.outputs;
    }
  }
}

TEST(LstmSizes, OfNothingAgree) {
  ExpectAgreement<float, float>(1e-5);
  ExpectAgreement<int8_t, float>(1e-3);
  ExpectAgreement<int8_t, int8_t>(0);
}

// The sum of the products is 2.3 * 10^9; its real value is 1.
TEST(LstmSizes, OfInputsWhoseProducts32BitsDoNotHold) {
  constexpr int32_t kInputs = 140000;
  for (const OpFunctions& functions : {kReference, kCpu}) {
    OpTest test;
    test.Input<float>({1, 1, kInputs}, std::vector<float>(kInputs, 1));
    for (int g = 0; g < 4; ++g) {
      test.Const<int8_t>({1, kInputs}, std::vector<int8_t>(kInputs, 127),
                         {1.0f / (127 * kInputs)});
    }
    for (int g = 0; g < 4; ++g) test.Const<int8_t>({1, 1}, {0}, {1.0f});
    for (int g = 0; g < 3; ++g) test.NoInput();
    for (int g = 0; g < 4; ++g) test.Const<float>({1}, {0});
    test.NoInput().NoInput();
    test.Variable<float>({1, 1}, {0}).Variable<float>({1, 1}, {0});
    TfLiteUnidirectionalSequenceLSTMParams params{};
    params.activation = kTfLiteActTanh;
    params.time_major = true;
    test.Output<float>().Params(params);
    ASSERT_TRUE(IsOk(test.Run(functions)));
    const double gate = 1 / (1 + std::exp(-1.0));
    EXPECT_TRUE(test.OutputIs({gate * std::tanh(gate * std::tanh(1.0))}, 1e-5));
  }
}

}  // namespace
}  // namespace tflite::kernels
