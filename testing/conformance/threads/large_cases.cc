#include "testing/conformance/threads/large_cases.h"

#include <string>

#include "kernels/detection_postprocess/detection_postprocess_cases.h"

namespace tflite {
namespace conformance {
namespace {

using Cases = std::vector<Case>;

constexpr int kUnits = 512, kInputs = 512, kBatch = 4;

Case Large(int code) { return Case("Large", "float32").Op(code); }
template <typename P>
Case Large(int code, const P& params) {
  return Case("Large", "float32").Op(code, params);
}

void AddMovement(Cases& cases) {
  cases.push_back(Large(kTfLiteBuiltinBroadcastTo)
                      .In(kFloat32, {1024, 1})
                      .List({1024, 1024})
                      .Out(kFloat32));
  cases.push_back(Large(kTfLiteBuiltinFill)
                      .List({1024, 1024})
                      .In(kFloat32, {})
                      .Out(kFloat32));
  cases.push_back(Large(kTfLiteBuiltinDynamicUpdateSlice)
                      .In(kFloat32, {1024, 1024})
                      .In(kFloat32, {512, 512})
                      .In(kInt32, {2}, {5, 7})
                      .Out(kFloat32));
  cases.push_back(Large(kTfLiteBuiltinScatterNd)
                      .In(kInt32, {3, 1}, {1, 0, 1})
                      .In(kFloat32, {3, 100000})
                      .List({4, 100000})
                      .Out(kFloat32));
  cases.push_back(
      Large(kTfLiteBuiltinSparseToDense, TfLiteSparseToDenseParams{})
          .In(kInt32, {3, 2}, {0, 1, 2, 0, 3, 3})
          .List({1024, 1024})
          .In(kFloat32, {3})
          .Const(kFloat32, {}, {5})
          .Out(kFloat32));
  cases.push_back(Large(kTfLiteBuiltinHashtableLookup)
                      .In(kInt32, {4096}, {5, 2, 8, 3})
                      .Const(kInt32, {3}, {2, 5, 9})
                      .In(kFloat32, {3, 256})
                      .Out(kFloat32)
                      .Out(kPlainUInt8));
  cases.push_back(
      Large(kTfLiteBuiltinEmbeddingLookupSparse,
            TfLiteEmbeddingLookupSparseParams{kTfLiteCombinerTypeMean})
          .In(kInt32, {3}, {1, 3, 0})
          .In(kInt32, {3, 2}, {0, 0, 0, 1, 2, 0})
          .In(kInt32, {2}, {3, 2})
          .In(kFloat32, {3})
          .In(kFloat32, {4, 50000})
          .Out(kFloat32));
}

void AddSums(Cases& cases) {
  cases.push_back(Large(kTfLiteBuiltinSegmentSum)
                      .In(kFloat32, {6, 50000})
                      .Const(kInt32, {6}, {0, 0, 1, 2, 2, 2})
                      .Out(kFloat32));
  TfLiteTransposeConvParams plane{};
  plane.padding = kTfLitePaddingSame;
  plane.stride_height = plane.stride_width = 2;
  cases.push_back(Large(kTfLiteBuiltinTransposeConv, plane)
                      .List({1, 64, 64, 16})
                      .Const(kFloat32, {16, 3, 3, 16})
                      .In(kFloat32, {1, 32, 32, 16})
                      .Out(kFloat32));
  const TfLiteConv3DParams space = {kTfLitePaddingSame, 1, 1, 1, 1, 1, 1,
                                    kTfLiteActNone};
  cases.push_back(Large(kTfLiteBuiltinConv3dTranspose, space)
                      .List({1, 16, 16, 16, 8})
                      .Const(kFloat32, {3, 3, 3, 8, 8})
                      .In(kFloat32, {1, 16, 16, 16, 8})
                      .Const(kFloat32, {8})
                      .Out(kFloat32));
  for (const int code :
       {kTfLiteBuiltinRandomUniform, kTfLiteBuiltinRandomStandardNormal}) {
    cases.push_back(Large(code, TfLiteRandomParams{12, 34})
                        .List({100, 1001})
                        .Out(kFloat32));
  }
  for (const bool regular : {false, true}) {
    cases.push_back(DetectionCase(regular ? "LargeRegular" : "LargeFast",
                                  regular, 5000, 9));
  }
}

// Products that the cases of the tables are too small for: groups that are
// shared among threads, transformed windows, hybrid matrices.
void AddProducts(Cases& cases) {
  TfLiteConvParams conv{};
  conv.padding = kTfLitePaddingSame;
  conv.stride_height = conv.stride_width = 1;
  conv.dilation_height_factor = conv.dilation_width_factor = 1;
  for (const bool grouped : {true, false}) {
    cases.push_back(Large(kTfLiteBuiltinConv2d, conv)
                        .In(kFloat32, {1, 48, 48, 64})
                        .Const(kFloat32, {64, 3, 3, grouped ? 4 : 64})
                        .Const(kFloat32, {64})
                        .Out(kFloat32));
  }
  cases.push_back(Large(kTfLiteBuiltinBatchMatmul,
                        TfLiteBatchMatMulParams{true, false, false})
                      .In(kFloat32, {8, 128, 64})
                      .Const(kInt8.Scaled(0.02f), {8, 128, 128})
                      .Out(kFloat32));
}

// Weights, recurrent weights and bias of one layer, and its state.
void AddRnnLayer(Case& c) {
  c.Const(kFloat32, {kUnits, kInputs})
      .Const(kFloat32, {kUnits, kUnits})
      .Const(kFloat32, {kUnits})
      .Variable(kFloat32, {kBatch, kUnits});
}

// Inputs 1 to 17 of an LSTM without an input gate, peepholes and projection.
void AddLstmWeights(Case& c) {
  for (int matrix = 0; matrix < 2; ++matrix) {
    c.Absent();
    for (int gate = 1; gate < 4; ++gate) c.Const(kFloat32, {kUnits, kInputs});
  }
  for (int i = 0; i < 4; ++i) c.Absent();
  for (int gate = 1; gate < 4; ++gate) c.Const(kFloat32, {kUnits});
  c.Absent().Absent();
}
void AddLstmState(Case& c) {
  c.Variable(kFloat32, {kBatch, kUnits}).Variable(kFloat32, {kBatch, kUnits});
}

void AddLstm(Cases& cases) {
  Case cell = Large(
      kTfLiteBuiltinLstm,
      TfLiteLSTMParams{kTfLiteActTanh, 0, 0, kTfLiteLSTMFullKernel, false});
  cell.In(kFloat32, {kBatch, kInputs});
  Case sequence = Large(kTfLiteBuiltinUnidirectionalSequenceLstm,
                        TfLiteUnidirectionalSequenceLSTMParams{
                            kTfLiteActTanh, 0, 0, false, false, false});
  sequence.In(kFloat32, {kBatch, 2, kInputs});
  for (Case* c : {&cell, &sequence}) {
    AddLstmWeights(*c);
    AddLstmState(*c);
    cases.push_back(c->Out(kFloat32));
  }
  Case both = Large(kTfLiteBuiltinBidirectionalSequenceLstm,
                    TfLiteBidirectionalSequenceLSTMParams{kTfLiteActTanh, 0, 0,
                                                          false, false, false});
  both.In(kFloat32, {kBatch, 2, kInputs});
  for (int i = 0; i < 2; ++i) AddLstmWeights(both);
  for (int i = 0; i < 2; ++i) AddLstmState(both);
  for (int i = 0; i < 9; ++i) both.Absent();
  cases.push_back(both.Out(kFloat32).Out(kFloat32));
}

void AddRecurrent(Cases& cases) {
  Case cell = Large(kTfLiteBuiltinRnn, TfLiteRNNParams{kTfLiteActTanh, false});
  cell.In(kFloat32, {kBatch, kInputs});
  Case sequence = Large(kTfLiteBuiltinUnidirectionalSequenceRnn,
                        TfLiteSequenceRNNParams{false, kTfLiteActTanh, false});
  sequence.In(kFloat32, {kBatch, 2, kInputs});
  for (Case* c : {&cell, &sequence}) {
    AddRnnLayer(*c);
    cases.push_back(c->Out(kFloat32));
  }
  Case both = Large(kTfLiteBuiltinBidirectionalSequenceRnn,
                    TfLiteBidirectionalSequenceRNNParams{false, kTfLiteActTanh,
                                                         false, false});
  both.In(kFloat32, {kBatch, 2, kInputs});
  for (int i = 0; i < 2; ++i) AddRnnLayer(both);
  cases.push_back(both.Absent().Absent().Absent().Out(kFloat32).Out(kFloat32));
  cases.push_back(
      Large(kTfLiteBuiltinSvdf, TfLiteSVDFParams{1, kTfLiteActNone, false})
          .In(kFloat32, {kBatch, kInputs})
          .Const(kFloat32, {kUnits, kInputs})
          .Const(kFloat32, {kUnits, 8})
          .Const(kFloat32, {kUnits})
          .Variable(kFloat32, {kBatch, kUnits * 8})
          .Out(kFloat32));
  cases.push_back(Case("Large", "float32")
                      .Custom("UNIDIRECTIONAL_SEQUENCE_GRU")
                      .In(kFloat32, {2, kBatch, kInputs})
                      .In(kFloat32, {kBatch, kUnits})
                      .Const(kFloat32, {2 * kUnits, kInputs + kUnits})
                      .Const(kFloat32, {2 * kUnits})
                      .Const(kFloat32, {kUnits, kInputs + kUnits})
                      .Const(kFloat32, {kUnits})
                      .Out(kFloat32)
                      .Out(kFloat32));
}

}  // namespace

std::vector<Case> LargeCases() {
  Cases cases;
  AddMovement(cases);
  AddSums(cases);
  AddProducts(cases);
  AddLstm(cases);
  AddRecurrent(cases);
  return cases;
}

}  // namespace conformance
}  // namespace tflite
