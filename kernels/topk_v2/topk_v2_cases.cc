#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt32, kInt64}) {
    for (const int k : {1, 3, 11}) {
      table.Add(Case("Of" + std::to_string(k), e.name)
                    .Op(kTfLiteBuiltinTopkV2)
                    .In(e, {2, 3, 11})
                    .Const(kInt32, {}, {static_cast<double>(k)})
                    .Out(e)
                    .Out(kInt32));
    }
    // Many are equal: the first one wins.
    table.Add(Case("Ties", e.name)
                  .Op(kTfLiteBuiltinTopkV2)
                  .In(e, {12}, {3, 1, 3, 2})
                  .Const(kInt32, {}, {7})
                  .Out(e)
                  .Out(kInt32));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
