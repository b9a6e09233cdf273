// The array of the example in docs/EDGETPU.md: like "broadcast", but with one
// set of weight registers, so that it waits while weights are loaded.
#include "delegates/edgetpu/isa/array_kind.h"

namespace tflite::edgetpu {
namespace {

int32_t DepthBlock(const Target& target) { return target.array_rows; }
int32_t LaneBlock(const Target& target) { return target.array_columns; }

uint64_t Cycles(const Target& target, const ArrayWork& work) {
  const auto width = static_cast<uint64_t>(target.tile_memory_bytes_per_cycle);
  uint64_t cycle = 0;
  for (uint64_t step = 0; step < work.steps; ++step) {
    for (uint64_t byte = 0; byte < work.weights_bytes; byte += width) ++cycle;
    cycle += work.positions;
  }
  return cycle + static_cast<uint64_t>(target.pipeline_cycles);
}

[[maybe_unused]] const auto kAdded =
    AddArrayKind({"single_buffered", false, DepthBlock, LaneBlock, Cycles});

}  // namespace
}  // namespace tflite::edgetpu
