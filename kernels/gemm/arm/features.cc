#include "kernels/gemm/arm/arm_isa.h"

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

namespace tflite::kernels {

ArmFeatures DetectArmFeatures() {
  ArmFeatures features = {};
#if defined(__aarch64__) && defined(__linux__)
  // HWCAP_ASIMDDP and HWCAP2_I8MM of the kernel's interface; the headers of
  // older C libraries lack them.
  features.dotprod = (getauxval(AT_HWCAP) >> 20 & 1) != 0;
  features.i8mm = features.dotprod && (getauxval(AT_HWCAP2) >> 13 & 1) != 0;
#endif
  return features;
}

}  // namespace tflite::kernels
