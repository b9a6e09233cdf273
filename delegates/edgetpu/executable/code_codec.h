#ifndef DELEGATES_EDGETPU_EXECUTABLE_CODE_CODEC_H_
#define DELEGATES_EDGETPU_EXECUTABLE_CODE_CODEC_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::edgetpu {

// Compresses an instruction stream (isa/encoding.h), in which an instruction
// resembles earlier ones of the same opcode. Each word is coded as equal to a
// prediction, or as a difference, with adaptive probabilities.
std::vector<uint8_t> CompressCode(absl::Span<const uint8_t> code);

// The stream of `size` bytes. Invalid if `bytes` are not what CompressCode
// returned for a stream of that size. Time and memory are linear in `size`.
base::StatusOr<std::vector<uint8_t>> DecompressCode(
    absl::Span<const uint8_t> bytes, uint32_t size);

// The same for parameters: bytes with the statistics of their position in words
// of four.
std::vector<uint8_t> CompressBytes(absl::Span<const uint8_t> bytes);
base::StatusOr<std::vector<uint8_t>> DecompressBytes(
    absl::Span<const uint8_t> compressed, uint32_t size);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_EXECUTABLE_CODE_CODEC_H_
