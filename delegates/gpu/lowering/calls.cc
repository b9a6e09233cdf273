#include "delegates/gpu/lowering/calls.h"

#include <algorithm>

namespace tflite::gpu {

StatusOr<int> MovableBytes(TfLiteType type, const GpuPlanCaps& caps) {
  switch (type) {
    case kTfLiteInt8:
    case kTfLiteUInt8:
    case kTfLiteInt16:
      if (!caps.take_quantized) return UnsupportedType(type);
      return type == kTfLiteInt16 ? 2 : 1;
    case kTfLiteBool:
      return 1;
    case kTfLiteUInt16:
    case kTfLiteFloat16:
    case kTfLiteBFloat16:
      return 2;
    case kTfLiteFloat32:
      return caps.half ? 2 : 4;
    case kTfLiteInt32:
    case kTfLiteUInt32:
      return 4;
    case kTfLiteFloat64:
    case kTfLiteInt64:
    case kTfLiteUInt64:
    case kTfLiteComplex64:
      return 8;
    default:
      return UnsupportedType(type);
  }
}

uint32_t GroupsOf(int64_t count, int64_t size) {
  return static_cast<uint32_t>((count + size - 1) / size);
}

bool WorksInGroups(int64_t count, int64_t work, const GpuCaps& caps) {
  return work >= 128 && count < (caps.software ? 64 : 65536) &&
         caps.max_invocations >= 64;
}

void SetGrid(const std::array<int64_t, 3>& extents, const GpuCaps& caps,
             std::array<uint32_t, 3>* workgroup,
             std::array<uint32_t, 3>* groups) {
  if (caps.max_invocations < 64) {
    *workgroup = {1, 1, 1};
  } else if (extents[0] >= 48) {
    *workgroup = {64, 1, 1};
  } else if (extents[0] >= 12) {
    *workgroup = {16, 4, 1};
  } else {
    *workgroup = {4, 16, 1};
  }
  // If the device is a processor, the divisions at the start of an invocation
  // cost more than an element, so each invocation computes several elements,
  // along the rows.
  int64_t each = caps.software ? 16 : 1;
  for (const int d : {1, 0, 2}) {
    const int64_t size = (*workgroup)[d];
    int64_t count = std::max<int64_t>(1, (extents[d] + size - 1) / size);
    if (d != 2) {
      const int64_t taken = std::min(each, count);
      count = (count + taken - 1) / taken;
      each /= taken;
    }
    (*groups)[d] = static_cast<uint32_t>(
        std::min<int64_t>(count, std::min<int64_t>(caps.max_groups[d], 32768)));
  }
}

void SetGrid(const GpuWalk& walk, const GpuCaps& caps, GpuCall* call) {
  int64_t planes = 1;
  for (int d = 2; d < kMostWalked; ++d) planes *= walk.extents[d];
  SetGrid({walk.extents[0], walk.extents[1], planes}, caps,
          &call->spec.workgroup, &call->groups);
}

int WordsIn(int64_t bytes) {
  return bytes % 16 == 0 ? 16 : bytes % 4 == 0 ? 4 : 0;
}

}  // namespace tflite::gpu
