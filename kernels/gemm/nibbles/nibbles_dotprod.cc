// Compiled with the dot product of ARMv8.2; see nibble_isa.h for what may be
// included.
#include "kernels/gemm/nibbles/nibble_isa.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)
#include "kernels/gemm/nibbles/nibble_neon.h"

namespace tflite::kernels {
namespace {

struct Kernel : NibbleVectors {
  using Part = int32x4_t;
  static constexpr int kVectors = 4, kRows = 2;
  static constexpr int64_t kMostWords = kAnyWords;

  static Part NoSums() { return vdupq_n_s32(0); }
  static void Add(int8x16_t weights, int8x16_t left, Part* part) {
    *part = vdotq_s32(*part, weights, left);
  }
  static Ints Total(Part low, Part high) { return Sum(low, high); }
};

}  // namespace

const NibbleIsa* NibblesDotprod() {
  static const NibbleIsa isa = {"dotprod", Kernel::kVectors * Kernel::kLanes,
                                Kernel::kHalves, RunNibbleRows<Kernel>};
  return &isa;
}

}  // namespace tflite::kernels

#else

namespace tflite::kernels {
const NibbleIsa* NibblesDotprod() { return nullptr; }
}  // namespace tflite::kernels

#endif
