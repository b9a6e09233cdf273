#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  // Numbers that all these types but BOOL hold, up to their sign.
  const std::vector<Elements> types = {kFloat32.Range(-99, 99),
                                       kFloat16.Range(-99, 99),
                                       kPlainInt8,
                                       kPlainUInt8.Range(0, 99),
                                       kPlainInt16.Range(-99, 99),
                                       kInt32.Range(-99, 99),
                                       kInt64.Range(-99, 99),
                                       kBool};
  const Elements int4 = kInt4.Unquantized().Range(-8, 7);
  table.Add(
      Case("To_float32", "int4")
          .Op(kTfLiteBuiltinCast, TfLiteCastParams{int4.type, kTfLiteFloat32})
          .In(int4, {3, 5})
          .Out(kFloat32));
  table.Add(
      Case("To_int4", "float32")
          .Op(kTfLiteBuiltinCast, TfLiteCastParams{kTfLiteFloat32, int4.type})
          .In(kFloat32.Range(-7, 7), {3, 5})
          .Out(int4));
  for (const Elements& from : types) {
    for (const Elements& to : types) {
      const bool to_unsigned = to.type == kTfLiteUInt8;
      const Elements in =
          to_unsigned && from.min < 0 ? from.Range(0, 99) : from;
      table.Add(Case("To_" + to.name, from.name)
                    .Op(kTfLiteBuiltinCast, TfLiteCastParams{in.type, to.type})
                    .In(in, {2, 3, 11})
                    .Out(to));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
