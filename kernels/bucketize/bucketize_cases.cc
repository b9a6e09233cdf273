#include "testing/conformance/case.h"

namespace tflite {
namespace conformance {
namespace {

constexpr float kBoundaries[] = {-0.5f, 0, 0.25f, 3};

void AddCases(CaseTable& table) {
  const TfLiteBucketizeParams params = {4, kBoundaries};
  for (const Elements& e :
       {kFloat32.Range(-1, 4), kInt32.Range(-2, 5), kInt64.Range(-2, 5)}) {
    table.Add(Case("Vector", e.name)
                  .Op(kTfLiteBuiltinBucketize, params)
                  .In(e, {41})
                  .Out(kInt32));
    table.Add(Case("Image", e.name)
                  .Op(kTfLiteBuiltinBucketize, params)
                  .In(e, {2, 3, 5})
                  .Out(kInt32));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
