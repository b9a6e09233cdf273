#include "kernels/gemm/isa.h"

#include "kernels/gemm/arm/arm_isa.h"

namespace tflite::kernels {
namespace {

constexpr int kMaxIsas = 4;

struct Table {
  const GemmIsa* rows[kMaxIsas];
  int count = 0;

  void Add(const GemmIsa* isa) {
    if (isa != nullptr) rows[count++] = isa;
  }
};

Table Detect() {
  Table table;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512vl");
  if (avx512 && __builtin_cpu_supports("avx512vnni"))
    table.Add(GemmAvx512Vnni());
  if (avx512) table.Add(GemmAvx512());
  if (avx2) table.Add(GemmAvx2());
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
