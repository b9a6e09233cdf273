#ifndef DELEGATES_EDGETPU_TESTING_TRAILER_H_
#define DELEGATES_EDGETPU_TESTING_TRAILER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tflite::edgetpu {

constexpr size_t kTrailer = 16;

// The contents of an executable and a trailer that fits them (executable.h).
inline std::vector<uint8_t> WithTrailer(std::vector<uint8_t> contents) {
  uint32_t crc = UINT32_MAX;
  for (const uint8_t byte : contents) {
    crc ^= byte;
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1) * 0xEDB88320;
  }
  const uint32_t words[] = {static_cast<uint32_t>(contents.size()), ~crc};
  for (const char c : {'T', 'F', 'L', 'L', 'T', 'P', 'U', '\0'}) {
    contents.push_back(static_cast<uint8_t>(c));
  }
  for (const uint32_t word : words) {
    for (int i = 0; i < 4; ++i) {
      contents.push_back(static_cast<uint8_t>(word >> (8 * i)));
    }
  }
  return contents;
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_TESTING_TRAILER_H_
