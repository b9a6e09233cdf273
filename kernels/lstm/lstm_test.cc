#include "kernels/lstm/lstm.h"

#include <cmath>
#include <cstring>

#include "kernels/lstm/lstm_functions.h"
#include "kernels/lstm/lstm_integer.h"
#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kSequence =
    MakeOpFunctions<&BindUnidirectionalSequenceLstm, &EvalLstmReference>();
constexpr OpFunctions kSequenceCpu =
    MakeOpFunctions<&BindUnidirectionalSequenceLstm, &EvalLstmCpu,
                    &PrepareLstmCpu>();
constexpr OpFunctions kBoth =
    MakeOpFunctions<&BindBidirectionalSequenceLstm, &EvalLstmReference>();
constexpr OpFunctions kBothCpu =
    MakeOpFunctions<&BindBidirectionalSequenceLstm, &EvalLstmCpu,
                    &PrepareLstmCpu>();
constexpr OpFunctions kLstm = MakeOpFunctions<&BindLstm, &EvalLstmReference>();

enum class Kind { kFloat, kHybrid, kInteger };

// Random tensors of a layer.
struct Layer {
  Kind kind = Kind::kFloat;
  bool cifg = false, peephole = false, projection = false, norm = false;
  bool constant = true;
  bool words = false;  // the output state is declared INT16
  int32_t batch = 2, steps = 3, inputs = 5, cells = 4, outputs = 4;
  bool time_major = true;
  uint32_t seed = 1;
  int8_t state = 5;  // its zero point

  Shape x() const {
    return time_major ? Shape{steps, batch, inputs}
                      : Shape{batch, steps, inputs};
  }
  void AddX(OpTest& test) {
    const int64_t n = int64_t{steps} * batch * inputs;
    if (kind == Kind::kInteger) {
      test.Input<int8_t>(x(), RandomElements<int8_t>(n, -128, 127, seed++),
                         {1.0f / 128, -3});
    } else {
      test.Input<float>(x(), RandomElements<float>(n, -1, 1, seed++));
    }
  }
  void AddMatrix(OpTest& test, int32_t rows, int32_t columns,
                 bool present = true) {
    if (!present) {
      test.NoInput();
      return;
    }
    const int64_t n = int64_t{rows} * columns;
    const Shape shape = {rows, columns};
    if (kind == Kind::kFloat) {
      const auto values = RandomElements<float>(n, -0.6, 0.6, seed++);
      constant ? test.Const<float>(shape, values)
               : test.Input<float>(shape, values);
    } else {
      test.Const<int8_t>(shape, RandomElements<int8_t>(n, -127, 127, seed++),
                         0.006f);
    }
  }
  void AddVector(OpTest& test, int32_t n, bool present, float scale,
                 double least) {
    if (!present) {
      test.NoInput();
    } else if (kind == Kind::kInteger) {
      test.Const<int16_t>({n}, RandomElements<int16_t>(n, 8000, 32767, seed++),
                          scale);
    } else {
      test.Const<float>({n}, RandomElements<float>(n, least, 0.9, seed++));
    }
  }
  void AddBias(OpTest& test, int32_t n, bool present) {
    if (!present) {
      test.NoInput();
    } else if (kind == Kind::kInteger) {
      test.Const<int32_t>({n}, RandomElements<int32_t>(n, -800, 800, seed++),
                          5e-5f);
    } else {
      test.Const<float>({n}, RandomElements<float>(n, -0.6, 0.6, seed++));
    }
  }
  // Inputs 1 to 17.
  void AddWeights(OpTest& test) {
    for (int g = 0; g < 4; ++g) AddMatrix(test, cells, inputs, g > 0 || !cifg);
    for (int g = 0; g < 4; ++g) AddMatrix(test, cells, outputs, g > 0 || !cifg);
    AddVector(test, cells, peephole && !cifg, 2e-5f, -0.6);
    AddVector(test, cells, peephole, 2e-5f, -0.6);
    AddVector(test, cells, peephole, 2e-5f, -0.6);
    for (int g = 0; g < 4; ++g) AddBias(test, cells, g > 0 || !cifg);
    AddMatrix(test, outputs, cells, projection);
    AddBias(test, outputs, projection);
  }
  void AddStates(OpTest& test) {
    const int64_t h = int64_t{batch} * outputs, c = int64_t{batch} * cells;
    if (kind == Kind::kInteger) {
      if (words) {
        test.Variable<int16_t>({batch, outputs}, std::vector<int16_t>(h),
                               1.0f / 128);
      } else {
        test.Variable<int8_t>({batch, outputs}, std::vector<int8_t>(h, state),
                              {1.0f / 128, state});
      }
      test.Variable<int16_t>({batch, cells}, std::vector<int16_t>(c),
                             1.0f / 2048);
    } else {
      test.Variable<float>({batch, outputs}, std::vector<float>(h));
      test.Variable<float>({batch, cells}, std::vector<float>(c));
    }
  }
  // The whole of UNIDIRECTIONAL_SEQUENCE_LSTM.
  void Add(OpTest& test) {
    AddX(test);
    AddWeights(test);
    AddStates(test);
    for (int g = 0; g < 4; ++g)
      AddVector(test, cells, norm && (g > 0 || !cifg), 3e-5f, 0.4);
    if (kind != Kind::kInteger) {
      test.Output<float>();
      return;
    }
    test.Output<int8_t>({1.0f / 128, 5});
    for (int g = 0; g < 4; ++g) test.Intermediate(kTfLiteInt16, 1.0f / 4096);
    test.Intermediate(kTfLiteInt8, {1.0f / 128, projection ? 3 : 5});
  }
};

