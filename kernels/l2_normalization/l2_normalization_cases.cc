#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

// Results lie in [-1, 1].
Elements Result(const Elements& e) {
  return e.quantized() ? e.Scaled(1.f / 128, e.type == kTfLiteInt8 ? 0 : 128)
                       : e;
}

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> shape;
  } kCases[] = {{"Vector", {23}},
                {"Rows", {4, 64}},
                {"Image", {1, 3, 4, 9}},
                {"OneElementRows", {5, 1}}};
  for (const Elements& e : {kFloat32, kInt8, kUInt8}) {
    for (const auto& c : kCases) {
      table.Add(Case(c.id, e.name)
                    .Op(kTfLiteBuiltinL2Normalization,
                        TfLiteL2NormParams{kTfLiteActNone})
                    .In(e, c.shape)
                    .Out(Result(e))
                    .Within({1, 1e-6, 4e-6, 0}));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
