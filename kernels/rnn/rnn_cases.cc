#include "testing/conformance/case.h"
#include "testing/conformance/even_products.h"

namespace tflite {
namespace conformance {
namespace {

constexpr int kBatch = 2, kTime = 3, kInputs = 4, kUnits = 5;

Elements Weights(bool hybrid) {
  return hybrid ? kInt8.Scaled(0.01f) : kFloat32;
}

Tolerance Within(bool hybrid) { return Near(hybrid ? 0.05 : 1e-5); }

// Weights, recurrent weights and bias of one layer.
void AddLayer(Case& c, bool hybrid) {
  c.Const(Weights(hybrid), {kUnits, kInputs})
      .Const(Weights(hybrid), {kUnits, kUnits})
      .Const(kFloat32, {kUnits});
}

// Units that are all alike, and inputs of the numbers that eight bits hold:
// nothing is lost when hybrid products quantize them.
void AddEvenLayer(Case& c, bool hybrid) {
  c.Const(Weights(hybrid), {kUnits, kInputs},
          Stored(Weights(hybrid), {90, -47, 113, 8}))
      .Const(Weights(hybrid), {kUnits, kUnits},
             Stored(Weights(hybrid), {40, 21, -13, 34, 5}))
      .Const(kFloat32, {kUnits}, {0.125});
}

void AddEven(CaseTable& table, bool hybrid) {
  const char* type = hybrid ? "hybrid_int8" : "float32";
  Case cell("EvenCell", type);
  cell.Op(kTfLiteBuiltinRnn, TfLiteRNNParams{kTfLiteActTanh, false})
      .In(kFloat32, {kBatch, kInputs}, kEvenInputs);
  AddEvenLayer(cell, hybrid);
  table.Add(
      cell.Variable(kFloat32, {kBatch, kUnits}).Out(kFloat32).Within(kTight));
  Case sequence("EvenSequence", type);
  sequence
      .Op(kTfLiteBuiltinUnidirectionalSequenceRnn,
          TfLiteSequenceRNNParams{false, kTfLiteActTanh, false})
      .In(kFloat32, {kBatch, kTime, kInputs}, kEvenInputs);
  AddEvenLayer(sequence, hybrid);
  table.Add(sequence.Variable(kFloat32, {kBatch, kUnits})
                .Out(kFloat32)
                .Within(kTight));
  Case both("EvenSequence", type);
  both.Op(kTfLiteBuiltinBidirectionalSequenceRnn,
          TfLiteBidirectionalSequenceRNNParams{false, kTfLiteActTanh, false,
                                               false})
      .In(kFloat32, {kBatch, kTime, kInputs}, kEvenInputs);
  for (int i = 0; i < 2; ++i) {
    AddEvenLayer(both, hybrid);
    both.Variable(kFloat32, {kBatch, kUnits});
  }
  both.Absent().Absent().Absent().Out(kFloat32).Out(kFloat32);
  table.Add(both.Within(kTight));
}

void AddCases(CaseTable& table) {
  for (const bool hybrid : {false, true}) {
    AddEven(table, hybrid);
    const char* type = hybrid ? "hybrid_int8" : "float32";
    Case cell("Cell", type);
    cell.Op(kTfLiteBuiltinRnn, TfLiteRNNParams{kTfLiteActTanh, false})
        .In(kFloat32, {kBatch, kInputs});
    AddLayer(cell, hybrid);
    table.Add(cell.Variable(kFloat32, {kBatch, kUnits})
                  .Out(kFloat32)
                  .Within(Within(hybrid)));
    for (const bool time_major : {false, true}) {
      const std::vector<int> shape = {time_major ? kTime : kBatch,
                                      time_major ? kBatch : kTime, kInputs};
      const char* id = time_major ? "TimeMajor" : "BatchMajor";
      Case c(id, type);
      c.Op(kTfLiteBuiltinUnidirectionalSequenceRnn,
           TfLiteSequenceRNNParams{time_major, kTfLiteActRelu, false})
          .In(kFloat32, shape);
      AddLayer(c, hybrid);
      table.Add(c.Variable(kFloat32, {kBatch, kUnits})
                    .Out(kFloat32)
                    .Within(Within(hybrid)));
      for (const bool merge : {false, true}) {
        Case both(id + std::string(merge ? "Merged" : ""), type);
        both.Op(kTfLiteBuiltinBidirectionalSequenceRnn,
                TfLiteBidirectionalSequenceRNNParams{time_major, kTfLiteActTanh,
                                                     merge, false})
            .In(kFloat32, shape);
        AddLayer(both, hybrid);
        both.Variable(kFloat32, {kBatch, kUnits});
        AddLayer(both, hybrid);
        both.Variable(kFloat32, {kBatch, kUnits}).Absent().Absent().Absent();
        both.Out(kFloat32);
        if (!merge) both.Out(kFloat32);
        table.Add(both.Within(Within(hybrid)));
      }
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
