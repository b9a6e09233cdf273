#include <utility>

#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

constexpr int kBatch = 2, kTime = 3, kInputs = 4, kCells = 5, kOutputs = 3;

struct Form {
  const char* id;
  bool input_gate, peephole, projection, normalized;
};

// What the tensors are.
struct Kind {
  const char* name;
  Elements input, weights, peephole, bias, norm, output, cell;
  Tolerance within;
  bool integer() const { return input.type == kTfLiteInt8; }
};

std::vector<Kind> Kinds() {
  const Elements weights = kInt8.Scaled(0.01f),
                 state = kInt8.Scaled(1.f / 128, 5);
  return {
      {"float32", kFloat32, kFloat32, kFloat32, kFloat32, kFloat32, kFloat32,
       kFloat32, Near(1e-5)},
      {"hybrid_int8", kFloat32, weights, weights, kFloat32, kFloat32, kFloat32,
       kFloat32, Near(0.05)},
      {"int8", kInt8.Scaled(1.f / 128, -3), weights.Range(-1, 1),
       kInt16.Scaled(2e-5f), kInt32.Scaled(5e-5f).Range(-0.05, 0.05),
       kInt16.Scaled(3e-5f).Range(0.4, 0.9), state, kInt16.Scaled(1.f / 2048),
       Exact()},
  };
}

void Vectors(Case& c, const Elements& e, int count, bool present, bool first) {
  for (int i = 0; i < count; ++i) {
    present && (first || i > 0) ? c.Const(e, {kCells}) : c.Absent();
  }
}

// Inputs 1 to 17: weights, peepholes, biases, projection.
void AddWeights(Case& c, const Form& f, const Kind& kind) {
  const Elements& w = kind.weights;
  const int outputs = f.projection ? kOutputs : kCells;
  for (const int columns : {kInputs, outputs}) {
    for (int gate = 0; gate < 4; ++gate) {
      gate > 0 || f.input_gate ? c.Const(w, {kCells, columns}) : c.Absent();
    }
  }
  Vectors(c, kind.peephole, 3, f.peephole, f.input_gate);
  Vectors(c, kind.bias, 4, true, f.input_gate);
  f.projection ? c.Const(w, {kOutputs, kCells}) : c.Absent();
  f.projection ? c.Const(kind.bias, {kOutputs}) : c.Absent();
}

void AddState(Case& c, const Form& f, const Kind& kind) {
  c.Variable(kind.output, {kBatch, f.projection ? kOutputs : kCells})
      .Variable(kind.cell, {kBatch, kCells});
}

Case Start(int code, const Form& f, const Kind& kind, bool time_major) {
  Case c(f.id + std::string(time_major ? "TimeMajor" : ""), kind.name);
  if (code == kTfLiteBuiltinLstm) {
    return c
        .Op(code, TfLiteLSTMParams{kTfLiteActTanh, 0, 0, kTfLiteLSTMFullKernel,
                                   false})
        .In(kind.input, {kBatch, kInputs});
  }
  const std::vector<int> shape = {time_major ? kTime : kBatch,
                                  time_major ? kBatch : kTime, kInputs};
  if (code == kTfLiteBuiltinUnidirectionalSequenceLstm) {
    return c
        .Op(code,
            TfLiteUnidirectionalSequenceLSTMParams{kTfLiteActTanh, 0, 0,
                                                   time_major, false, false})
        .In(kind.input, shape);
  }
  return c
      .Op(code, TfLiteBidirectionalSequenceLSTMParams{kTfLiteActTanh, 0, 0,
                                                      false, time_major, false})
      .In(kFloat32, shape);
}

void AddOne(CaseTable& table, int code, const Form& f, const Kind& kind,
            bool time_major) {
  Case c = Start(code, f, kind, time_major);
  AddWeights(c, f, kind);
  if (code == kTfLiteBuiltinBidirectionalSequenceLstm) {
    AddWeights(c, f, kind);
    AddState(c, f, kind);
    AddState(c, f, kind);
    for (int i = 0; i < 9; ++i) c.Absent();
    c.Out(kFloat32);
  } else {
    AddState(c, f, kind);
    if (f.normalized) Vectors(c, kind.norm, 4, true, f.input_gate);
  }
  c.Out(kind.output).Within(kind.within);
  if (kind.integer()) {
    // Of the gates' sums, and of what is projected.
    for (int gate = 0; gate < 4; ++gate) {
      c.Intermediate(kInt16.Scaled(1.f / 4096));
    }
    c.Intermediate(kInt8.Scaled(1.f / 128, f.projection ? 3 : 5));
  }
  table.Add(std::move(c));
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
    const bool both = code == kTfLiteBuiltinBidirectionalSequenceLstm;
    for (const Kind& kind : Kinds()) {
      if (both && kind.integer()) continue;
      for (const Form& f : kForms) {
        if (f.normalized && both) continue;
        AddOne(table, code, f, kind, false);
      }
      if (code != kTfLiteBuiltinLstm) {
        AddOne(table, code, kForms[0], kind, true);
      }
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
