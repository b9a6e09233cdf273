#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kInt32, kInt64}) {
    table.Add(Case("SameRank", e.name)
                  .Op(kTfLiteBuiltinBroadcastArgs)
                  .In(e, {3}, {2, 1, 4})
                  .In(e, {3}, {1, 3, 4})
                  .Out(e));
    table.Add(Case("OtherRank", e.name)
                  .Op(kTfLiteBuiltinBroadcastArgs)
                  .In(e, {3}, {2, 1, 4})
                  .In(e, {2}, {3, 1})
                  .Out(e));
    table.Add(Case("OfScalar", e.name)
                  .Op(kTfLiteBuiltinBroadcastArgs)
                  .In(e, {2}, {5, 6})
                  .In(e, {0})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
