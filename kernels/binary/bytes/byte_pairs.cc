#include "kernels/binary/bytes/byte_pairs.h"

namespace tflite::kernels {

BytePairsRow FindBytePairsRow(const BytePairs& p) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2 && __builtin_cpu_supports("avx512f") &&
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq")) {
    if (const BytePairsRow row = BytePairsAvx512(p)) return row;
  }
  if (avx2) return BytePairsAvx2(p);
#endif
  static_cast<void>(p);
  return nullptr;
}

}  // namespace tflite::kernels
