#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> shape;
    std::vector<double> length;
  } kCases[] = {{"Square", {8, 8}, {8, 8}},
                {"Batch", {2, 4, 16}, {4, 16}},
                {"Padded", {3, 5}, {4, 8}},
                {"Cut", {6, 10}, {4, 8}}};
  for (const auto& c : kCases) {
    table.Add(Case(c.id, "float32")
                  .Op(kTfLiteBuiltinRfft2d)
                  .In(kFloat32, c.shape)
                  .List(c.length)
                  .Out(kComplex64)
                  .Within(Near(2e-5)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
