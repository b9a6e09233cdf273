#include "delegates/common/memory_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::delegates {
namespace {

uint64_t RoundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

struct Placed {
  uint64_t begin, end;
  Lifetime lifetime;
};

// The lowest offset in a buffer where `bytes` are free during `lifetime`.
// `placed` is sorted by start offset.
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
  Planner(size_t values, const MemoryLimits& limits)
      : limits_(limits), placed_(limits.regions.size()) {
    plan_.places.resize(values);
    plan_.buffers.resize(limits.regions.size());
  }

  // `label` describes the value in the error.
  Status Place(ValueId value, uint64_t bytes, const Lifetime& lifetime,
               const std::string& label) {
    const uint64_t unaligned = bytes;
    bytes = RoundUp(bytes, limits_.alignment);
    for (size_t buffer = 0;; ++buffer) {
      const bool fresh = buffer == placed_.size();
      if (fresh) {
        if (limits_.most_bytes == 0) {
          return ResourceExhausted(
              label.empty() ? StrCat("value ", value) : label, " (", unaligned,
              " bytes) does not fit in the memory of the device beside the "
              "others");
        }
        placed_.emplace_back();
        plan_.buffers.push_back(0);
      }
      std::vector<Placed>& placed = placed_[buffer];
      const uint64_t at = FreeOffset(placed, lifetime, bytes);
      if (!fresh && at + bytes > MostBytes(buffer)) continue;
      const Placed here = {at, at + bytes, lifetime};
      placed.insert(std::upper_bound(placed.begin(), placed.end(), here,
                                     [](const Placed& a, const Placed& b) {
                                       return a.begin < b.begin;
                                     }),
                    here);
      plan_.buffers[buffer] = std::max(plan_.buffers[buffer], here.end);
      plan_.places[value] = {static_cast<int>(buffer), at};
      return OkStatus();
    }
  }

  MemoryPlan Take() { return std::move(plan_); }

 private:
  uint64_t MostBytes(size_t buffer) const {
    return buffer < limits_.regions.size() ? limits_.regions[buffer]
                                           : limits_.most_bytes;
  }

  const MemoryLimits& limits_;
  MemoryPlan plan_;
  std::vector<std::vector<Placed>> placed_;  // by buffer
};

}  // namespace

StatusOr<MemoryPlan> PlanMemory(const std::vector<uint64_t>& bytes,
                                const std::vector<Lifetime>& lifetimes,
                                const MemoryLimits& limits,
                                const std::vector<std::string>& labels) {
  std::vector<ValueId> order(bytes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](ValueId a, ValueId b) { return bytes[a] > bytes[b]; });
  Planner planner(bytes.size(), limits);
  for (const ValueId v : order) {
    if (!lifetimes[v].is_used()) continue;
    TFLL_RETURN_IF_ERROR(planner.Place(
        v, bytes[v], lifetimes[v], labels.empty() ? std::string() : labels[v]));
  }
  return planner.Take();
}

StatusOr<MemoryPlan> PlanInnerValues(const std::vector<PartitionValue>& values,
                                     const std::vector<Lifetime>& lifetimes,
                                     const MemoryLimits& limits) {
  std::vector<uint64_t> bytes(values.size());
  std::vector<Lifetime> inner(values.size());
  std::vector<std::string> labels(values.size());
  for (size_t v = 0; v < values.size(); ++v) {
    if (values[v].kind != PartitionValue::Kind::kInner) continue;
    bytes[v] = values[v].bytes;
    inner[v] = lifetimes[v];
    labels[v] = values[v].label;
  }
  return PlanMemory(bytes, inner, limits, labels);
}

StatusOr<MemoryPlan> PlanConstants(const std::vector<PartitionValue>& values,
                                   const std::vector<Lifetime>& lifetimes,
                                   const MemoryLimits& limits) {
  // All constants are needed in every run.
  const Lifetime always = {0, 0};
  Planner planner(values.size(), limits);
  for (size_t v = 0; v < values.size(); ++v) {
    if (values[v].kind != PartitionValue::Kind::kConstant ||
        !lifetimes[v].is_used()) {
      continue;
    }
    TFLL_RETURN_IF_ERROR(planner.Place(static_cast<ValueId>(v), values[v].bytes,
                                       always, values[v].label));
  }
  return planner.Take();
}

Status NameLargest(const Status& status,
                   const std::vector<PartitionValue>& values,
                   const MemoryPlan& plan, int buffer) {
  if (status.ok()) return status;
  const PartitionValue* largest = nullptr;
  for (size_t v = 0; v < plan.places.size(); ++v) {
    if (plan.places[v].buffer != buffer || values[v].label.empty()) continue;
    if (largest == nullptr || values[v].bytes > largest->bytes) {
      largest = &values[v];
    }
  }
  if (largest == nullptr) return status;
  return Status(status.code(),
                StrCat(status.message(), "; the largest value there is ",
                       largest->label, " (", largest->bytes, " bytes)"));
}

}  // namespace tflite::delegates
