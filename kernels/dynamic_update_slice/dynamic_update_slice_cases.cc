#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64, kBool}) {
    table.Add(Case("Inside", e.name)
                  .Op(kTfLiteBuiltinDynamicUpdateSlice)
                  .In(e, {4, 5})
                  .In(e, {2, 2})
                  .In(kInt32, {2}, {1, 3})
                  .Out(e));
    table.Add(Case("Clamped", e.name)
                  .Op(kTfLiteBuiltinDynamicUpdateSlice)
                  .In(e, {4, 5})
                  .In(e, {3, 2})
                  .In(kInt32, {2}, {3, -2})
                  .Out(e));
    table.Add(Case("Rank4", e.name)
                  .Op(kTfLiteBuiltinDynamicUpdateSlice)
                  .In(e, {2, 3, 4, 5})
                  .In(e, {1, 2, 4, 1})
                  .In(kInt32, {4}, {1, 0, 0, 2})
                  .Out(e));
    // Whole rows, as in a cache of keys.
    table.Add(Case("Cache", e.name)
                  .Op(kTfLiteBuiltinDynamicUpdateSlice)
                  .In(e, {1, 6, 2, 8})
                  .In(e, {1, 2, 2, 8})
                  .In(kInt32, {4}, {0, 3, 0, 0})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
