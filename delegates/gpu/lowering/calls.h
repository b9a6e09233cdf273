#ifndef DELEGATES_GPU_LOWERING_CALLS_H_
#define DELEGATES_GPU_LOWERING_CALLS_H_

#include <array>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/kernels/kernel_call.h"
#include "delegates/gpu/lowering/strides.h"

namespace tflite::gpu {

using namespace delegates;

// The bytes on the device of an element that moves as it is; Unsupported for
// types whose elements are not stored whole, and quantized ones if these are
// not taken.
StatusOr<int> MovableBytes(TfLiteType type, const GpuPlanCaps& caps);

// INT8 or UINT8.
bool IsByte(TfLiteType type);

// The groups of `size` that take `count`; the last may be less than full.
uint32_t GroupsOf(int64_t count, int64_t size);

// Params of a walk of two operands, x and y.
template <typename Kernel>
void SetWalk(const GpuWalk& walk, Kernel* kernel) {
  SetAll(walk.extents, kernel->ns);
  SetAll(walk.steps[0], kernel->xs);
  SetAll(walk.steps[1], kernel->ys);
}

// Whether a workgroup for each of `count` places with `work` elements pays.
bool WorksInGroups(int64_t count, int64_t work, const GpuCaps& caps);

// A grid over three extents for kernels that go on in steps of its size.
void SetGrid(const std::array<int64_t, 3>& extents, const GpuCaps& caps,
             std::array<uint32_t, 3>* workgroup,
             std::array<uint32_t, 3>* groups);
// The same over a walk: its two innermost dimensions, and all others.
void SetGrid(const GpuWalk& walk, const GpuCaps& caps, GpuCall* call);

// The kernel of an @each whose elements are `bytes` long: 4 or 16.
template <typename Kernel>
typename Kernel::Type WordType(int bytes) {
  return bytes == 16 ? Kernel::kU4 : Kernel::kUint;
}

// The greatest of 16 and 4 that divides `bytes`; 0: none.
int WordsIn(int64_t bytes);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CALLS_H_
