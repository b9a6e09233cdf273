#include "tools/fingerprint.h"

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace tflite {
namespace tools {
namespace {

class Fnv1a {
 public:
  void Add(uint8_t byte) { hash_ = (hash_ ^ byte) * 0x100000001b3u; }
  void Add(int32_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
      Add(static_cast<uint8_t>(static_cast<uint32_t>(value) >> shift));
    }
  }
  uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace

std::string Fingerprint(const TfLiteTensor& tensor) {
  Fnv1a hash;
  hash.Add(static_cast<int32_t>(tensor.type));
  for (int i = 0; tensor.dims != nullptr && i < tensor.dims->size; ++i) {
    hash.Add(static_cast<int32_t>(tensor.dims->data[i]));
  }
  const size_t bytes = tensor.data.raw == nullptr ? 0 : tensor.bytes;
  for (size_t i = 0; i < bytes; ++i) {
    hash.Add(static_cast<uint8_t>(tensor.data.raw[i]));
  }
  char text[17];
  std::snprintf(text, sizeof(text), "%016" PRIx64, hash.hash());
  return text;
}

}  // namespace tools
}  // namespace tflite
