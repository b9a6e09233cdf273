#include "kernels/rnn/rnn.h"

#include <cmath>
#include <type_traits>

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kRnn = MakeOpFunctions<&BindRnn, &EvalRnnReference>();
constexpr OpFunctions kSequence =
    MakeOpFunctions<&BindUnidirectionalSequenceRnn, &EvalRnnReference>();
constexpr OpFunctions kBidirectional =
    MakeOpFunctions<&BindBidirectionalSequenceRnn, &EvalRnnReference>();

// One unit: h' = act(2 x + 0.5 h + 1), the state being `state`.
OpTest& AddUnit(OpTest& test, const std::vector<float>& state = {0}) {
  test.Const<float>({1, 1}, {2}).Const<float>({1, 1}, {0.5f});
  const int32_t batch = static_cast<int32_t>(state.size());
  return test.Const<float>({1}, {1}).Variable<float>({batch, 1}, state);
}

TfLiteRNNParams Cell(TfLiteFusedActivation activation = kTfLiteActNone) {
  TfLiteRNNParams params = {};
  params.activation = activation;
  return params;
}
TfLiteSequenceRNNParams Sequence(bool time_major) {
  TfLiteSequenceRNNParams params = {};
  params.time_major = time_major;
  params.activation = kTfLiteActNone;
  return params;
}
TfLiteBidirectionalSequenceRNNParams Both(bool merge) {
  TfLiteBidirectionalSequenceRNNParams params = {};
  params.time_major = true;
  params.activation = kTfLiteActNone;
  params.merge_outputs = merge;
  return params;
}

TEST(RnnBind, RejectsMissingInputs_C1) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(test.Run(kRnn), "C1"));
  OpTest both;
  AddUnit(AddUnit(both.Input<float>({1, 1, 1}, {1})));
  both.Output<float>().Output<float>().Params(Both(false));
  EXPECT_TRUE(Violates(both.Run(kBidirectional), "C1"));
}

TEST(RnnBind, RejectsShapes_C2) {
  OpTest rank;
  AddUnit(rank.Input<float>({1}, {1})).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(rank.Run(kRnn), "C2"));
  OpTest width;
  AddUnit(width.Input<float>({1, 2}, {1, 2})).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(width.Run(kRnn), "C2"));
  OpTest batch;
  AddUnit(batch.Input<float>({2, 1}, {1, 2})).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(batch.Run(kRnn), "C2"));
  // Recurrent weights, biases and the state of another number of units.
  for (const int i : {2, 3, 4}) {
    OpTest units;
    units.Input<float>({1, 1}, {1}).Const<float>({1, 1}, {2});
    units.Const<float>({1, i == 2 ? 2 : 1}, std::vector<float>(i == 2 ? 2 : 1));
    units.Const<float>(i == 3 ? Shape({1, 1}) : Shape({1}), {1});
    units.Variable<float>({1, i == 4 ? 2 : 1},
                          std::vector<float>(i == 4 ? 2 : 1));
    units.Output<float>().Params(Cell());
    EXPECT_TRUE(Violates(units.Run(kRnn), "C2")) << i;
  }
  OpTest sequence;
  AddUnit(sequence.Input<float>({1, 1}, {1})).Output<float>();
  sequence.Params(Sequence(true));
  EXPECT_TRUE(Violates(sequence.Run(kSequence), "C2"));
}

// A bidirectional layer of one unit each way with this auxiliary input and a
// row of auxiliary weights.
Status RunWithAuxiliary(const Shape& aux, int32_t weights) {
  OpTest test;
  AddUnit(AddUnit(test.Input<float>({1, 2, 1}, {1, 2}), {0, 0}), {0, 0});
  test.Input<float>(aux, std::vector<float>(aux.num_elements()));
  for (int i = 0; i < 2; ++i) {
    test.Const<float>({1, weights}, std::vector<float>(weights));
  }
  test.Output<float>().Output<float>().Params(Both(false));
  return test.Run(kBidirectional);
}

TEST(RnnBind, RejectsShapesOfBidirectionalLayers_C2) {
  EXPECT_TRUE(IsOk(RunWithAuxiliary({1, 2, 3}, 3)));
  EXPECT_TRUE(Violates(RunWithAuxiliary({1, 2, 3}, 2), "C2"));
  EXPECT_TRUE(Violates(RunWithAuxiliary({1, 1, 3}, 3), "C2"));
  EXPECT_TRUE(Violates(RunWithAuxiliary({2, 2, 3}, 3), "C2"));
  EXPECT_TRUE(Violates(RunWithAuxiliary({2, 3}, 3), "C2"));
  OpTest rank;
  AddUnit(AddUnit(rank.Input<float>({1, 1}, {1})));
  rank.NoInput().NoInput().NoInput().Output<float>().Output<float>();
  EXPECT_TRUE(Violates(rank.Params(Both(false)).Run(kBidirectional), "C2"));
}