TfLiteUnidirectionalSequenceLSTMParams Options(const Layer& layer = {}) {
  TfLiteUnidirectionalSequenceLSTMParams params{};
  params.activation = kTfLiteActTanh;
  params.time_major = layer.time_major;
  return params;
}

// The tensors of a layer with a change.
template <typename Change>
Status RunChanged(Layer layer, const Change& change) {
  OpTest test;
  layer.Add(test);
  auto params = Options(layer);
  change(test, params);
  test.Params(params);
  return test.Run(kSequence);
}

TEST(LstmBind, RejectsTooFewInputs_C1) {
  OpTest test;
  Layer layer;
  layer.AddX(test);
  layer.AddWeights(test);
  test.Output<float>().Params(Options());
  EXPECT_TRUE(Violates(test.Run(kSequence), "C1"));
}

TEST(LstmBind, RejectsShapes_C2) {
  for (const int input : {3, 7, 13, 18}) {
    EXPECT_TRUE(Violates(
        RunChanged({},
                   [&](OpTest& test, auto&) { test.ResizeInput(input, {3}); }),
        "C2"))
        << input;
  }
}

TEST(LstmBind, RejectsOtherTypes_C3) {
  EXPECT_TRUE(Violates(
      RunChanged(
          {}, [](OpTest& test, auto&) { test.input(13)->type = kTfLiteInt32; }),
      "C3"));
  EXPECT_TRUE(Violates(
      RunChanged(
          {}, [](OpTest& test, auto&) { test.output(0)->type = kTfLiteInt8; }),
      "C3"));
}

TEST(LstmBind, RejectsIntegersInBothDirections_C3) {
  Layer layer;
  layer.kind = Kind::kInteger;
  OpTest test;
  layer.AddX(test);
  for (int i = 0; i < 2; ++i) layer.AddWeights(test);
  for (int i = 0; i < 2; ++i) layer.AddStates(test);
  for (int i = 39; i < 48; ++i) test.NoInput();
  for (int i = 0; i < 2; ++i) test.Output<int8_t>({1.0f / 128, 5});
  TfLiteBidirectionalSequenceLSTMParams params{};
  params.activation = kTfLiteActTanh;
  params.time_major = true;
  test.Params(params);
  EXPECT_TRUE(Violates(test.Run(kBoth), "C3"));
}

TEST(LstmBind, RejectsMissingPartsOfGroups_C4) {
  Layer layer;
  layer.outputs = 3;  // of 4 cells, without a projection
  EXPECT_TRUE(Violates(RunChanged(layer, [](OpTest&, auto&) {}), "C4"));
}

