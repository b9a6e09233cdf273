#ifndef DELEGATES_GPU_DEVICE_STABLE_HASH_H_
#define DELEGATES_GPU_DEVICE_STABLE_HASH_H_

#include <cstddef>
#include <cstdint>

namespace tflite::gpu {

// A 64-bit hash that is the same in every process and release, and on all
// machines with the same byte order. For file names and checksums; not
// cryptographic.
uint64_t StableHash(const void* data, size_t bytes, uint64_t seed = 0);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_STABLE_HASH_H_
