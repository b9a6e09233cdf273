#ifndef TENSORFLOW_LITE_LITE_BASE_CPU_FEATURES_H_
#define TENSORFLOW_LITE_LITE_BASE_CPU_FEATURES_H_

// What the processor has, for code that exists once per instruction set.

namespace tflite::base {

// The levels of x86 processors for which this project compiles code; all false
// on others. Code for a single further instruction asks for that one itself.
struct X86Features {
  bool avx2 = false;    // and FMA
  bool avx512 = false;  // F, BW, DQ and VL, in addition to avx2
};

inline X86Features DetectX86() {
  X86Features x86;
#if defined(__x86_64__)
  __builtin_cpu_init();
  x86.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  x86.avx512 = x86.avx2 && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
  return x86;
}

// Up to kMost rows, each the code for an instruction set, best first.
template <typename Row, int kMost>
struct RowsOfProcessor {
  const Row* rows[kMost];
  int count = 0;

  // Nothing if the build has no such row.
  void Add(const Row* row) {
    if (row != nullptr) rows[count++] = row;
  }
};

}  // namespace tflite::base

#endif  // TENSORFLOW_LITE_LITE_BASE_CPU_FEATURES_H_
