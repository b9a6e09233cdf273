#ifndef KERNELS_MATH_VECTOR_LEVELS_H_
#define KERNELS_MATH_VECTOR_LEVELS_H_

// For functions whose vectors are written out, so that their size has to be
// that of the processor's registers: of larger ones compilers make arrays in
// memory.
//
//   template <int kRegister> TFLL_ALWAYS_INLINE void Run(...) {...}
//   void Run16(...) { Run<16>(...); }
//   #if defined(TFLL_VECTOR_LEVELS)
//   TFLL_VECTORS_OF_32 void Run32(...) { Run<32>(...); }
//   TFLL_VECTORS_OF_64 void Run64(...) { Run<64>(...); }
//   #endif
//
// Compilers and sanitizers without TFLL_VECTOR_CLONES (vector.h) have level 0
// only, and so have other processors.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TFLL_VECTOR_LEVELS
#define TFLL_VECTORS_OF_32 __attribute__((target("arch=x86-64-v3")))
#define TFLL_VECTORS_OF_64 __attribute__((target("arch=x86-64-v4")))
#endif

namespace tflite::kernels {

// What the processor has registers and instructions for: 0, 1 or 2, for vectors
// of 16, 32 or 64 bytes.
inline int VectorLevel() {
#if defined(TFLL_VECTOR_LEVELS)
  static const int level = __builtin_cpu_supports("x86-64-v4")   ? 2
                           : __builtin_cpu_supports("x86-64-v3") ? 1
                                                                 : 0;
  return level;
#else
  return 0;
#endif
}

}  // namespace tflite::kernels

#endif  // KERNELS_MATH_VECTOR_LEVELS_H_