TEST(RnnBind, RejectsTypes_C3) {
  OpTest input;
  AddUnit(input.Input<half>({1, 1}, {1})).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(input.Run(kRnn), "C3"));
  OpTest output;
  AddUnit(output.Input<float>({1, 1}, {1})).Output<half>().Params(Cell());
  EXPECT_TRUE(Violates(output.Run(kRnn), "C3"));
  OpTest backward;
  AddUnit(AddUnit(backward.Input<float>({1, 1, 1}, {1})));
  backward.NoInput().NoInput().NoInput().Output<float>().Output<half>();
  EXPECT_TRUE(Violates(backward.Params(Both(false)).Run(kBidirectional), "C3"));
  OpTest mixed;
  mixed.Input<float>({1, 1}, {1}).Const<int8_t>({1, 1}, {2}, {0.5f});
  mixed.Const<float>({1, 1}, {0.5f}).Const<float>({1}, {1});
  mixed.Variable<float>({1, 1}, {0}).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(mixed.Run(kRnn), "C3"));
}

TEST(RnnBind, RejectsAStateThatIsNotKept_C4) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Const<float>({1, 1}, {2});
  test.Const<float>({1, 1}, {0.5f}).Const<float>({1}, {1});
  test.Input<float>({1, 1}, {0}).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(test.Run(kRnn), "C4"));
}

TEST(RnnBind, RejectsUnknownActivations_C5) {
  OpTest test;
  AddUnit(test.Input<float>({1, 1}, {1})).Output<float>();
  test.Params(Cell(static_cast<TfLiteFusedActivation>(9)));
  EXPECT_TRUE(Violates(test.Run(kRnn), "C5"));
}

TEST(RnnBind, RejectsWeightsAroundAnotherZeroPoint_C6) {
  OpTest test;
  test.Input<float>({1, 1}, {1}).Const<int8_t>({1, 1}, {2}, {0.5f, 3});
  test.Const<int8_t>({1, 1}, {1}, {0.5f}).Const<float>({1}, {1});
  test.Variable<float>({1, 1}, {0}).Output<float>().Params(Cell());
  EXPECT_TRUE(Violates(test.Run(kRnn), "C6"));
}

TEST(RnnBind, RejectsOneAuxiliaryWeight_C7) {
  OpTest test;
  AddUnit(AddUnit(test.Input<float>({1, 1, 1}, {1})));
  test.Input<float>({1, 1, 1}, {1}).Const<float>({1, 1}, {1}).NoInput();
  test.Output<float>().Output<float>().Params(Both(false));
  EXPECT_TRUE(Violates(test.Run(kBidirectional), "C7"));
}

TEST(Rnn, TheStateGoesOnFromRunToRun) {
  OpTest test;
  AddUnit(test.Input<float>({1, 1}, {1}), {4}).Output<float>();
  test.Params(Cell(kTfLiteActRelu6));
  ASSERT_TRUE(IsOk(test.Run(kRnn)));
  EXPECT_TRUE(test.OutputIs({5}));
  test.SetInput<float>(0, {-3});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({0}));
  test.SetInput<float>(0, {0});
  ASSERT_TRUE(IsOk(test.Invoke()));
  EXPECT_TRUE(test.OutputIs({1}));
}

TEST(SequenceRnn, BothOrdersOfTimeAndBatch) {
  // Steps 1, 2 of row 0 and 0, -1 of row 1.
  for (const bool time_major : {true, false}) {
    OpTest test;
    const std::vector<float> x = time_major ? std::vector<float>{1, 0, 2, -1}
                                            : std::vector<float>{1, 2, 0, -1};
    AddUnit(test.Input<float>({2, 2, 1}, x), {0, 2}).Output<float>();
    test.Params(Sequence(time_major));
    ASSERT_TRUE(IsOk(test.Run(kSequence)));
    const std::vector<double> want = time_major
                                         ? std::vector<double>{3, 2, 6.5, 0}
                                         : std::vector<double>{3, 6.5, 2, 0};
    EXPECT_TRUE(test.OutputIs(want)) << time_major;
  }
}

TEST(BidirectionalRnn, TheSecondLayerRunsBackwards) {
  for (const bool merge : {false, true}) {
    OpTest test;
    AddUnit(AddUnit(test.Input<float>({2, 1, 1}, {1, 2})));
    test.NoInput().NoInput().NoInput().Output<float>();
    if (!merge) test.Output<float>();
    test.Params(Both(merge));
    ASSERT_TRUE(IsOk(test.Run(kBidirectional)));
    if (merge) {
      EXPECT_TRUE(test.OutputIs({3, 5.5, 6.5, 5}));
    } else {
      EXPECT_TRUE(test.OutputIs({3, 6.5}, 0, 0, 0));
      EXPECT_TRUE(test.OutputIs({5.5, 5}, 0, 0, 1));
    }
  }
}

