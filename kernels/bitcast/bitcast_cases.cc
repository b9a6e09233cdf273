#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    Elements from, to;
    std::vector<int> shape;
  } kCases[] = {{kFloat32, kInt32, {2, 3, 5}},
                {kInt32, kPlainInt16, {2, 3}},
                {kPlainInt8, kInt32, {3, 4}},
                {kInt64, kFloat32, {5}},
                {kPlainInt16, kPlainUInt16, {4, 2}}};
  for (const auto& c : kCases) {
    table.Add(Case("To_" + c.to.name, c.from.name)
                  .Op(kTfLiteBuiltinBitcast)
                  .In(c.from, c.shape)
                  .Out(c.to));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