TEST(LstmBind, RejectsStateThatIsNoVariable_C5) {
  EXPECT_TRUE(Violates(
      RunChanged(
          {}, [](OpTest& test, auto&) { test.input(19)->is_variable = false; }),
      "C5"));
}

TEST(LstmBind, RejectsActivations_C6) {
  EXPECT_TRUE(Violates(RunChanged({},
                                  [](OpTest&, auto& params) {
                                    params.activation =
                                        static_cast<TfLiteFusedActivation>(99);
                                  }),
                       "C6"));
  Layer integer;
  integer.kind = Kind::kInteger;
  EXPECT_TRUE(Violates(RunChanged(integer,
                                  [](OpTest&, auto& params) {
                                    params.activation = kTfLiteActRelu;
                                  }),
                       "C6"));
}

TEST(LstmBind, RejectsNegativeClips_C7) {
  EXPECT_TRUE(Violates(
      RunChanged({}, [](OpTest&, auto& params) { params.cell_clip = -1; }),
      "C7"));
}

TEST(LstmBind, RejectsAsymmetricWeights_C8) {
  Layer integer;
  integer.kind = Kind::kInteger;
  EXPECT_TRUE(Violates(RunChanged(integer,
                                  [](OpTest& test, auto&) {
                                    auto* affine =
                                        static_cast<TfLiteAffineQuantization*>(
                                            test.input(2)->quantization.params);
                                    affine->zero_point->data[0] = 1;
                                  }),
                       "C8"));
}

TEST(LstmBind, RejectsCellScaleThatIsNoPowerOfTwo_C9) {
  Layer integer;
  integer.kind = Kind::kInteger;
  EXPECT_TRUE(Violates(
      RunChanged(integer,
                 [](OpTest& test, auto&) {
                   auto* affine = static_cast<TfLiteAffineQuantization*>(
                       test.input(19)->quantization.params);
                   affine->scale->data[0] = 0.0004f;
                 }),
      "C9"));
}

// One cell, one step, by hand: all gates see 0.5 * 1 + 0.
TEST(Lstm, OneCell) {
  OpTest test;
  test.Input<float>({1, 1}, {1});
  for (int g = 0; g < 4; ++g) test.Const<float>({1, 1}, {0.5f});
  for (int g = 0; g < 4; ++g) test.Const<float>({1, 1}, {0.25f});
  for (int g = 0; g < 3; ++g) test.NoInput();
  for (int g = 0; g < 4; ++g) test.Const<float>({1}, {0});
  test.NoInput().NoInput();
  test.Variable<float>({1, 1}, {0}).Variable<float>({1, 1}, {2});
  TfLiteLSTMParams params{};
  params.activation = kTfLiteActTanh;
  test.Output<float>().Params(params);
  ASSERT_TRUE(IsOk(test.Run(kLstm)));
  // sigmoid(0.5) = 0.62245933, tanh(0.5) = 0.46211716: c' = 1.53256781, whose
  // tanh is 0.91086293.
  EXPECT_TRUE(test.OutputIs({0.62245933 * 0.91086293}, 1e-6));
  EXPECT_NEAR(test.In<float>(19)[0], 1.53256781, 1e-6);
}

// A state that is declared INT16 holds the same bytes.
TEST(Lstm, KeepsBytesInStatesOfWords) {
  for (const bool projection : {false, true}) {
    std::vector<double> outputs[3];
    for (int i = 0; i < 3; ++i) {
      Layer layer;
      layer.kind = Kind::kInteger;
      layer.projection = projection;
      layer.state = 0;
      layer.words = i > 0;
      OpTest test;
      layer.Add(test);
      test.Params(Options(layer));
      ASSERT_TRUE(IsOk(test.Prepare(i == 2 ? kSequenceCpu : kSequence)));
      ASSERT_TRUE(IsOk(test.Invoke()));
      ASSERT_TRUE(IsOk(test.Invoke()));
      outputs[i] = test.Numbers();
    }
    EXPECT_EQ(outputs[1], outputs[0]);
    EXPECT_EQ(outputs[2], outputs[0]);
  }
}

