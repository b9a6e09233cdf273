#ifndef DELEGATES_GPU_LOWERING_CALLS_H_
#define DELEGATES_GPU_LOWERING_CALLS_H_

#include <array>

#include "delegates/gpu/kernels/kernel_call.h"
#include "delegates/gpu/lowering/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"
#include "tensorflow_lite_lite/base/element_types.h"

namespace tflite::gpu {

using namespace delegates;

// The size in bytes, on the device, of an element that is moved unchanged.
// Unsupported for types with packed elements, and for quantized types if the
// delegate does not take these.
StatusOr<int> MovableBytes(TfLiteType type, const GpuPlanCaps& caps);

// The number of groups of `size` elements that are needed for `count` elements.
uint32_t GroupsOf(int64_t count, int64_t size);

// Sets the params for a walk of two operands, x and y.
template <typename Kernel>
void SetWalk(const GpuWalk& walk, Kernel* kernel) {
  SetAll(walk.extents, kernel->ns);
  SetAll(walk.steps[0], kernel->xs);
  SetAll(walk.steps[1], kernel->ys);
}

// Whether a workgroup for each of `count` results, with `work` elements each,
// is quicker than a single invocation.
bool WorksInGroups(int64_t count, int64_t work, const GpuCaps& caps);

// Sets a grid over three extents, for kernels that advance in steps of the
// grid's size.
void SetGrid(const std::array<int64_t, 3>& extents, const GpuCaps& caps,
             std::array<uint32_t, 3>* workgroup,
             std::array<uint32_t, 3>* groups);
// The same for a walk: its two innermost dimensions, and all others as one.
void SetGrid(const GpuWalk& walk, const GpuCaps& caps, GpuCall* call);

// The variant of an @each kernel with elements of `bytes` bytes: 4 or 16.
template <typename Kernel>
typename Kernel::Type WordType(int bytes) {
  return bytes == 16 ? Kernel::kU4 : Kernel::kUint;
}

// 16 or 4, the larger one that divides `bytes`; 0 if neither does.
int WordsIn(int64_t bytes);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CALLS_H_
