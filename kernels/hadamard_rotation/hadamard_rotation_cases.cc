#include "testing/conformance/case.h"
#include "testing/conformance/custom_options.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const int size : {2, 8}) {
    table.Add(Case("Size" + std::to_string(size), "float32")
                  .Custom("aeq.hadamard_rotation",
                          OptionMap({{"hadamard_size", size}}))
                  .In(kFloat32, {3, 16})
                  .Out(kFloat32)
                  .Within(Depth(size)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
