#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64}) {
    for (const Elements& index : {kInt32, kInt64}) {
      table.Add(Case("To_" + index.name, e.name)
                    .Op(kTfLiteBuiltinUnique, TfLiteUniqueParams{index.type})
                    .In(e, {9}, {4, 1, 4, 2, 1, 7, 7})
                    .Out(e)
                    .Out(index));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
