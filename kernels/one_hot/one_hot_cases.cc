#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64, kBool}) {
    for (const int axis : {-1, 0, 1}) {
      const char* id = axis < 0 ? "Last" : axis == 0 ? "First" : "Middle";
      table.Add(Case(id, e.name)
                    .Op(kTfLiteBuiltinOneHot, TfLiteOneHotParams{axis})
                    .In(kInt32.Range(-1, 5), {3, 4})
                    .Const(kInt32, {}, {5})
                    .Const(e, {}, {1})
                    .Const(e, {}, {0})
                    .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
