#include "kernels/gemm/isa.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "kernels/gemm/arm/arm_isa.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

using Table = base::RowsOfProcessor<GemmIsa, 6>;

#if defined(__x86_64__)
// gcc 12's __builtin_cpu_supports does not know it.
bool HasAvxVnni() {
  unsigned a, b, c, d;
  return __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a & 1u << 4) != 0;
}

#if defined(__linux__)
// Tile registers need the processor and the system, and, as they enlarge what
// the system saves of each thread, its permission for this process.
bool MayUseAmx() {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  constexpr unsigned kTiles = 1u << 24, kInt8 = 1u << 25;
  if ((d & kTiles) == 0 || (d & kInt8) == 0) return false;
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}
#else
bool MayUseAmx() { return false; }
#endif
#endif  // __x86_64__

Table Detect() {
  Table table;
#if defined(__x86_64__)
  const base::X86Features x86 = base::DetectX86();
  if (x86.avx512 && __builtin_cpu_supports("avx512vnni")) {
    if (GemmAmx() != nullptr && MayUseAmx()) table.Add(GemmAmx());
    table.Add(GemmAvx512Vnni());
  }
  if (x86.avx512) table.Add(GemmAvx512());
  if (x86.avx2 && HasAvxVnni()) table.Add(GemmAvxVnni());
  if (x86.avx2) table.Add(GemmAvx2());
#endif
  const ArmFeatures arm = DetectArmFeatures();
  if (arm.i8mm) table.Add(GemmI8mm());
  if (arm.dotprod) table.Add(GemmDotprod());
  table.Add(GemmNeon());
  table.Add(GemmPortable());
  return table;
}

const Table& Detected() {
  static const Table table = Detect();
  return table;
}

}  // namespace

const GemmIsa* const* GemmIsas(int* count) {
  *count = Detected().count;
  return Detected().rows;
}

const GemmIsa& BestGemmIsa() { return *Detected().rows[0]; }

}  // namespace tflite::kernels
