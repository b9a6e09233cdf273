#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64}) {
    table.Add(Case("Vector", e.name)
                  .Op(kTfLiteBuiltinMatrixDiag, TfLiteMatrixDiagParams{})
                  .In(e, {5})
                  .Out(e));
    table.Add(Case("Batch", e.name)
                  .Op(kTfLiteBuiltinMatrixDiag, TfLiteMatrixDiagParams{})
                  .In(e, {2, 3, 4})
                  .Out(e));
    table.Add(Case("Square", e.name)
                  .Op(kTfLiteBuiltinMatrixSetDiag, TfLiteMatrixSetDiagParams{})
                  .In(e, {4, 4})
                  .In(e, {4})
                  .Out(e));
    table.Add(Case("Wide", e.name)
                  .Op(kTfLiteBuiltinMatrixSetDiag, TfLiteMatrixSetDiagParams{})
                  .In(e, {2, 3, 5})
                  .In(e, {2, 3})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
