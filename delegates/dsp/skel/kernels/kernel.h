#ifndef DELEGATES_DSP_SKEL_KERNELS_KERNEL_H_
#define DELEGATES_DSP_SKEL_KERNELS_KERNEL_H_

#include <stdint.h>

#include "delegates/dsp/wire/ops.h"

// Of a kernel's vector form, XHvx: it is used where a guest has it.
#define TFLL_DSP_OPTIONAL __attribute__((weak))

namespace tflite::dsp {

// The shared memory as the executor has it mapped.
struct Memory {
  uint8_t* base;

  template <typename T>
  T* At(const Piece& piece) const {
    return reinterpret_cast<T*>(base + piece.offset);
  }
};

// Memory for the time of one step, aligned to 128 bytes, contents undefined; as
// much as wire/scratch.h says for the step.
struct Scratch {
  uint8_t* data;
  uint32_t bytes;
};

// A kernel: the step has been checked (wire/check.h), so that nothing it reads
// or writes lies elsewhere. It allocates nothing and cannot fail.
template <typename Params>
using KernelOf = void (*)(const Params&, const Memory&, const Scratch&);

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SKEL_KERNELS_KERNEL_H_
