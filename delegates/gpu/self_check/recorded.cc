#include "delegates/gpu/self_check/recorded.h"

namespace tflite::gpu {
namespace {

// The file has lines of the form RECORD(name, values...).
#define RECORD(name, ...) constexpr int16_t k_##name[] = {__VA_ARGS__};
#include "delegates/gpu/self_check/recorded.inc"
#undef RECORD

constexpr GpuRecord kRecords[] = {
#define RECORD(name, ...) {#name, k_##name},
#include "delegates/gpu/self_check/recorded.inc"
#undef RECORD
};

}  // namespace

absl::Span<const GpuRecord> GpuRecords() { return kRecords; }

absl::Span<const int16_t> FindGpuRecord(std::string_view name) {
  for (const GpuRecord& record : kRecords) {
    if (name == record.name) return record.values;
  }
  return {};
}

}  // namespace tflite::gpu
