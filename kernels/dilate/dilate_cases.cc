#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kBool}) {
    table.Add(Case("Matrix", e.name)
                  .Op(kTfLiteBuiltinDilate)
                  .In(e, {3, 4})
                  .List({2, 3})
                  .Const(e, {}, {1})
                  .Out(e));
    table.Add(Case("Image", e.name)
                  .Op(kTfLiteBuiltinDilate)
                  .In(e, {1, 3, 2, 4})
                  .List({1, 2, 3, 1})
                  .Const(e, {}, {0})
                  .Out(e));
    table.Add(Case("Nothing", e.name)
                  .Op(kTfLiteBuiltinDilate)
                  .In(e, {5})
                  .List({1})
                  .Const(e, {}, {0})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
