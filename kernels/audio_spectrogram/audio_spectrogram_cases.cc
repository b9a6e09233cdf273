#include "testing/conformance/case.h"
#include "testing/conformance/custom_options.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  for (const bool squared : {false, true}) {
    table.Add(Case(squared ? "Squared" : "Magnitude", "float32")
                  .Custom("AudioSpectrogram",
                          OptionMap({{"window_size", 16},
                                     {"stride", 8},
                                     {"magnitude_squared", squared}}))
                  .In(kFloat32, {100, 2})
                  .Out(kFloat32)
                  .Within(Near(1e-4, 1e-5)));
  }
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