TEST(BidirectionalRnn, AuxiliaryInputs) {
  // With weights it adds to both layers; without, the backward layer reads it.
  OpTest weighted;
  AddUnit(AddUnit(weighted.Input<float>({1, 1, 1}, {1})));
  weighted.Input<float>({1, 1, 1}, {10}).Const<float>({1, 1}, {1});
  weighted.Const<float>({1, 1}, {-1}).Output<float>().Output<float>();
  weighted.Params(Both(false));
  ASSERT_TRUE(IsOk(weighted.Run(kBidirectional)));
  EXPECT_TRUE(weighted.OutputIs({13}, 0, 0, 0));
  EXPECT_TRUE(weighted.OutputIs({-7}, 0, 0, 1));
  OpTest cross;
  AddUnit(AddUnit(cross.Input<float>({1, 1, 1}, {1})));
  cross.Input<float>({1, 1, 1}, {10}).NoInput().NoInput();
  cross.Output<float>().Output<float>().Params(Both(false));
  ASSERT_TRUE(IsOk(cross.Run(kBidirectional)));
  EXPECT_TRUE(cross.OutputIs({3}, 0, 0, 0));
  EXPECT_TRUE(cross.OutputIs({21}, 0, 0, 1));
}

TEST(Rnn, IntegerWeightsWithRowsQuantizedOnTheWay) {
  OpTest test;
  test.Input<float>({1, 2}, {1, -2}).Const<int8_t>({1, 2}, {100, 50}, {0.01f});
  test.Const<int8_t>({1, 1}, {50}, {0.01f}).Const<float>({1}, {0.25f});
  test.Variable<float>({1, 1}, {2}).Output<float>();
  test.Params(Cell(kTfLiteActTanh));
  ASSERT_TRUE(IsOk(test.Run(kRnn)));
  EXPECT_TRUE(test.OutputIs({std::tanh(1.25)}, 0.02));
}

// Depths with and without a rest beyond whole vectors, several threads, and
// weights whose sums need more than 16 bits.
template <typename W>
void AddLayer(int32_t inputs, int32_t units, OpTest& test) {
  uint32_t seed = 1;
  const double limit = std::is_same_v<W, float> ? 0.1 : 127;
  test.Input<float>({3, 2, inputs},
                    RandomElements<float>(6 * inputs, -3, 2, ++seed));
  for (const int32_t n : {inputs, units}) {
    test.Const<W>({units, n},
                  RandomElements<W>(int64_t{units} * n, -limit, limit, ++seed),
                  {0.001f});
  }
  test.Const<float>({units}, RandomElements<float>(units, -1, 1, ++seed));
  test.Variable<float>({2, units},
                       RandomElements<float>(2 * units, -1, 1, ++seed));
  test.Output<float>();
}

template <typename W>
void ExpectAgreement(TfLiteFusedActivation activation, bool asymmetric) {
  constexpr OpFunctions kCpu =
      MakeOpFunctions<&BindUnidirectionalSequenceRnn, &EvalRnnCpu>();
  TfLiteSequenceRNNParams params = Sequence(true);
  params.activation = activation;
  params.asymmetric_quantize_inputs = asymmetric;
  for (const int32_t inputs : {0, 3, 64, 333}) {
    for (const int32_t units : {1, 17, 200}) {
      // Both begin with the same state.
      OpTest reference, cpu(/*threads=*/2);
      AddLayer<W>(inputs, units, reference);
      AddLayer<W>(inputs, units, cpu);
      ASSERT_TRUE(IsOk(reference.Params(params).Run(kSequence)));
      ASSERT_TRUE(IsOk(cpu.Params(params).Run(kCpu)));
      const std::vector<float> out = reference.Out<float>();
      EXPECT_TRUE(
          cpu.OutputIs(std::vector<double>(out.begin(), out.end()), 1e-5, 1e-5))
          << inputs << " to " << units;
    }
  }
}

TEST(RnnCpu, AgreesWithReference) {
  for (const auto activation :
       {kTfLiteActNone, kTfLiteActTanh, kTfLiteActSigmoid, kTfLiteActRelu6}) {
    ExpectAgreement<float>(activation, false);
  }
  ExpectAgreement<int8_t>(kTfLiteActNone, false);
  ExpectAgreement<int8_t>(kTfLiteActNone, true);
}

}  // namespace
}  // namespace tflite::kernels
