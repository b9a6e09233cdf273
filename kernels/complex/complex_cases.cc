#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const int code :
       {kTfLiteBuiltinReal, kTfLiteBuiltinImag, kTfLiteBuiltinComplexAbs}) {
    for (const std::vector<int>& shape :
         {std::vector<int>{7}, std::vector<int>{2, 3, 5}}) {
      table.Add(Case(shape.size() == 1 ? "Vector" : "Image", "complex64")
                    .Op(code)
                    .In(kComplex64, shape)
                    .Out(kFloat32)
                    .Within(Ulps(code == kTfLiteBuiltinComplexAbs ? 2 : 0)));
    }
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
