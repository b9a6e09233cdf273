#include "testing/conformance/altered/other_forms.h"

namespace tflite {
namespace conformance {
namespace {

// The LSTM of one step whose gates share one matrix.
Case BasicLstm(const char* type, const Elements& data, const Elements& weights,
               const Elements& bias, const Elements& cell) {
  constexpr int kBatch = 2, kInputs = 4, kCells = 3;
  return Case("Basic", type)
      .Op(kTfLiteBuiltinLstm,
          TfLiteLSTMParams{kTfLiteActTanh, 0, 0, kTfLiteLSTMBasicKernel, false})
      .In(data, {kBatch, kInputs})
      .In(data, {kBatch, kCells})
      .Const(weights, {4 * kCells, kInputs + kCells})
      .Const(bias, {4 * kCells})
      .In(cell, {kBatch, kCells})
      .Out(data)
      .Out(cell)
      .Out(data)
      .Out(cell);
}

}  // namespace

std::vector<Case> OtherForms() {
  return {BasicLstm("float32", kFloat32, kFloat32, kFloat32, kFloat32),
          BasicLstm("uint8", kUInt8.Scaled(1.f / 128, 128),
                    kUInt8.Scaled(0.02f, 120),
                    kInt32.Scaled(0.02f / 128).Range(-0.2, 0.2),
                    kInt16.Scaled(1.f / 2048))};
}

}  // namespace conformance
}  // namespace tflite
