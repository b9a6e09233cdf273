#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

// Probabilities fill 8 and 16 bits; logarithms go down to -16.
Elements Result(int code, const Elements& e) {
  if (!e.quantized()) return e;
  if (code == kTfLiteBuiltinLogSoftmax) {
    return e.Scaled(16.f / 256, e.type == kTfLiteInt8 ? 127 : 255);
  }
  if (e.type == kTfLiteInt16) return e.Scaled(1.f / 32768);
  return e.Scaled(1.f / 256, e.type == kTfLiteInt8 ? -128 : 0);
}

Case Make(int code, std::string id, const Elements& e, std::vector<int> shape,
          float beta = 1) {
  const Elements in = e.quantized()
                          ? e.Scaled(e.scales[0] * 4, e.zero_points[0])
                          : e.Range(-8, 8);
  Case c(std::move(id), e.name);
  if (code == kTfLiteBuiltinSoftmax) {
    c.Op(code, TfLiteSoftmaxParams{beta});
  } else {
    c.Op(code);
  }
  return c.In(in, std::move(shape))
      .Out(Result(code, e))
      .Within({e.type == kTfLiteInt16 ? 2.0 : 1.0, 2e-6, 2e-6, 0});
}

void AddCases(CaseTable& table) {
  for (const int code : {kTfLiteBuiltinSoftmax, kTfLiteBuiltinLogSoftmax}) {
    std::vector<Elements> types = {kFloat32, kInt8, kUInt8};
    if (code == kTfLiteBuiltinSoftmax) types.push_back(kInt16);
    for (const Elements& e : types) {
      table.Add(Make(code, "Vector", e, {37}));
      table.Add(Make(code, "Rows", e, {5, 10}));
      table.Add(Make(code, "OneClass", e, {4, 1}));
      table.Add(Make(code, "Image", e, {2, 3, 4, 19}));
      table.Add(Make(code, "ManyClasses", e, {1, 1001}));
      table.Add(Make(code, "Empty", e, {0, 7}));
      if (code == kTfLiteBuiltinSoftmax) {
        table.Add(Make(code, "Beta", e, {3, 20}, 0.5f));
      }
    }
    table.AddRandom([code, types](Random& random) {
      return Make(code, "Rows", random.Pick(types),
                  {static_cast<int>(random.Int(1, 9)),
                   static_cast<int>(random.Int(1, 70))});
    });
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
