#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e :
       {kFloat32, kPlainUInt8, kPlainInt16, kInt32, kInt64, kBool}) {
    const struct {
      const char* id;
      std::vector<double> axes;
    } kCases[] = {{"Innermost", {-1}}, {"Two", {0, 2}}, {"None", {}}};
    for (const auto& c : kCases) {
      table.Add(Case(c.id, e.name)
                    .Op(kTfLiteBuiltinReverseV2)
                    .In(e, {3, 4, 5})
                    .List(c.axes)
                    .Out(e));
    }
    table.Add(Case("Rows", e.name)
                  .Op(kTfLiteBuiltinReverseSequence,
                      TfLiteReverseSequenceParams{1, 0})
                  .In(e, {3, 5, 2})
                  .In(kInt32.Range(0, 5), {3})
                  .Out(e));
    table.Add(Case("Columns", e.name)
                  .Op(kTfLiteBuiltinReverseSequence,
                      TfLiteReverseSequenceParams{0, 2})
                  .In(e, {4, 2, 3})
                  .In(kInt32.Range(0, 4), {3})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
