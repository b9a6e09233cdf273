#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

struct Pick {
  const char* id;
  std::vector<int> value, indices;
  int axis, batch_dims;
};

void AddCases(CaseTable& table) {
  const Pick kPicks[] = {
      {"Rows", {7, 5}, {4}, 0, 0},          {"Columns", {3, 7, 2}, {5}, 1, 0},
      {"Innermost", {2, 3, 7}, {4}, -1, 0}, {"Matrix", {7, 3}, {2, 3}, 0, 0},
      {"Scalar", {7, 3}, {}, 0, 0},         {"Batch", {2, 7, 3}, {2, 4}, 1, 1},
      {"NoIndices", {7, 3}, {0}, 0, 0},
  };
  for (const Elements& e : {kFloat32, kInt8, kUInt8, kInt16, kInt32, kInt64,
                            kBool, kFloat16, kBFloat16}) {
    for (const Elements& index : {kInt32, kInt64}) {
      for (const Pick& p : kPicks) {
        table.Add(
            Case(p.id + std::string(index.type == kTfLiteInt64 ? "64" : ""),
                 e.name)
                .Op(kTfLiteBuiltinGather,
                    TfLiteGatherParams{p.axis, p.batch_dims})
                .In(e, p.value)
                .In(index.Range(0, 6), p.indices)
                .Out(e));
      }
    }
    table.Add(Case("ConstantIndices", e.name)
                  .Op(kTfLiteBuiltinGather, TfLiteGatherParams{0, 0})
                  .In(e, {5, 4})
                  .List({4, 0, 0, 2})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
