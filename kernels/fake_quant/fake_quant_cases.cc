#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    TfLiteFakeQuantParams params;
  } kCases[] = {{"Bits8", {-1, 1, 8, false}},
                {"NarrowRange", {-1, 1, 8, true}},
                {"Bits4", {-0.5f, 1.5f, 4, false}},
                {"Bits16", {0, 3, 16, false}}};
  for (const auto& c : kCases) {
    table.Add(Case(c.id, "float32")
                  .Op(kTfLiteBuiltinFakeQuant, c.params)
                  .In(kFloat32.Range(-2, 2), {3, 5, 7})
                  .Out(kFloat32)
                  .Within(Ulps(2)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
