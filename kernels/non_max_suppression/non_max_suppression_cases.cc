#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

// Overlapping boxes in two heaps.
const std::vector<double>& Boxes() {
  static const auto* boxes = new std::vector<double>{
      0, 0,    1, 1,    0, 0.1,  1, 1.1,   0, -0.1, 1, 0.9,
      0, 10.2, 1, 11.2, 0, 10.1, 1, 11.25, 0, 100,  1, 101};
  return *boxes;
}

void AddCases(CaseTable& table) {
  const std::vector<double> scores = {0.9, 0.75, 0.6, 0.95, 0.5, 0.3};
  for (const double most : {2.0, 6.0}) {
    const std::string id = most == 2 ? "Two" : "All";
    table.Add(Case(id, "float32")
                  .Op(kTfLiteBuiltinNonMaxSuppressionV4)
                  .In(kFloat32, {6, 4}, Boxes())
                  .In(kFloat32, {6}, scores)
                  .Const(kInt32, {}, {most})
                  .Const(kFloat32, {}, {0.5})
                  .Const(kFloat32, {}, {0.4})
                  .Out(kInt32)
                  .Out(kInt32));
    for (const double sigma : {0.0, 0.5}) {
      table.Add(Case(id + (sigma > 0 ? "Soft" : ""), "float32")
                    .Op(kTfLiteBuiltinNonMaxSuppressionV5)
                    .In(kFloat32, {6, 4}, Boxes())
                    .In(kFloat32, {6}, scores)
                    .Const(kInt32, {}, {most})
                    .Const(kFloat32, {}, {0.5})
                    .Const(kFloat32, {}, {0.2})
                    .Const(kFloat32, {}, {sigma})
                    .Out(kInt32)
                    .Out(kFloat32)
                    .Out(kInt32)
                    .Within(Near(1e-6)));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
