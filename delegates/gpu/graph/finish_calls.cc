#include <algorithm>
#include <cstring>

#include "delegates/gpu/graph/gpu_graph.h"
#include "delegates/gpu/kernels/functions.inc"

namespace tflite::gpu {
namespace {

int SlotOf(const GpuFunction& f, bool second_value) {
  int slot = f.code;
  switch (f.place) {
    case GpuFunction::Place::kNone:
      break;
    case GpuFunction::Place::kSame:
      slot |= GPU_POST_SAME;
      break;
    case GpuFunction::Place::kChannel:
      slot |= GPU_POST_CHANNEL;
      break;
    case GpuFunction::Place::kConstant:
      slot |= GPU_POST_CONSTANT;
      break;
  }
  if (second_value) slot |= GPU_POST_B;
  if (f.swapped) slot |= GPU_POST_SWAPPED;
  return slot;
}

// Selects the kernel for a chain that was not fused.
void ChooseMap(const GpuGraph& graph, const GpuCaps& caps, GpuCall* call) {
  const GpuValue& result = graph.values[call->operands[1].value];
  const uint64_t element = IsHalf(result) ? 2 : 4;
  const auto count = static_cast<int64_t>(result.bytes / element);
  const bool by_channel = std::any_of(
      call->chain.begin(), call->chain.end(), [](const GpuFunction& f) {
        return f.place == GpuFunction::Place::kChannel;
      });
  const int unit = by_channel && call->channels % 4 != 0 ? 1 : 4;
  const uint32_t workgroup = std::min<uint32_t>(64, caps.max_invocations);
  const int64_t units = (count + unit - 1) / unit;
  call->kind = GpuCall::Kind::kKernel;
  call->spec.kernel = unit == 4 ? "map_f4" : "map_float";
  call->spec.workgroup = {workgroup, 1, 1};
  call->params = {
      static_cast<uint32_t>(units),
      static_cast<uint32_t>(by_channel ? call->channels / unit : 1)};
  call->groups = FlatGroups(units, workgroup, caps);
}

void AddChain(GpuValueId dummy, GpuCall* call) {
  GpuValueId values[kMostGpuFunctionValues] = {kNoGpuValue, kNoGpuValue};
  std::vector<uint32_t> constants;
  for (size_t i = 0; i < kMostGpuFunctions; ++i) {
    const GpuFunction f =
        i < call->chain.size() ? call->chain[i] : GpuFunction();
    bool second = false;
    if (f.other != kNoGpuValue) {
      second = values[0] != kNoGpuValue && values[0] != f.other;
      values[second] = f.other;
    }
    if (f.code != 0) {
      call->spec.constants.emplace_back("POST" + std::to_string(i),
                                        SlotOf(f, second));
    }
    constants.push_back(FloatBits(f.p));
    constants.push_back(FloatBits(f.q));
  }
  for (const GpuValueId value : values) {
    call->operands.push_back({value == kNoGpuValue ? dummy : value, false});
  }
  call->params.insert(call->params.end(), constants.begin(), constants.end());
}

}  // namespace

uint32_t FloatBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

std::array<uint32_t, 3> FlatGroups(int64_t count, uint32_t workgroup,
                                   const GpuCaps& caps) {
  const int64_t groups = (count + workgroup - 1) / workgroup;
  const int64_t most = std::min<int64_t>(caps.max_groups[0], 32768);
  return {static_cast<uint32_t>(std::min(groups, most)),
          static_cast<uint32_t>((groups + most - 1) / most), 1};
}

void FinishGpuCalls(GpuGraph* graph, const GpuCaps& caps, GpuValueId dummy) {
  for (GpuCall& call : graph->calls) {
    if (call.kind == GpuCall::Kind::kMap) ChooseMap(*graph, caps, &call);
    if (call.kind == GpuCall::Kind::kKernel && call.post_operand >= 0) {
      AddChain(dummy, &call);
    }
  }
}

}  // namespace tflite::gpu
