#include "testing/conformance/case.h"
#include "testing/conformance/custom_options.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  const std::vector<uint8_t> options =
      OptionMap({{"tolerance", 5}, {"log_if_failed", 0}});
  for (const Elements& e : {kInt8, kUInt8, kInt16}) {
    table.Add(Case("Difference", e.name)
                  .Custom("NumericVerify", options)
                  .In(e, {3, 5})
                  .In(kFloat32, {3, 5})
                  .Out(kFloat32)
                  .Within(Near(1e-6, 1e-6)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
