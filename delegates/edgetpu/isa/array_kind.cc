#include "delegates/edgetpu/isa/array_kind.h"

#include <array>
#include <atomic>
#include <mutex>
#include <string_view>

namespace tflite::edgetpu {
namespace {

int32_t Rows(const Target& target) { return target.array_rows; }
int32_t Columns(const Target& target) { return target.array_columns; }
int32_t One(const Target&) { return 1; }
// All channels of an output.
int32_t Any(const Target&) { return 1 << 16; }

// Entries are constant once they are counted.
struct Kinds {
  std::mutex adding;
  std::atomic<int32_t> count{4};
  // In the order of Dataflow.
  std::array<ArrayKind, 32> list = {
      ArrayKind{"broadcast", false, Rows, Columns, nullptr},
      ArrayKind{"weight_stationary", true, Rows, Columns, nullptr},
      ArrayKind{"output_stationary", true, One, Columns, nullptr},
      ArrayKind{"input_stationary", true, Rows, Any, nullptr}};
};

Kinds& AllKinds() {
  static auto* kinds = new Kinds();
  return *kinds;
}

}  // namespace

StatusOr<Dataflow> AddArrayKind(const ArrayKind& kind) {
  if (kind.name == nullptr || kind.depth_block == nullptr ||
      kind.lane_block == nullptr || kind.cycles == nullptr) {
    return Invalid("array kind '", kind.name == nullptr ? "" : kind.name,
                   "' lacks a name or a function");
  }
  Kinds& kinds = AllKinds();
  const std::lock_guard<std::mutex> lock(kinds.adding);
  const int32_t count = kinds.count;
  for (int32_t i = 0; i < count; ++i) {
    if (std::string_view(kinds.list[static_cast<size_t>(i)].name) ==
        kind.name) {
      return Invalid("there is an array kind '", kind.name, "' already");
    }
  }
  if (static_cast<size_t>(count) == kinds.list.size()) {
    return Invalid("array kind '", kind.name, "': there are too many");
  }
  kinds.list[static_cast<size_t>(count)] = kind;
  kinds.count = count + 1;
  return static_cast<Dataflow>(count);
}

const ArrayKind* FindArrayKind(Dataflow dataflow) {
  const Kinds& kinds = AllKinds();
  const auto i = static_cast<int32_t>(dataflow);
  if (i < 0 || i >= kinds.count) return nullptr;
  return &kinds.list[static_cast<size_t>(i)];
}

}  // namespace tflite::edgetpu
