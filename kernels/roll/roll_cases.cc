#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kPlainInt8, kInt32, kInt64}) {
    table.Add(Case("OneAxis", e.name)
                  .Custom("Roll")
                  .In(e, {3, 5, 4})
                  .Const(kInt32, {}, {2})
                  .Const(kInt32, {}, {1})
                  .Out(e));
    table.Add(Case("TwoAxes", e.name)
                  .Custom("Roll")
                  .In(e, {3, 5, 4})
                  .List({-1, 7})
                  .List({0, -1})
                  .Out(e));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
