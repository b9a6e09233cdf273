#ifndef DELEGATES_DSP_SKEL_HEXAGON_LINUX_CALLS_H_
#define DELEGATES_DSP_SKEL_HEXAGON_LINUX_CALLS_H_

#include <stdint.h>

// System calls of Linux on Hexagon, for programs without a C library.
namespace tflite::dsp {

constexpr int32_t kRead = 63, kWrite = 64, kExitGroup = 94, kFutex = 98,
                  kUnmap = 215, kMap = 222, kProtect = 226;

// Returns the result, or a negative error number.
inline int32_t Call(int32_t number, int32_t a, int32_t b = 0, int32_t c = 0,
                    int32_t d = 0, int32_t e = 0, int32_t f = 0) {
  register int32_t r0 asm("r0") = a;
  register int32_t r1 asm("r1") = b;
  register int32_t r2 asm("r2") = c;
  register int32_t r3 asm("r3") = d;
  register int32_t r4 asm("r4") = e;
  register int32_t r5 asm("r5") = f;
  register int32_t r6 asm("r6") = number;
  asm volatile("trap0(#1)"
               : "+r"(r0)
               : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6)
               : "memory");
  return r0;
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_HEXAGON_LINUX_CALLS_H_