// Two cells whose x and W are quantized without loss, so that the results are
// those of floats if h is not quantized.
std::vector<double> RunDiagonal(bool hybrid) {
  const std::vector<int8_t> weights[] = {
      {127, -127}, {-127, 127}, {127, 127}, {-127, -127}};
  constexpr float kScale = 1.0f / 127;
  OpTest test;
  test.Input<float>({4, 1, 1}, {1, -1, 1, 1});
  for (const std::vector<int8_t>& w : weights) {
    if (hybrid) {
      test.Const<int8_t>({2, 1}, w, kScale);
    } else {
      test.Const<float>({2, 1}, {w[0] * kScale, w[1] * kScale});
    }
  }
  for (int g = 0; g < 4; ++g) test.Const<float>({2}, {0.9f, 0.17f * g - 0.3f});
  for (int g = 0; g < 3; ++g) test.NoInput();
  for (int g = 0; g < 4; ++g) test.Const<float>({2}, {0.8f, 0.03f * g});
  test.NoInput().NoInput();
  test.Variable<float>({1, 2}, {0, 0}).Variable<float>({1, 2}, {0, 0});
  TfLiteUnidirectionalSequenceLSTMParams params = Options();
  params.diagonal_recurrent_tensors = true;
  test.Output<float>().Params(params);
  EXPECT_TRUE(IsOk(test.Run(kSequenceCpu)));
  return test.Numbers();
}

TEST(Lstm, KeepsDiagonalFloatsOfHybrids) {
  const std::vector<double> floats = RunDiagonal(false);
  const std::vector<double> hybrid = RunDiagonal(true);
  ASSERT_EQ(floats.size(), 8u);
  ASSERT_EQ(hybrid.size(), floats.size());
  for (size_t i = 0; i < floats.size(); ++i) {
    EXPECT_NE(floats[i], 0);
    EXPECT_NEAR(hybrid[i], floats[i], 1e-6);
  }
}

TEST(Lstm, WithoutBatchOrSteps) {
  for (const bool steps : {false, true}) {
    Layer layer;
    (steps ? layer.steps : layer.batch) = 0;
    OpTest test;
    layer.Add(test);
    test.Params(Options(layer));
    ASSERT_TRUE(IsOk(test.Run(kSequence)));
    ASSERT_TRUE(IsOk(test.Run(kSequenceCpu)));
    EXPECT_EQ(test.num_outputs(), 1);
    EXPECT_TRUE(test.Numbers().empty());
  }
}

// Clips are real numbers: integer states are clamped to the integers that
// represent them, and reach these.
TEST(Lstm, ClipsStatesOfIntegers) {
  constexpr int kHidden = 18, kCell = 19;  // inputs
  for (const auto& kernel : {kSequence, kSequenceCpu}) {
    int32_t greatest[2][2];  // without and with clips: of the cell, hidden
    for (const bool clips : {false, true}) {
      Layer layer;
      layer.kind = Kind::kInteger;
      layer.projection = true;
      layer.steps = 20;
      OpTest test;
      layer.Add(test);
      auto params = Options(layer);
      params.cell_clip = clips ? 0.5f : 0;
      params.proj_clip = clips ? 0.125f : 0;
      test.Params(params);
      ASSERT_TRUE(IsOk(test.Run(kernel)));
      int32_t* const most = greatest[clips];
      most[0] = most[1] = 0;
      for (const int16_t c : test.In<int16_t>(kCell))
        most[0] = std::max(most[0], std::abs(int32_t{c}));
      for (const int8_t h : test.In<int8_t>(kHidden))
        most[1] = std::max(most[1], std::abs(int32_t{h}));
    }
    EXPECT_GT(greatest[0][0], 1024);
    EXPECT_EQ(greatest[1][0], 1024);  // 0.5 in units of 1 / 2048
    EXPECT_GT(greatest[0][1], 16);
    // 0.125 in units of 1 / 128: of stored numbers, whatever their zero point.
    EXPECT_EQ(greatest[1][1], 16);
  }
}

