#include "delegates/gpu/graph/memory_plan.h"

#include <algorithm>

namespace tflite::gpu {
namespace {

uint64_t RoundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// The calls during which a value is needed; last < first where none does.
struct Lifetime {
  int first = 0, last = -1;
  bool Meets(const Lifetime& other) const {
    return first <= other.last && other.first <= last;
  }
};

std::vector<Lifetime> Lifetimes(const GpuGraph& graph) {
  std::vector<Lifetime> lifetimes(graph.values.size());
  const auto use = [&](GpuValueId value, int call) {
    Lifetime& lifetime = lifetimes[value];
    if (lifetime.last < lifetime.first) lifetime.first = call;
    lifetime.last = call;
  };
  for (size_t i = 0; i < graph.calls.size(); ++i) {
    const GpuCall& call = graph.calls[i];
    for (const GpuOperand& operand : call.operands) {
      use(operand.value, static_cast<int>(i));
    }
    for (const GpuFunction& f : call.chain) {
      if (f.other != kNoGpuValue) use(f.other, static_cast<int>(i));
    }
  }
  return lifetimes;
}

struct Placed {
  uint64_t begin, end;
  Lifetime lifetime;
};

// The lowest offset in a buffer where `bytes` are free during `lifetime`.
// `placed` is in order of begin.
uint64_t FreeOffset(const std::vector<Placed>& placed, const Lifetime& lifetime,
                    uint64_t bytes) {
  uint64_t at = 0;
  for (const Placed& p : placed) {
    if (!p.lifetime.Meets(lifetime)) continue;
    if (at + bytes <= p.begin) break;
    at = std::max(at, p.end);
  }
  return at;
}

class Planner {
 public:
  explicit Planner(size_t values) { plan_.places.resize(values); }

  void Place(GpuValueId value, uint64_t bytes, const Lifetime& lifetime,
             uint64_t most_bytes) {
    for (int buffer = 0;; ++buffer) {
      const bool fresh = buffer == static_cast<int>(placed_.size());
      if (fresh) {
        placed_.emplace_back();
        plan_.buffers.push_back(0);
      }
      std::vector<Placed>& placed = placed_[buffer];
      const uint64_t at = FreeOffset(placed, lifetime, bytes);
      if (!fresh && at + bytes > most_bytes) continue;
      const Placed here = {at, at + bytes, lifetime};
      placed.insert(std::upper_bound(placed.begin(), placed.end(), here,
                                     [](const Placed& a, const Placed& b) {
                                       return a.begin < b.begin;
                                     }),
                    here);
      plan_.buffers[buffer] = std::max(plan_.buffers[buffer], here.end);
      plan_.places[value] = {buffer, at};
      return;
    }
  }

  GpuMemoryPlan Take() { return std::move(plan_); }

 private:
  GpuMemoryPlan plan_;
  std::vector<std::vector<Placed>> placed_;  // by buffer
};

}  // namespace

GpuMemoryPlan PlanInnerValues(const GpuGraph& graph, uint64_t alignment,
                              uint64_t most_bytes) {
  const std::vector<Lifetime> lifetimes = Lifetimes(graph);
  std::vector<GpuValueId> order;
  for (size_t v = 0; v < graph.values.size(); ++v) {
    if (graph.values[v].kind == GpuValue::Kind::kInner &&
        lifetimes[v].last >= lifetimes[v].first) {
      order.push_back(static_cast<GpuValueId>(v));
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](GpuValueId a, GpuValueId b) {
    return graph.values[a].bytes > graph.values[b].bytes;
  });
  Planner planner(graph.values.size());
  for (const GpuValueId v : order) {
    planner.Place(v, RoundUp(graph.values[v].bytes, alignment), lifetimes[v],
                  most_bytes);
  }
  return planner.Take();
}

GpuMemoryPlan PlanConstants(const GpuGraph& graph, uint64_t alignment,
                            uint64_t most_bytes) {
  const std::vector<Lifetime> lifetimes = Lifetimes(graph);
  GpuMemoryPlan plan;
  plan.places.resize(graph.values.size());
  for (size_t v = 0; v < graph.values.size(); ++v) {
    if (graph.values[v].kind != GpuValue::Kind::kConstant ||
        lifetimes[v].last < lifetimes[v].first) {
      continue;
    }
    const uint64_t bytes = RoundUp(graph.values[v].bytes, alignment);
    if (plan.buffers.empty() || plan.buffers.back() + bytes > most_bytes) {
      plan.buffers.push_back(0);
    }
    plan.places[v] = {static_cast<int>(plan.buffers.size()) - 1,
                      plan.buffers.back()};
    plan.buffers.back() += bytes;
  }
  return plan;
}

}  // namespace tflite::gpu
