#ifndef DELEGATES_DSP_SKEL_KERNELS_KERNEL_H_
#define DELEGATES_DSP_SKEL_KERNELS_KERNEL_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

// Marks a kernel's vector form, XHvx, which is used if the guest defines it.
#define TFLL_DSP_OPTIONAL __attribute__((weak))

namespace tflite::dsp {

// The shared memory as mapped by the executor.
struct Memory {
  uint8_t* base;

  template <typename T>
  T* At(const Piece& piece) const {
    return reinterpret_cast<T*>(base + piece.offset);
  }
};

// Memory for the duration of one step, of the size that wire/scratch.h says,
// aligned to 128 bytes. Its contents are undefined.
struct Scratch {
  uint8_t* data;
  uint32_t bytes;
};

// A kernel. The step has been checked (wire/check.h), so all its accesses are
// inside the memory. A kernel allocates nothing and cannot fail.
template <typename Params>
using KernelOf = void (*)(const Params&, const Memory&, const Scratch&);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_KERNEL_H_
