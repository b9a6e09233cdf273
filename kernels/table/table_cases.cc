#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  table.Add(Case("Bytes", "int8")
                .Custom("Table")
                .In(kInt8.Scaled(1), {5, 60})
                .Const(kInt8.Scaled(1), {256})
                .Out(kInt8.Scaled(1)));
  table.Add(Case("ToInt16", "int8")
                .Custom("Table")
                .In(kInt8.Scaled(1), {5, 60})
                .Const(kInt16.Scaled(1), {256})
                .Out(kInt16.Scaled(1)));
  table.Add(Case("Interpolates", "int16")
                .Custom("Table")
                .In(kInt16.Scaled(1), {5, 60})
                .Const(kInt16.Scaled(1), {513})
                .Out(kInt16.Scaled(1)));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
