#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64}) {
    table.Add(Case("Matrix", e.name)
                  .Op(kTfLiteBuiltinSparseToDense, TfLiteSparseToDenseParams{})
                  .In(kInt32, {3, 2}, {0, 1, 2, 0, 3, 3})
                  .List({4, 4})
                  .In(e, {3})
                  .Const(e, {}, {5})
                  .Out(e));
    table.Add(Case("OneValue", e.name)
                  .Op(kTfLiteBuiltinSparseToDense, TfLiteSparseToDenseParams{})
                  .In(kInt32, {3}, {1, 4, 6})
                  .List({7})
                  .In(e, {})
                  .Const(e, {}, {0})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
