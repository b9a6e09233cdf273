// Compiled for the baseline of Arm; see nibble_isa.h for what may be included.
#include "kernels/gemm/nibbles/nibble_isa.h"

#if defined(__ARM_NEON)
#include "kernels/gemm/nibbles/nibble_neon.h"

namespace tflite::kernels {
namespace {

struct Kernel : NibbleVectors {
  // 16 bits of the products of each column's bytes 0 to 3: 15 * 128 of a word.
  struct Part {
    int16x8_t first, last;  // of columns 0 and 1, of 2 and 3
  };
  static constexpr int kVectors = 2;
#ifdef __aarch64__
  static constexpr int kRows = 2;
#else
  static constexpr int kRows = 1;
#endif
  static constexpr int64_t kMostWords = 16;

  static Part NoSums() { return {vdupq_n_s16(0), vdupq_n_s16(0)}; }
  static void Add(int8x16_t weights, int8x16_t left, Part* part) {
    part->first =
        vmlal_s8(part->first, vget_low_s8(weights), vget_low_s8(left));
    part->last =
        vmlal_s8(part->last, vget_high_s8(weights), vget_high_s8(left));
  }
  static Ints Total(const Part& low, const Part& high) {
    const Ints a = vpadalq_s16(vpaddlq_s16(low.first), high.first);
    const Ints b = vpadalq_s16(vpaddlq_s16(low.last), high.last);
    return vcombine_s32(vpadd_s32(vget_low_s32(a), vget_high_s32(a)),
                        vpadd_s32(vget_low_s32(b), vget_high_s32(b)));
  }
};

}  // namespace

const NibbleIsa* NibblesNeon() {
  static const NibbleIsa isa = {"neon", Kernel::kVectors * Kernel::kLanes,
                                Kernel::kHalves, RunNibbleRows<Kernel>};
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const NibbleIsa* NibblesNeon() { return nullptr; }
}  // namespace tflite::kernels

#endif
