#include "delegates/skeleton/skeleton_program.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace tflite::skeleton {
namespace {

// Runs the calls one after another. Values at the partition's boundary are in
// host memory, the others in memory of the program.
class SkeletonProgram : public PartitionProgram {
 public:
  explicit SkeletonProgram(SkeletonGraph graph)
      : graph_(std::move(graph)), places_(graph_.values.size()) {}

  Status Place(const MemoryLimits& memory) {
    const std::vector<Lifetime> lifetimes = LifetimesOf(graph_);
    TFLL_ASSIGN_OR_RETURN(const MemoryPlan inner,
                          PlanInnerValues(graph_.values, lifetimes, memory));
    Allocate(inner, &inner_);
    TFLL_ASSIGN_OR_RETURN(const MemoryPlan constants,
                          PlanConstants(graph_.values, lifetimes, {}));
    Allocate(constants, &constants_);
    for (size_t v = 0; v < constants.places.size(); ++v) {
      if (constants.places[v].buffer < 0) continue;
      const std::vector<uint8_t> bytes = ConstantBytes(graph_.values[v]);
      std::copy(bytes.begin(), bytes.end(), places_[v]);
    }
    return OkStatus();
  }

  Status Run(TfLiteContext* context) override {
    for (const SkeletonCall& call : graph_.calls) {
      const float* in = Memory(context, call.operands[0]);
      float* out = Memory(context, call.operands[1]);
      switch (call.opcode) {
        case SkeletonCall::kNegate:
          std::transform(in, in + call.elements, out, std::negate<float>());
          break;
      }
    }
    return OkStatus();
  }

 private:
  using Buffers = std::vector<std::vector<char>>;

  void Allocate(const MemoryPlan& plan, Buffers* buffers) {
    for (const uint64_t bytes : plan.buffers) buffers->emplace_back(bytes);
    for (size_t v = 0; v < plan.places.size(); ++v) {
      const MemoryPlan::Place& place = plan.places[v];
      if (place.buffer < 0) continue;
      places_[v] = (*buffers)[place.buffer].data() + place.offset;
    }
  }

  float* Memory(TfLiteContext* context, const ValueUse& use) {
    const PartitionValue& value = graph_.values[use.value];
    return value.tensor >= 0 ? context->tensors[value.tensor].data.f
                             : reinterpret_cast<float*>(places_[use.value]);
  }

  const SkeletonGraph graph_;
  std::vector<char*> places_;  // by value; null at the boundary
  Buffers inner_, constants_;
};

}  // namespace

StatusOr<std::unique_ptr<PartitionProgram>> MakeSkeletonProgram(
    SkeletonGraph graph, const MemoryLimits& memory) {
  auto program = std::make_unique<SkeletonProgram>(std::move(graph));
  TFLL_RETURN_IF_ERROR(program->Place(memory));
  return std::unique_ptr<PartitionProgram>(std::move(program));
}

}  // namespace tflite::skeleton
