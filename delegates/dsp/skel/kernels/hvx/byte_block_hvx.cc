#include "delegates/dsp/skel/kernels/hvx/byte_block.h"

namespace tflite::dsp {
namespace {

// bytes[places[i]] for each byte i, or others[i] if the place is 128 or more.
TFLL_DSP_INLINE Vec LookUp(Vec bytes, Vec places, Vec others) {
  const Vec table = Q6_Vb_vshuff_Vb(bytes);
  Vec x = Q6_Vb_vlut32or_VbVbVbI(others, places, table, 0);
  x = Q6_Vb_vlut32or_VbVbVbI(x, places, table, 1);
  x = Q6_Vb_vlut32or_VbVbVbI(x, places, table, 2);
  return Q6_Vb_vlut32or_VbVbVbI(x, places, table, 3);
}

// Stores the bytes of `v` for which `written` is not 0. All of them are before
// byte `end`.
TFLL_DSP_INLINE void StoreWritten(uint8_t* p, Vec v, Vec written, int32_t end) {
  const int32_t start = reinterpret_cast<uintptr_t>(p) & (kVectorBytes - 1);
  Vec* first = reinterpret_cast<Vec*>(p - start);
  const Vec rotated = Q6_V_vror_VR(v, -start);
  const Mask some = Q6_Q_vcmp_gt_VubVub(Q6_V_vror_VR(written, -start), Zero());
  const Mask before = Q6_Q_vsetq_R(start);
  Q6_vmem_QRIV(Q6_Q_and_QQn(some, before), first, rotated);
  if (start + end > kVectorBytes) {
    Q6_vmem_QRIV(Q6_Q_and_QQ(some, before), first + 1, rotated);
  }
}

}  // namespace

void ByteBlock::Clear() {
  *reinterpret_cast<Vec*>(written_) = Zero();
  windows_ = count_ = end_ = last_ = 0;
}

bool ByteBlock::Add(int32_t from, int32_t to, bool backwards) {
  // Most bytes are in the same vector as the byte before.
  int32_t w = last_;
  if (windows_ == 0 || static_cast<uint32_t>(from - from_[w]) >= kVectorBytes) {
    for (w = 0; w < windows_; ++w) {
      if (static_cast<uint32_t>(from - from_[w]) < kVectorBytes) break;
    }
  }
  if (w == windows_) {
    if (windows_ == kMostWindows) return false;
    ++windows_;
    from_[w] = backwards ? from - (kVectorBytes - 1) : from;
    *reinterpret_cast<Vec*>(windows_of_[w].places) = SplatByte(0xff);
  }
  last_ = w;
  windows_of_[w].places[to] = static_cast<uint8_t>(from - from_[w]);
  written_[to] = 1;
  ++count_;
  return true;
}

void ByteBlock::Finish() {
  end_ = kVectorBytes;
  while (end_ > 0 && written_[end_ - 1] == 0) --end_;
}

void ByteBlock::Run(const uint8_t* in, uint8_t* out) const {
  Vec bytes = Zero();
  TFLL_DSP_NO_UNROLL
  for (int32_t w = 0; w < windows_; ++w) {
    bytes = LookUp(LoadUnaligned(in + from_[w]),
                   *reinterpret_cast<const Vec*>(windows_of_[w].places), bytes);
  }
  StoreWritten(out, bytes, *reinterpret_cast<const Vec*>(written_), end_);
}

}  // namespace tflite::dsp
