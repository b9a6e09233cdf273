#ifndef DELEGATES_GPU_LOWERING_CALLS_H_
#define DELEGATES_GPU_LOWERING_CALLS_H_

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "delegates/gpu/gpu_builder.h"
#include "delegates/gpu/lowering/strides.h"

namespace tflite::gpu {

using namespace delegates;

// The bytes on the device of an element that moves as it is; Unsupported for
// types whose elements are not stored whole, and quantized ones if these are
// not taken.
StatusOr<int> MovableBytes(TfLiteType type, const GpuPlanCaps& caps);

// INT8 or UINT8.
bool IsByte(TfLiteType type);

// Numbers as params; negative ones as int.
std::vector<uint32_t> Words(std::initializer_list<int64_t> values);

// The groups of `size` that take `count`; the last may be less than full.
uint32_t GroupsOf(int64_t count, int64_t size);

// A call of a kernel that counts by FLAT_ID(), from input values to one output.
// `count` is the first param.
GpuCall FlatCall(std::string kernel, int64_t count,
                 const std::vector<GpuValueId>& inputs, GpuValueId output,
                 std::vector<uint32_t> params, const GpuCaps& caps);

// The same for kernels that give each of `count` places a workgroup of 64.
GpuCall GroupCall(std::string kernel, int64_t count, GpuValueId input,
                  GpuValueId output, std::vector<uint32_t> params,
                  const GpuCaps& caps);

// Whether a workgroup for each of `count` places with `work` elements pays.
bool WorksInGroups(int64_t count, int64_t work, const GpuCaps& caps);

// A grid over three extents for kernels that go on in steps of its size.
void SetGrid(const std::array<int64_t, 3>& extents, const GpuCaps& caps,
             std::array<uint32_t, 3>* workgroup,
             std::array<uint32_t, 3>* groups);
// The same over a walk: its two innermost dimensions, and all others.
void SetGrid(const GpuWalk& walk, const GpuCaps& caps, GpuCall* call);

// `name` and the suffix of a kernel whose elements are `bytes` long: 4 or 16.
std::string WordKernel(std::string name, int bytes);

// The greatest of 16 and 4 that divides `bytes`; 0: none.
int WordsIn(int64_t bytes);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_LOWERING_CALLS_H_
