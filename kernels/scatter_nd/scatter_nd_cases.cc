#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64, kBool}) {
    table.Add(Case("Elements", e.name)
                  .Op(kTfLiteBuiltinScatterNd)
                  .In(kInt32, {4, 1}, {6, 1, 3, 0})
                  .In(e, {4})
                  .List({8})
                  .Out(e));
    table.Add(Case("SlicesTwice", e.name)
                  .Op(kTfLiteBuiltinScatterNd)
                  .In(kInt32, {3, 1}, {2, 0, 2})
                  .In(e, {3, 4})
                  .List({4, 4})
                  .Out(e)
                  .Within(Ulps(1)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
