#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

constexpr int kBatch = 2, kTime = 3, kInputs = 4, kCells = 5, kOutputs = 3;

struct Form {
  const char* id;
  bool input_gate, peephole, projection, normalized;
};

Elements Weights(bool hybrid) {
  return hybrid ? kInt8.Scaled(0.01f) : kFloat32;
}

void Vectors(Case& c, const Elements& e, int count, bool present, bool first) {
  for (int i = 0; i < count; ++i) {
    present && (first || i > 0) ? c.Const(e, {kCells}) : c.Absent();
  }
}

// Inputs 1 to 17: weights, peepholes, biases, projection.
void AddWeights(Case& c, const Form& f, bool hybrid) {
  const Elements w = Weights(hybrid);
  const int outputs = f.projection ? kOutputs : kCells;
  for (const int columns : {kInputs, outputs}) {
    for (int gate = 0; gate < 4; ++gate) {
      gate > 0 || f.input_gate ? c.Const(w, {kCells, columns}) : c.Absent();
    }
  }
  Vectors(c, w, 3, f.peephole, f.input_gate);
  Vectors(c, kFloat32, 4, true, f.input_gate);
  f.projection ? c.Const(w, {kOutputs, kCells}) : c.Absent();
  f.projection ? c.Const(kFloat32, {kOutputs}) : c.Absent();
}

void AddState(Case& c, const Form& f) {
  c.Variable(kFloat32, {kBatch, f.projection ? kOutputs : kCells})
      .Variable(kFloat32, {kBatch, kCells});
}

Tolerance Within(bool hybrid) { return Near(hybrid ? 0.05 : 1e-5); }

Case Start(int code, const Form& f, bool hybrid, bool time_major) {
  Case c(f.id + std::string(time_major ? "TimeMajor" : ""),
         hybrid ? "hybrid_int8" : "float32");
  if (code == kTfLiteBuiltinLstm) {
    return c
        .Op(code, TfLiteLSTMParams{kTfLiteActTanh, 0, 0, kTfLiteLSTMFullKernel,
                                   false})
        .In(kFloat32, {kBatch, kInputs});
  }
  const std::vector<int> shape = {time_major ? kTime : kBatch,
                                  time_major ? kBatch : kTime, kInputs};
  if (code == kTfLiteBuiltinUnidirectionalSequenceLstm) {
    return c
        .Op(code,
            TfLiteUnidirectionalSequenceLSTMParams{kTfLiteActTanh, 0, 0,
                                                   time_major, false, false})
        .In(kFloat32, shape);
  }
  return c
      .Op(code, TfLiteBidirectionalSequenceLSTMParams{kTfLiteActTanh, 0, 0,
                                                      false, time_major, false})
      .In(kFloat32, shape);
}

void AddOne(CaseTable& table, int code, const Form& f, bool hybrid,
            bool time_major) {
  Case c = Start(code, f, hybrid, time_major);
  AddWeights(c, f, hybrid);
  if (code == kTfLiteBuiltinBidirectionalSequenceLstm) {
    AddWeights(c, f, hybrid);
    AddState(c, f);
    AddState(c, f);
    for (int i = 0; i < 9; ++i) c.Absent();
    c.Out(kFloat32);
  } else {
    AddState(c, f);
    if (f.normalized) Vectors(c, kFloat32, 4, true, f.input_gate);
  }
  table.Add(c.Out(kFloat32).Within(Within(hybrid)));
}

void AddCases(CaseTable& table) {
  const Form kForms[] = {{"Plain", true, false, false, false},
                         {"NoInputGate", false, false, false, false},
                         {"Peephole", true, true, false, false},
                         {"Projection", true, false, true, false},
                         {"Everything", true, true, true, true}};
  for (const int code :
       {kTfLiteBuiltinLstm, kTfLiteBuiltinUnidirectionalSequenceLstm,
        kTfLiteBuiltinBidirectionalSequenceLstm}) {
    for (const bool hybrid : {false, true}) {
      for (const Form& f : kForms) {
        if (f.normalized && code == kTfLiteBuiltinBidirectionalSequenceLstm) {
          continue;
        }
        AddOne(table, code, f, hybrid, false);
      }
      if (code != kTfLiteBuiltinLstm) {
        AddOne(table, code, kForms[0], hybrid, true);
      }
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
