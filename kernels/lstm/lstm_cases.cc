#include <utility>

#include "testing/conformance/case.h"
#include "testing/conformance/even_products.h"

namespace tflite {
namespace conformance {
namespace {

constexpr int kBatch = 2, kTime = 3, kInputs = 4, kCells = 5, kOutputs = 3;

struct Form {
  const char* id;
  bool input_gate, peephole, projection, normalized;
  float cell_clip = 0, projection_clip = 0;
  // Cells that are all alike, and inputs of the numbers that eight bits hold:
  // nothing is lost when hybrid products quantize them.
  bool even = false;
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

// `even`: each is one number throughout, which differs from vector to vector.
void Vectors(Case& c, const Elements& e, int count, bool present, bool first,
             bool even = false) {
  for (int i = 0; i < count; ++i) {
    if (!present || (!first && i == 0)) {
      c.Absent();
    } else if (even) {
      c.Const(e, {kCells}, Stored(e, {10.0 + 7 * i}));
    } else {
      c.Const(e, {kCells});
    }
  }
}

// A matrix of which all rows are alike, where `even`; `seed` tells them apart.
void Matrix(Case& c, const Elements& e, int rows, int columns, bool even,
            int seed) {
  std::vector<double> row;
  for (int i = 0; even && i < columns; ++i) {
    row.push_back((37 * (seed + 2) * (i + 1)) % 181 - 73);
  }
  c.Const(e, {rows, columns}, Stored(e, row));
}

// Inputs 1 to 17: weights, peepholes, biases, projection.
void AddWeights(Case& c, const Form& f, const Kind& kind) {
  const Elements& w = kind.weights;
  const int outputs = f.projection ? kOutputs : kCells;
  for (const int columns : {kInputs, outputs}) {
    for (int gate = 0; gate < 4; ++gate) {
      if (gate > 0 || f.input_gate) {
        Matrix(c, w, kCells, columns, f.even, columns + gate);
      } else {
        c.Absent();
      }
    }
  }
  Vectors(c, kind.peephole, 3, f.peephole, f.input_gate, f.even);
  Vectors(c, kind.bias, 4, true, f.input_gate, f.even);
  if (!f.projection) {
    c.Absent().Absent();
    return;
  }
  Matrix(c, w, kOutputs, kCells, f.even, 0);
  f.even ? c.Const(kind.bias, {kOutputs}, {0.0625})
         : c.Const(kind.bias, {kOutputs});
}

void AddState(Case& c, const Form& f, const Kind& kind) {
  c.Variable(kind.output, {kBatch, f.projection ? kOutputs : kCells})
      .Variable(kind.cell, {kBatch, kCells});
}

Case Start(int code, const Form& f, const Kind& kind, bool time_major) {
  Case c(f.id + std::string(time_major ? "TimeMajor" : ""), kind.name);
  const std::vector<double> values =
      f.even ? kEvenInputs : std::vector<double>();
  if (code == kTfLiteBuiltinLstm) {
    return c
        .Op(code,
            TfLiteLSTMParams{kTfLiteActTanh, f.cell_clip, f.projection_clip,
                             kTfLiteLSTMFullKernel, false})
        .In(kind.input, {kBatch, kInputs}, values);
  }
  const std::vector<int> shape = {time_major ? kTime : kBatch,
                                  time_major ? kBatch : kTime, kInputs};
  if (code == kTfLiteBuiltinUnidirectionalSequenceLstm) {
    return c
        .Op(code,
            TfLiteUnidirectionalSequenceLSTMParams{kTfLiteActTanh, f.cell_clip,
                                                   f.projection_clip,
                                                   time_major, false, false})
        .In(kind.input, shape, values);
  }
  return c
      .Op(code,
          TfLiteBidirectionalSequenceLSTMParams{kTfLiteActTanh, f.cell_clip,
                                                f.projection_clip, false,
                                                time_major, false})
      .In(kFloat32, shape, values);
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
  c.Out(kind.output).Within(f.even ? kTight : kind.within);
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
                         {"Everything", true, true, true, true},
                         {"CellClip", true, false, false, false, 0.1f},
                         {"ProjectionClip", true, false, true, false, 0, 0.1f},
                         {"BothClips", false, true, true, false, 0.2f, 0.05f}};
  const Form kEven[] = {
      {"Even", true, false, false, false, 0, 0, true},
      {"EvenPeepholeProjection", true, true, true, false, 0, 0, true},
      {"EvenClips", false, false, true, false, 0.3f, 0.2f, true}};
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
      for (const Form& f : kEven) {
        if (!kind.integer()) AddOne(table, code, f, kind, false);
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
