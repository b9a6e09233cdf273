#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    TfLiteLSHProjectionType type;
  } kTypes[] = {{"Sparse", kTfLiteLshProjectionSparse},
                {"Dense", kTfLiteLshProjectionDense}};
  for (const auto& t : kTypes) {
    for (const Elements& e : {kInt32, kInt64, kPlainUInt8}) {
      table.Add(Case(t.id, e.name)
                    .Op(kTfLiteBuiltinLshProjection,
                        TfLiteLSHProjectionParams{t.type})
                    .Const(kFloat32, {3, 2})
                    .In(e, {5, 2})
                    .In(kFloat32.Range(0.1, 1), {5})
                    .Out(kInt32));
      table.Add(Case(t.id + std::string("Unweighted"), e.name)
                    .Op(kTfLiteBuiltinLshProjection,
                        TfLiteLSHProjectionParams{t.type})
                    .Const(kFloat32, {3, 2})
                    .In(e, {5})
                    .Out(kInt32));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
