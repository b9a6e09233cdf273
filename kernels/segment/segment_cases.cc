#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32.Range(0.5, 1.5), kInt32.Range(-9, 9)}) {
    table.Add(Case("Rows", e.name)
                  .Op(kTfLiteBuiltinSegmentSum)
                  .In(e, {6, 4})
                  .Const(kInt32, {6}, {0, 0, 1, 2, 2, 2})
                  .Out(e)
                  .Within(Depth(4, 2)));
    for (const int code :
         {kTfLiteBuiltinUnsortedSegmentMax, kTfLiteBuiltinUnsortedSegmentMin,
          kTfLiteBuiltinUnsortedSegmentProd,
          kTfLiteBuiltinUnsortedSegmentSum}) {
      table.Add(Case("Rows", e.name)
                    .Op(code)
                    .In(e, {6, 3})
                    .Const(kInt32, {6}, {2, 0, -1, 2, 3, 0})
                    .Const(kInt32, {}, {4})
                    .Out(e)
                    .Within(Depth(4, 4)));
      table.Add(Case("Matrix", e.name)
                    .Op(code)
                    .In(e, {2, 3})
                    .In(kInt32.Range(0, 2), {2, 3})
                    .Const(kInt32, {}, {3})
                    .Out(e)
                    .Within(Depth(6, 12)));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
