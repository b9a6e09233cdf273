#ifndef TENSORFLOW_LITE_LITE_CORE_RUN_DENORMALS_H_
#define TENSORFLOW_LITE_LITE_CORE_RUN_DENORMALS_H_

#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace tflite::core {

// During its lifetime, the current thread treats denormal floats as zero,
// because arithmetic on denormals is many times slower.
class ScopedFlushDenormals {
 public:
#if defined(__SSE__)
  ScopedFlushDenormals() : saved_(_mm_getcsr()) {
    constexpr uint32_t kFlushResultsAndInputs = 0x8040;
    _mm_setcsr(saved_ | kFlushResultsAndInputs);
  }
  ~ScopedFlushDenormals() { _mm_setcsr(saved_); }
#elif defined(__aarch64__)
  ScopedFlushDenormals() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    constexpr uint64_t kFlush = uint64_t{1} << 24;
    asm volatile("msr fpcr, %0" : : "r"(saved_ | kFlush));
  }
  ~ScopedFlushDenormals() { asm volatile("msr fpcr, %0" : : "r"(saved_)); }
#endif
  ScopedFlushDenormals(const ScopedFlushDenormals&) = delete;
  ScopedFlushDenormals& operator=(const ScopedFlushDenormals&) = delete;

#if !defined(__SSE__) && !defined(__aarch64__)
  ScopedFlushDenormals() {}
#elif defined(__SSE__)

 private:
  uint32_t saved_;
#else

 private:
  uint64_t saved_;
#endif
};

}  // namespace tflite::core

#endif  // TENSORFLOW_LITE_LITE_CORE_RUN_DENORMALS_H_
