#include "testing/conformance/case.h"
#include "testing/conformance/custom_options.h"

namespace tflite {
namespace conformance {
namespace {

void AddCases(CaseTable& table) {
  table.Add(Case("Spectrum", "float32")
                .Custom("Mfcc", OptionMap({{"upper_frequency_limit", 4000},
                                           {"lower_frequency_limit", 20},
                                           {"filterbank_channel_count", 20},
                                           {"dct_coefficient_count", 13}}))
                .In(kFloat32.Range(0.1, 4), {1, 3, 65})
                .Const(kInt32, {1}, {16000})
                .Out(kFloat32)
                .Within(Near(1e-4, 1e-5)));
}

TFLL_CONFORMANCE_CASES(AddCases);

}  // namespace
}  // namespace conformance
}  // namespace tflite
