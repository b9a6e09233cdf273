#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt8, kInt64, kBool}) {
    for (const Elements& out : {kInt32, kInt64}) {
      table.Add(Case("To_" + out.name, e.name)
                    .Op(kTfLiteBuiltinShape, TfLiteShapeParams{out.type})
                    .In(e, {2, 3, 5})
                    .Out(out));
    }
    table.Add(Case("Scalar", e.name)
                  .Op(kTfLiteBuiltinShape, TfLiteShapeParams{kTfLiteInt32})
                  .In(e, {})
                  .Out(kInt32));
    table.Add(Case("Rank3", e.name)
                  .Op(kTfLiteBuiltinRank)
                  .In(e, {2, 3, 5})
                  .Out(kInt32));
    table.Add(
        Case("Scalar", e.name).Op(kTfLiteBuiltinRank).In(e, {}).Out(kInt32));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