TEST(LstmFunctions, ClipToTheLeastLimits) {
  for (const int32_t limit : {1, 2, 32767}) {
    EXPECT_EQ(LstmClip(limit - 1, limit), limit - 1);
    EXPECT_EQ(LstmClip(limit + 1, limit), limit);
    EXPECT_EQ(LstmClip(-limit - 1, limit), -limit);
  }
  EXPECT_EQ(LstmClip(-32768, 0), -32768);  // no limit
  for (const float limit : {1e-6f, 0.5f, 3.0f}) {
    EXPECT_EQ(LstmClip(limit / 2, limit), limit / 2);
    EXPECT_EQ(LstmClip(limit * 2, limit), limit);
    EXPECT_EQ(LstmClip(limit * -2, limit), -limit);
  }
  EXPECT_EQ(LstmClip(-1e9f, 0.0f), -1e9f);
}

// Of 1, 2, 3 and 6 the mean is 3 and the variance 3.5. Equal sums have no
// deviation to divide by.
TEST(LstmFunctions, NormalizeByMeanAndDeviation) {
  std::vector<float> sums = {1, 2, 3, 6};
  const std::vector<float> coefficients = {1, 2, 5, -0.5f};
  NormalizeLstmSums(coefficients.data(), 4, sums.data());
  const double deviation = std::sqrt(3.5);
  const double expected[] = {-2, -1 * 2, 0, 3 * -0.5};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(sums[i], expected[i] / deviation, 1e-6) << i;
  }
  sums = {2, 2, 2, 2};
  NormalizeLstmSums(coefficients.data(), 4, sums.data());
  for (const float sum : sums) EXPECT_EQ(sum, 0.0f);
}

// Of as many sums of 1 as of -1, the variance is 1. With one more of 1 it is
// below by one of 2^20 parts, and the guard replaces it.
TEST(LstmFunctions, GuardsVariancesBelowOne) {
  LstmGate gate;
  gate.variance_guard = 1 << 20;
  gate.norm_factor = QuantizeMultiplier(1);
  for (const int32_t n : {1024, 1025}) {
    std::vector<int16_t> sums(n, 1), coefficients(n, 1024);
    std::fill_n(sums.begin(), n / 2, int16_t{-1});
    const std::vector<int32_t> bias(n, 0);
    NormalizeLstmSums(gate, coefficients.data(), bias.data(), n, sums.data());
    // By a deviation of 1, or of 2^10; in units of 2^-10.
    const int16_t expected = n == 1024 ? 1024 : 1;
    EXPECT_EQ(sums.front(), -expected) << n;
    EXPECT_EQ(sums.back(), expected) << n;
  }
}

// Both kernels over two invokes, which keep the states.
void Compare(Layer layer, double tolerance, float clip = 0) {
  SCOPED_TRACE(testing::Message()
               << "kind " << static_cast<int>(layer.kind) << layer.cifg
               << layer.peephole << layer.projection << layer.norm << " steps "
               << layer.steps << " batch " << layer.batch << " "
               << layer.time_major);
  auto params = Options(layer);
  params.cell_clip = clip;
  params.proj_clip = clip / 2;
  std::vector<double> outputs[2];
  for (int cpu = 0; cpu < 2; ++cpu) {
    OpTest test(2);
    Layer copy = layer;
    copy.Add(test);
    test.Params(params);
    ASSERT_TRUE(IsOk(test.Prepare(cpu ? kSequenceCpu : kSequence)));
    ASSERT_TRUE(IsOk(test.Invoke()));
    ASSERT_TRUE(IsOk(test.Invoke()));
    outputs[cpu] = test.Numbers();
  }
  ASSERT_EQ(outputs[0].size(), outputs[1].size());
  for (size_t i = 0; i < outputs[0].size(); ++i) {
    ASSERT_NEAR(outputs[0][i], outputs[1][i], tolerance) << i;
  }
}

void CompareShapes(Kind kind, double tolerance) {
  for (int bits = 0; bits < 16; ++bits) {
    Layer layer;
    layer.kind = kind;
    layer.seed = 7 + 100 * bits;
    layer.cifg = bits & 1;
    layer.peephole = bits & 2;
    layer.projection = bits & 4;
    layer.norm = bits & 8;
    layer.time_major = bits % 3 == 0;
    layer.cells = 4 + 9 * (bits % 4);
    layer.outputs = layer.projection ? 7 : layer.cells;
    Compare(layer, tolerance, bits % 5 == 0 ? 0.3f : 0.0f);
  }
  // Several chunks.
  for (const bool time_major : {false, true}) {
    Layer layer;
    layer.kind = kind;
    layer.time_major = time_major;
    layer.steps = 150;
    Compare(layer, tolerance);
  }
}

