#ifndef KERNELS_GEMM_SHARING_SHARED_BUFFER_H_
#define KERNELS_GEMM_SHARING_SHARED_BUFFER_H_

#include <memory>

#include "kernels/gemm/matrix.h"

namespace tflite::kernels {

// Packed constants that all interpreters of a model hold once. Nobody may
// change the contents.
using SharedBuffer = std::shared_ptr<const GemmBuffer>;

// Returns a buffer with the contents of `buffer`: one that was shared earlier
// and is still held, or else `buffer` itself, which later calls then find. All
// bytes count, so none may be undefined. Small buffers are not worth a search
// and stay as they are. Thread-safe.
SharedBuffer ShareBuffer(GemmBuffer buffer);

}  // namespace tflite::kernels

#endif  // KERNELS_GEMM_SHARING_SHARED_BUFFER_H_
