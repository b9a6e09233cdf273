#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_BLOCK_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_BLOCK_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// Moves up to 128 bytes to any places within 128 bytes; used for movements that
// repeat along a tensor. The bytes are looked up in vectors of the input.
class ByteBlock {
 public:
  // Forgets all bytes.
  void Clear();
  // Moves byte `from` of the input to byte `to` of the output, in [0, 128).
  // Returns false if that takes more input vectors than a block can have. A new
  // input vector starts at `from`, or if `backwards` ends there.
  bool Add(int32_t from, int32_t to, bool backwards);
  // Call after the last Add.
  void Finish();

  int32_t count() const { return count_; }
  // Estimated number of packets of Run.
  int32_t Cost() const { return 7 * windows_ + 12; }
  // Reads up to 127 bytes before and behind the bytes that are moved. Writes
  // only the bytes that are moved.
  void Run(const uint8_t* in, uint8_t* out) const;

 private:
  static constexpr int32_t kMostWindows = 12;

  // For a vector of the input: the index in it of each byte of the output, or
  // 255 if that is in another vector.
  struct Window {
    alignas(kVectorBytes) uint8_t places[kVectorBytes];
  };
  Window windows_of_[kMostWindows];
  int32_t from_[kMostWindows];
  alignas(kVectorBytes) uint8_t written_[kVectorBytes];
  int32_t windows_, count_, end_, last_;
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_BLOCK_H_
