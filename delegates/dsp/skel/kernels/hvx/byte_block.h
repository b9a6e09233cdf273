#ifndef DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_BLOCK_H_
#define DELEGATES_DSP_SKEL_KERNELS_HVX_BYTE_BLOCK_H_

#include "delegates/dsp/skel/kernels/hvx/vector.h"

namespace tflite::dsp {

// A movement of up to 128 bytes to places within 128 bytes, which is repeated:
// bytes are looked up in the vectors of the input that hold them.
class ByteBlock {
 public:
  // Begins anew.
  void Clear();
  // Byte `to`, in [0, 128), is byte `from`. False if that would take more
  // vectors of the input than a block can have. Vectors begin at the first byte
  // that is added of them, or end there if `backwards`.
  bool Add(int32_t from, int32_t to, bool backwards);
  // After the last byte.
  void Finish();

  int32_t count() const { return count_; }
  // About the packets of Run().
  int32_t Cost() const { return 7 * windows_ + 12; }
  // Reads up to 127 bytes before and behind the bytes that are moved, and
  // writes those alone.
  void Run(const uint8_t* in, uint8_t* out) const;

 private:
  static constexpr int32_t kMostWindows = 12;

  // A vector of the input, from byte `from` on, and the place in it for each
  // byte of the output; 255: in another one.
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
