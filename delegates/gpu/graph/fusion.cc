#include "delegates/common/fusion.h"

#include <algorithm>

#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {
namespace {

size_t CountValues(const std::vector<GpuFunction>& a,
                   const std::vector<GpuFunction>& b) {
  std::vector<GpuValueId> values;
  for (const auto* chain : {&a, &b}) {
    for (const GpuFunction& f : *chain) {
      if (f.other != kNoGpuValue) values.push_back(f.other);
    }
  }
  std::sort(values.begin(), values.end());
  return std::unique(values.begin(), values.end()) - values.begin();
}

bool WantsChannels(const GpuCall& call) {
  return std::any_of(call.chain.begin(), call.chain.end(),
                     [](const GpuFunction& f) {
                       return f.place == GpuFunction::Place::kChannel;
                     });
}

// True if `map`, whose operand 0 is written by `producer`, can be appended to
// its chain.
bool CanFuse(const GpuCall& producer, const GpuCall& map) {
  if (producer.post_operand < 0 ||
      producer.operands[producer.post_operand].value != map.operands[0].value) {
    return false;
  }
  if (producer.chain.size() + map.chain.size() > kMostGpuFunctions ||
      CountValues(producer.chain, map.chain) > kMostGpuFunctionValues) {
    return false;
  }
  return !WantsChannels(map) || (producer.channels == map.channels &&
                                 map.channels % producer.post_unit == 0);
}

// Exchanges the operands of a function of two values with the same shape. False
// for other calls.
bool Swap(GpuCall* map) {
  if (map->chain.size() != 1 ||
      map->chain[0].place != GpuFunction::Place::kSame) {
    return false;
  }
  std::swap(map->operands[0].value, map->chain[0].other);
  map->chain[0].swapped = !map->chain[0].swapped;
  return true;
}

// Appends the map to the chain of `producer`, which writes `value`.
bool EndByMap(GpuCall& producer, GpuCall& map, GpuValueId value) {
  if (map.kind != GpuCall::Kind::kMap) return false;
  const bool swapped = map.operands[0].value != value;
  if (swapped && !Swap(&map)) return false;
  if (!CanFuse(producer, map)) {
    if (swapped) Swap(&map);
    return false;
  }
  producer.operands[producer.post_operand].value = map.operands[1].value;
  producer.chain.insert(producer.chain.end(), map.chain.begin(),
                        map.chain.end());
  return true;
}

}  // namespace

void FuseGpuGraph(GpuGraph* graph) {
  RemoveCopies(graph);
  RemoveUnused(graph);
  FuseIntoProducers(graph, EndByMap);
}

}  // namespace tflite::gpu
