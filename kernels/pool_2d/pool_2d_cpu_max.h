#ifndef KERNELS_POOL_2D_POOL_2D_CPU_MAX_H_
#define KERNELS_POOL_2D_POOL_2D_CPU_MAX_H_

#include <cstdint>

#include "kernels/pool_2d/pool_2d.h"

namespace tflite::kernels {

// Output rows [begin, end) of all images.
using PoolRows = void (*)(const Pool2d& op, const void* in, int64_t begin,
                          int64_t end, void* out);

// For MAX_POOL_2D: maxima of columns first, then of those of neighbours. Null
// for very wide windows.
PoolRows FindMaxPoolRows(const Pool2d& op);

}  // namespace tflite::kernels

#endif  // KERNELS_POOL_2D_POOL_2D_CPU_MAX_H_
