#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

constexpr int kInputs = 3, kUnits = 5;

void AddCases(CaseTable& table) {
  for (const int steps : {1, 4}) {
    table.Add(Case(steps == 1 ? "OneStep" : "Steps", "float32")
                  .Custom("UNIDIRECTIONAL_SEQUENCE_GRU")
                  .In(kFloat32, {steps, 2, kInputs})
                  .In(kFloat32, {2, kUnits})
                  .Const(kFloat32, {2 * kUnits, kInputs + kUnits})
                  .Const(kFloat32, {2 * kUnits})
                  .Const(kFloat32, {kUnits, kInputs + kUnits})
                  .Const(kFloat32, {kUnits})
                  .Out(kFloat32)
                  .Out(kFloat32)
                  .Within(Near(1e-5)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
