#ifndef DELEGATES_GPU_LOWERING_CALLS_H_
#define DELEGATES_GPU_LOWERING_CALLS_H_

#include <string>
#include <vector>

#include "delegates/gpu/gpu_builder.h"

namespace tflite {

// The bytes of an element that moves as it is; Unsupported for types whose
// elements are not stored whole, and quantized ones if these are not taken.
StatusOr<int> MovableBytes(TfLiteType type, const GpuPlanCaps& caps);

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

// `name` and the suffix of a kernel whose elements are `bytes` long: 4 or 16.
std::string WordKernel(std::string name, int bytes);

// The greatest of 16 and 4 that divides `bytes`; 0: none.
int WordsIn(int64_t bytes);

}  // namespace tflite

#endif  // DELEGATES_GPU_LOWERING_CALLS_H_
