#ifndef DELEGATES_DSP_SKEL_GUESTS_H_
#define DELEGATES_DSP_SKEL_GUESTS_H_

#include "absl/types/span.h"

namespace tflite::dsp {

// The contents of the executables of both guests, embedded by the build. Static
// memory.
absl::Span<const unsigned char> HexagonGuest();  // under qemu-hexagon -cpu v67
absl::Span<const unsigned char> NativeGuest();

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_GUESTS_H_
