#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const struct {
    const char* id;
    std::vector<int> shape;
    double height, width;
  } kCases[] = {{"PowersOfTwo", {2, 4, 5}, 4, 8},
                {"Odd", {3, 4}, 3, 7},
                {"Cut", {4, 5}, 2, 4},
                {"Padded", {2, 3}, 4, 8}};
  for (const auto& c : kCases) {
    table.Add(Case(c.id, "complex64")
                  .Custom("Irfft2d")
                  .In(kComplex64, c.shape)
                  .List({c.height, c.width})
                  .Out(kFloat32)
                  .Within(Depth(64)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