TEST(LstmCpu, AgreesOnFloats) { CompareShapes(Kind::kFloat, 1e-5); }
TEST(LstmCpu, AgreesOnHybrids) { CompareShapes(Kind::kHybrid, 1e-3); }
TEST(LstmCpu, AgreesOnIntegers) { CompareShapes(Kind::kInteger, 0); }

TEST(LstmCpu, LeavesWeightsThatChangeToTheReference) {
  Layer layer;
  layer.constant = false;
  Compare(layer, 0);
}

// Weights may be computed from shapes, and then change between runs, and so may
// their own shapes.
TEST(LstmCpu, FollowsWeightsThatAreComputedWhilePreparing) {
  for (const Kind kind : {Kind::kFloat, Kind::kHybrid, Kind::kInteger}) {
    Layer layer;
    layer.kind = kind;
    layer.inputs = 3;
    OpTest test;
    layer.Add(test);
    test.Params(Options());
    for (int i = 1; i <= 8; ++i) {
      test.input(i)->allocation_type = kTfLitePersistentRo;
    }
    ASSERT_TRUE(IsOk(test.Run(kSequenceCpu)));
    for (const int32_t inputs : {40, 40, 2}) {
      layer.inputs = inputs;
      OpTest want;
      layer.Add(want);
      want.Params(Options());
      for (const int i : {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15, 18, 19}) {
        const TfLiteTensor& other = *want.input(i);
        test.ResizeInput(i, Shape(other.dims));
        std::memcpy(test.input(i)->data.raw, other.data.raw, other.bytes);
      }
      ASSERT_TRUE(IsOk(test.PrepareAgain()));
      ASSERT_TRUE(IsOk(test.Invoke()));
      ASSERT_TRUE(IsOk(want.Run(kSequence)));
      EXPECT_TRUE(test.OutputIs(want.Numbers(), kind == Kind::kInteger  ? 0
                                                : kind == Kind::kHybrid ? 1e-3
                                                                        : 1e-5))
          << static_cast<int>(kind) << " " << inputs;
    }
  }
}

// Both directions, with everything an input can bring.
void CompareBoth(bool merge, bool time_major, bool aux, bool aux_weights,
                 int steps = Layer().steps) {
  TfLiteBidirectionalSequenceLSTMParams params{};
  params.activation = kTfLiteActTanh;
  params.merge_outputs = merge;
  params.time_major = time_major;
  OpTest test;
  Layer layer;
  layer.time_major = time_major;
  layer.steps = steps;
  layer.AddX(test);
  layer.AddWeights(test);
  layer.AddWeights(test);
  layer.AddStates(test);
  layer.AddStates(test);
  aux ? layer.AddX(test) : static_cast<void>(test.NoInput());
  for (int i = 0; i < 8; ++i)
    layer.AddMatrix(test, layer.cells, layer.inputs, aux_weights);
  test.Output<float>();
  if (!merge) test.Output<float>();
  test.Params(params);
  const std::vector<float> zeros(8);
  EXPECT_TRUE(IsOk(test.Run(kBoth)));
  const std::vector<double> want = test.Numbers();
  const std::vector<double> backward = merge ? want : test.Numbers(1);
  for (const int state : {35, 36, 37, 38}) test.SetInput<float>(state, zeros);
  EXPECT_TRUE(IsOk(test.Run(kBothCpu)));
  EXPECT_TRUE(test.OutputIs(want, 1e-5));
  EXPECT_TRUE(test.OutputIs(backward, 1e-5, 0, merge ? 0 : 1));
}

TEST(LstmCpu, AgreesInBothDirections) {
  for (const bool time_major : {false, true}) {
    CompareBoth(false, time_major, false, false);
    CompareBoth(true, time_major, false, false);
    CompareBoth(false, time_major, true, false);
    CompareBoth(true, time_major, true, true);
    // Several chunks, the last one shorter.
    CompareBoth(false, time_major, false, false, 150);
    CompareBoth(true, time_major, true, true, 150);
  }
}

}  // namespace
}  // namespace tflite::kernels
