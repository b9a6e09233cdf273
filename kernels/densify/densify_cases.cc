#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  TensorHandle dense;
  // Rows 0 0 1 and 2 3 0.
  const SparseLayout rows = {
      {0, 1}, {}, {{2, {}, {}}, {0, {0, 1, 3}, {2, 0, 1}}}};
  for (const Elements& e : {kFloat32, kPlainInt8, kFloat16}) {
    table.Add(Case("Rows", e.name)
                  .Op(kTfLiteBuiltinDensify)
                  .Sparse(e, {2, 3}, {1, 2, 3}, rows)
                  .Out(e));
    table.Add(Case("ThenUsed", e.name)
                  .Op(kTfLiteBuiltinDensify)
                  .Sparse(e, {2, 3}, {1, 2, 3}, rows)
                  .Inner(e)
                  .As(dense)
                  .Op(kTfLiteBuiltinTranspose)
                  .Same(dense)
                  .List({1, 0})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
