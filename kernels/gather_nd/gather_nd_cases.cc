#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64, kBool}) {
    for (const Elements& index : {kInt32, kInt64}) {
      const std::string kind = index.type == kTfLiteInt64 ? "64" : "";
      table.Add(Case("Elements" + kind, e.name)
                    .Op(kTfLiteBuiltinGatherNd)
                    .In(e, {4, 5})
                    .In(index.Range(0, 3), {6, 2})
                    .Out(e));
      table.Add(Case("Slices" + kind, e.name)
                    .Op(kTfLiteBuiltinGatherNd)
                    .In(e, {4, 5, 3})
                    .In(index.Range(0, 3), {2, 3, 1})
                    .Out(e));
      table.Add(Case("Rows" + kind, e.name)
                    .Op(kTfLiteBuiltinGatherNd)
                    .In(e, {4, 5, 8})
                    .In(index.Range(0, 3), {3, 2})
                    .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
