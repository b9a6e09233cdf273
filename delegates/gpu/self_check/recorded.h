#ifndef DELEGATES_GPU_SELF_CHECK_RECORDED_H_
#define DELEGATES_GPU_SELF_CHECK_RECORDED_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace tflite::gpu {

// A result of the CPU's reference kernels: floats in units of 1/16, or
// integers.
struct GpuRecord {
  const char* name;
  absl::Span<const int16_t> values;
};

absl::Span<const GpuRecord> GpuRecords();

// Empty if there is no record with this name.
absl::Span<const int16_t> FindGpuRecord(std::string_view name);

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_SELF_CHECK_RECORDED_H_
