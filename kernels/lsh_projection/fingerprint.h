#ifndef KERNELS_LSH_PROJECTION_FINGERPRINT_H_
#define KERNELS_LSH_PROJECTION_FINGERPRINT_H_

#include <cstddef>
#include <cstdint>

namespace tflite::kernels {

// FarmHash's Fingerprint64 of `length` bytes. Its values are part of the
// meaning of models that were trained with them: they never change.
uint64_t Fingerprint64(const char* bytes, size_t length);

}  // namespace tflite::kernels

#endif  // KERNELS_LSH_PROJECTION_FINGERPRINT_H_
