#ifndef DELEGATES_COMMON_CACHE_SHA256_H_
#define DELEGATES_COMMON_CACHE_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace tflite::delegates {

// The SHA-256 digest of bytes that come in pieces. It stands for contents that
// are too large for a key: no two with the same digest are known.
class Sha256 {
 public:
  using Digest = std::array<uint8_t, 32>;

  void Add(const void* data, size_t bytes);
  // Of all bytes so far. Nothing can be added afterwards.
  Digest Finish();

 private:
  void AddBlock(const uint8_t* block);

  std::array<uint32_t, 8> state_ = {0x6A09E667, 0xBB67AE85, 0x3C6EF372,
                                    0xA54FF53A, 0x510E527F, 0x9B05688C,
                                    0x1F83D9AB, 0x5BE0CD19};
  std::array<uint8_t, 64> block_ = {};  // what does not fill a block yet
  uint64_t bytes_ = 0;
};

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_CACHE_SHA256_H_
