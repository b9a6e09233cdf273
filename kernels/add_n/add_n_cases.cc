#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt32, kInt64}) {
    for (const int count : {1, 2, 5}) {
      Case c("Of" + std::to_string(count), e.name);
      c.Op(kTfLiteBuiltinAddN);
      for (int i = 0; i < count; ++i) c.In(e, {2, 3, 7});
      table.Add(c.Out(e).Within(Depth(count)));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
