#include "tools/evaluation/stages/output_values.h"

#include <cstdint>
#include <cstring>

namespace tflite {
namespace evaluation {
namespace {

template <typename T>
std::vector<float> Dequantized(const TfLiteTensor& tensor) {
  const float scale = tensor.params.scale == 0 ? 1 : tensor.params.scale;
  // A zero point may be any number of 32 bits.
  const int64_t zero = tensor.params.scale == 0 ? 0 : tensor.params.zero_point;
  std::vector<float> values(tensor.bytes / sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, tensor.data.raw + i * sizeof(T), sizeof(T));
    values[i] = static_cast<float>(value - zero) * scale;
  }
  return values;
}

}  // namespace

base::StatusOr<std::vector<float>> OutputValues(const TfLiteTensor& tensor) {
  if (tensor.bytes > 0 && tensor.data.raw == nullptr) {
    return base::Invalid("an output has no memory");
  }
  switch (tensor.type) {
    case kTfLiteFloat32: {
      std::vector<float> values(tensor.bytes / sizeof(float));
      if (!values.empty()) {
        std::memcpy(values.data(), tensor.data.raw,
                    values.size() * sizeof(float));
      }
      return values;
    }
    case kTfLiteUInt8:
      return Dequantized<uint8_t>(tensor);
    case kTfLiteInt8:
      return Dequantized<int8_t>(tensor);
    case kTfLiteInt16:
      return Dequantized<int16_t>(tensor);
    default:
      return base::Invalid("an output of type ", TfLiteTypeGetName(tensor.type),
                           " cannot be read as numbers");
  }
}

}  // namespace evaluation
}  // namespace tflite
