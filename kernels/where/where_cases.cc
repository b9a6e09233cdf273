#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kBool, kFloat32, kInt32.Range(-1, 1),
                            kInt64.Range(-1, 1), kPlainInt8.Range(-1, 1)}) {
    table.Add(
        Case("Vector", e.name).Op(kTfLiteBuiltinWhere).In(e, {11}).Out(kInt64));
    table.Add(Case("Image", e.name)
                  .Op(kTfLiteBuiltinWhere)
                  .In(e, {2, 3, 5})
                  .Out(kInt64));
    table.Add(Case("NoneIsTrue", e.name)
                  .Op(kTfLiteBuiltinWhere)
                  .In(e, {4}, {0})
                  .Out(kInt64));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
