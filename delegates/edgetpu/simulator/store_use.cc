#include "delegates/edgetpu/simulator/store_use.h"

#include <algorithm>
#include <variant>

namespace tflite::edgetpu {
namespace {

// Of rows with gaps, the gaps count.
std::optional<StoreRange> WrittenBy(const Instruction& instruction) {
  const Dma* d = std::get_if<Dma>(&instruction);
  if (d == nullptr || d->to.space != Space::kStore) return std::nullopt;
  const uint64_t bytes = uint64_t{d->rows - 1} * d->to_row +
                         uint64_t{d->planes - 1} * d->to_plane + d->row_bytes;
  return StoreRange{d->to.offset, d->to.offset + bytes};
}

std::vector<StoreRange> WrittenBy(const std::vector<Instruction>& all) {
  std::vector<StoreRange> ranges;
  for (const Instruction& instruction : all) {
    const auto range = WrittenBy(instruction);
    if (range.has_value()) ranges.push_back(*range);
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  std::vector<StoreRange> merged;
  for (const StoreRange& range : ranges) {
    if (!merged.empty() && range.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, range.end);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

}  // namespace

StoreUse StoreUseOf(const std::vector<Instruction>& load,
                    const std::vector<Instruction>& run) {
  return {WrittenBy(load), WrittenBy(run)};
}

bool Overlap(const std::vector<StoreRange>& a,
             const std::vector<StoreRange>& b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].begin < b[j].end && b[j].begin < a[i].end) return true;
    a[i].end < b[j].end ? ++i : ++j;
  }
  return false;
}

std::optional<size_t> OverwritesParameters(
    const StoreUse& use, const std::vector<Instruction>& run) {
  if (!Overlap(use.loaded, use.written)) return std::nullopt;
  for (size_t i = 0; i < run.size(); ++i) {
    const auto range = WrittenBy(run[i]);
    if (range.has_value() && Overlap(use.loaded, {*range})) return i;
  }
  return std::nullopt;
}

}  // namespace tflite::edgetpu
