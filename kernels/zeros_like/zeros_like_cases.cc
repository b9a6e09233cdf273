#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt32, kInt64}) {
    table.Add(Case("Image", e.name)
                  .Op(kTfLiteBuiltinZerosLike)
                  .In(e, {2, 3, 5})
                  .Out(e));
    table.Add(
        Case("Scalar", e.name).Op(kTfLiteBuiltinZerosLike).In(e, {}).Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
