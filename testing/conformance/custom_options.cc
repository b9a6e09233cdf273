#include "testing/conformance/custom_options.h"

#include <cmath>

#include "flatbuffers/flexbuffers.h"

namespace tflite {
namespace conformance {

std::vector<uint8_t> OptionMap(
    const std::vector<std::pair<std::string, double>>& options) {
  flexbuffers::Builder builder;
  builder.Map([&] {
    for (const auto& [name, value] : options) {
      if (value == std::floor(value)) {
        builder.Int(name.c_str(), static_cast<int64_t>(value));
      } else {
        builder.Double(name.c_str(), value);
      }
    }
  });
  builder.Finish();
  return builder.GetBuffer();
}

}  // namespace conformance
}  // namespace tflite
