#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    TfLiteLocalResponseNormParams params;
  } kCases[] = {{"Radius2", {2, 1, 0.1f, 0.5f}},
                {"Radius5", {5, 2, 1e-2f, 0.75f}},
                {"WiderThanDepth", {20, 1, 0.5f, 1}}};
  for (const auto& c : kCases) {
    table.Add(Case(c.id, "float32")
                  .Op(kTfLiteBuiltinLocalResponseNormalization, c.params)
                  .In(kFloat32, {2, 3, 2, 11})
                  .Out(kFloat32)
                  .Within(Near(1e-6, 4e-6)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
