#ifndef DELEGATES_COMMON_CACHE_STABLE_HASH_H_
#define DELEGATES_COMMON_CACHE_STABLE_HASH_H_

#include <cstddef>
#include <cstdint>

namespace tflite::delegates {

// A 64-bit hash that is the same in every process and release, and on all
// machines with the same byte order. For file names and checksums; not
// cryptographic.
uint64_t StableHash(const void* data, size_t bytes, uint64_t seed = 0);

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_CACHE_STABLE_HASH_H_
