#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt32, kInt64}) {
    table.Add(Case("Block2x3", e.name)
                  .Op(kTfLiteBuiltinSpaceToBatchNd)
                  .In(e, {1, 4, 6, 3})
                  .List({2, 3})
                  .Const(kInt32, {2, 2}, {0, 0, 0, 0})
                  .Out(e));
    table.Add(Case("Padded", e.name)
                  .Op(kTfLiteBuiltinSpaceToBatchNd)
                  .In(e, {2, 3, 5, 2})
                  .List({2, 2})
                  .Const(kInt32, {2, 2}, {0, 1, 2, 1})
                  .Out(e));
    table.Add(Case("Rank3", e.name)
                  .Op(kTfLiteBuiltinSpaceToBatchNd)
                  .In(e, {1, 6, 4})
                  .List({3})
                  .Const(kInt32, {1, 2}, {0, 0})
                  .Out(e));
    table.Add(Case("Block2x3", e.name)
                  .Op(kTfLiteBuiltinBatchToSpaceNd)
                  .In(e, {6, 2, 2, 3})
                  .List({2, 3})
                  .Const(kInt32, {2, 2}, {0, 0, 0, 0})
                  .Out(e));
    table.Add(Case("Cropped", e.name)
                  .Op(kTfLiteBuiltinBatchToSpaceNd)
                  .In(e, {4, 3, 2, 2})
                  .List({2, 2})
                  .Const(kInt32, {2, 2}, {1, 2, 0, 1})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
