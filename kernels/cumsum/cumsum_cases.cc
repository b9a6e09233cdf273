#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt32, kInt64}) {
    for (const bool exclusive : {false, true}) {
      for (const bool reverse : {false, true}) {
        const std::string id = std::string(exclusive ? "Exclusive" : "") +
                               (reverse ? "Reverse" : "");
        for (const int axis : {0, 1, -1}) {
          table.Add(Case(id + (axis < 0    ? "Innermost"
                               : axis == 0 ? "Outermost"
                                           : "Middle"),
                         e.name)
                        .Op(kTfLiteBuiltinCumsum,
                            TfLiteCumsumParams{exclusive, reverse})
                        .In(e, {3, 4, 9})
                        .Const(kInt32, {}, {static_cast<double>(axis)})
                        .Out(e)
                        .Within(Depth(9)));
        }
      }
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
