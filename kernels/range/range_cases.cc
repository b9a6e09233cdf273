#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const Elements& e : {kFloat32, kInt32, kInt64}) {
    const struct {
      const char* id;
      double start, limit, delta;
    } kCases[] = {{"Up", 2, 11, 2}, {"Down", 5, -4, -3}, {"Empty", 3, 3, 1}};
    for (const auto& c : kCases) {
      table.Add(Case(c.id, e.name)
                    .Op(kTfLiteBuiltinRange)
                    .Const(e, {}, {c.start})
                    .Const(e, {}, {c.limit})
                    .Const(e, {}, {c.delta})
                    .Out(e));
      table.Add(Case(c.id + std::string("Input"), e.name)
                    .Op(kTfLiteBuiltinRange)
                    .In(e, {}, {c.start})
                    .In(e, {}, {c.limit})
                    .In(e, {}, {c.delta})
                    .Out(e));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
