#include "kernels/testing/elements.h"

#include <cstring>

namespace tflite::kernels {

std::vector<uint8_t> EncodeStrings(const std::vector<std::string>& values) {
  const int32_t count = static_cast<int32_t>(values.size());
  std::vector<int32_t> head = {count};
  int32_t at = static_cast<int32_t>(sizeof(int32_t)) * (count + 2);
  std::string characters;
  for (const std::string& value : values) {
    head.push_back(at + static_cast<int32_t>(characters.size()));
    characters += value;
  }
  head.push_back(at + static_cast<int32_t>(characters.size()));
  std::vector<uint8_t> buffer = EncodeElements(head);
  buffer.insert(buffer.end(), characters.begin(), characters.end());
  return buffer;
}

std::vector<std::string> DecodeStrings(const uint8_t* buffer) {
  const auto read = [buffer](int32_t i) {
    int32_t value;
    std::memcpy(&value, buffer + i * sizeof(value), sizeof(value));
    return value;
  };
  std::vector<std::string> values;
  for (int32_t i = 1; i <= read(0); ++i) {
    values.emplace_back(buffer + read(i), buffer + read(i + 1));
  }
  return values;
}

}  // namespace tflite::kernels
