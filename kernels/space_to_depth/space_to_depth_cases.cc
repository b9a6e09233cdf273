#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> image;  // NHWC, before
    int block;
  } kCases[] = {{"Block2", {1, 4, 6, 3}, 2},
                {"Block3", {2, 6, 3, 4}, 3},
                {"Block1", {1, 3, 4, 5}, 1}};
  for (const Elements& e :
       {kFloat32, kInt8, kUInt8, kPlainInt8, kInt32, kInt64}) {
    for (const auto& c : kCases) {
      table.Add(
          Case(c.id, e.name)
              .Op(kTfLiteBuiltinSpaceToDepth, TfLiteSpaceToDepthParams{c.block})
              .In(e, c.image)
              .Out(e));
      std::vector<int> deep = c.image;
      deep[3] *= c.block * c.block;
      table.Add(
          Case(c.id, e.name)
              .Op(kTfLiteBuiltinDepthToSpace, TfLiteDepthToSpaceParams{c.block})
              .In(e, deep)
              .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
