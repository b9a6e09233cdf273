#include <algorithm>

#include "delegates/gpu/graph/gpu_graph.h"

namespace tflite::gpu {
namespace {

// Who writes and reads each value. Calls that were fused away are marked dead.
class Uses {
 public:
  explicit Uses(const GpuGraph& graph)
      : writer_(graph.values.size(), -1), readers_(graph.values.size(), 0) {
    for (size_t i = 0; i < graph.calls.size(); ++i) {
      const GpuCall& call = graph.calls[i];
      for (const GpuOperand& operand : call.operands) {
        if (operand.written) {
          // A value that several calls write has no writer to fuse into.
          writer_[operand.value] =
              writer_[operand.value] == -1 ? static_cast<int>(i) : kSeveral;
        } else {
          ++readers_[operand.value];
        }
      }
      for (const GpuFunction& f : call.chain) {
        if (f.other != kNoGpuValue) ++readers_[f.other];
      }
    }
  }
  // -1: none or several.
  int writer(GpuValueId v) const { return writer_[v] < 0 ? -1 : writer_[v]; }
  int readers(GpuValueId v) const { return readers_[v]; }
  void SetWriter(GpuValueId v, int call) { writer_[v] = call; }
  void RemoveReader(GpuValueId v) { --readers_[v]; }

 private:
  static constexpr int kSeveral = -2;
  std::vector<int> writer_, readers_;
};

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

// Whether `map`, whose operand 0 is what `producer` makes, can end it.
bool CanFuse(const GpuGraph& graph, const Uses& uses, const GpuCall& producer,
             const GpuCall& map) {
  const GpuValueId value = map.operands[0].value;
  if (producer.post_operand < 0 ||
      producer.operands[producer.post_operand].value != value ||
      graph.values[value].kind != GpuValue::Kind::kInner ||
      uses.readers(value) != 1) {
    return false;
  }
  if (producer.chain.size() + map.chain.size() > kMostGpuFunctions ||
      CountValues(producer.chain, map.chain) > kMostGpuFunctionValues) {
    return false;
  }
  return !WantsChannels(map) || (producer.channels == map.channels &&
                                 map.channels % producer.post_unit == 0);
}

// The call, a function of two values at the same places, with its operands
// exchanged; false where it is none.
bool Swap(GpuCall* map) {
  if (map->chain.size() != 1 ||
      map->chain[0].place != GpuFunction::Place::kSame) {
    return false;
  }
  std::swap(map->operands[0].value, map->chain[0].other);
  map->chain[0].swapped = !map->chain[0].swapped;
  return true;
}

// Ends the producer of the map's operand by the map. The producer moves to the
// place of the map, where all other operands are there. True when done.
bool FuseInto(GpuGraph* graph, Uses* uses, size_t at, std::vector<bool>* dead) {
  GpuCall& map = graph->calls[at];
  const int from = uses->writer(map.operands[0].value);
  if (from < 0 || (*dead)[from]) return false;
  GpuCall& producer = graph->calls[from];
  if (!CanFuse(*graph, *uses, producer, map)) return false;
  const GpuValueId result = map.operands[1].value;
  uses->RemoveReader(map.operands[0].value);
  producer.operands[producer.post_operand].value = result;
  producer.chain.insert(producer.chain.end(), map.chain.begin(),
                        map.chain.end());
  producer.label += "+" + map.label;
  if (WantsChannels(map)) producer.channels = map.channels;
  map = std::move(producer);
  (*dead)[from] = true;
  for (const GpuOperand& operand : map.operands) {
    if (operand.written) uses->SetWriter(operand.value, static_cast<int>(at));
  }
  return true;
}

// A copy of an inner value to one that nobody else writes is that value.
void RemoveCopies(GpuGraph* graph, std::vector<bool>* dead) {
  const Uses uses(*graph);
  std::vector<GpuValueId> is(graph->values.size());
  for (size_t i = 0; i < is.size(); ++i) is[i] = static_cast<int>(i);
  for (size_t i = 0; i < graph->calls.size(); ++i) {
    const GpuCall& call = graph->calls[i];
    if (call.kind != GpuCall::Kind::kCopy) continue;
    const GpuValueId from = is[call.operands[0].value];
    const GpuValueId to = call.operands[1].value;
    if (graph->values[to].kind == GpuValue::Kind::kInner) {
      is[to] = from;
    } else if (graph->values[from].kind == GpuValue::Kind::kInner) {
      // All that is made of the source stands in the output instead.
      for (GpuValueId& v : is) {
        if (v == from) v = to;
      }
    } else {
      continue;
    }
    (*dead)[i] = true;
  }
  for (GpuCall& call : graph->calls) {
    for (GpuOperand& operand : call.operands) operand.value = is[operand.value];
    for (GpuFunction& f : call.chain) {
      if (f.other != kNoGpuValue) f.other = is[f.other];
    }
  }
}

void RemoveDead(GpuGraph* graph, const std::vector<bool>& dead) {
  size_t kept = 0;
  for (size_t i = 0; i < graph->calls.size(); ++i) {
    if (dead[i]) continue;
    if (kept != i) graph->calls[kept] = std::move(graph->calls[i]);
    ++kept;
  }
  graph->calls.resize(kept);
}

// Calls whose results nobody reads, from the last to the first.
void RemoveUnused(GpuGraph* graph) {
  std::vector<bool> needed(graph->values.size());
  for (size_t v = 0; v < needed.size(); ++v) {
    const GpuValue::Kind kind = graph->values[v].kind;
    needed[v] =
        kind == GpuValue::Kind::kOutput || kind == GpuValue::Kind::kFaults;
  }
  std::vector<bool> dead(graph->calls.size());
  for (size_t i = graph->calls.size(); i-- > 0;) {
    const GpuCall& call = graph->calls[i];
    dead[i] = std::none_of(call.operands.begin(), call.operands.end(),
                           [&](const GpuOperand& operand) {
                             return operand.written && needed[operand.value];
                           });
    if (dead[i]) continue;
    for (const GpuOperand& operand : call.operands) {
      if (!operand.written) needed[operand.value] = true;
    }
    for (const GpuFunction& f : call.chain) {
      if (f.other != kNoGpuValue) needed[f.other] = true;
    }
  }
  RemoveDead(graph, dead);
}

}  // namespace

void FuseGpuGraph(GpuGraph* graph) {
  std::vector<bool> dead(graph->calls.size());
  RemoveCopies(graph, &dead);
  RemoveDead(graph, dead);
  RemoveUnused(graph);
  dead.assign(graph->calls.size(), false);
  Uses uses(*graph);
  for (size_t i = 0; i < graph->calls.size(); ++i) {
    if (graph->calls[i].kind != GpuCall::Kind::kMap) continue;
    if (FuseInto(graph, &uses, i, &dead)) continue;
    if (Swap(&graph->calls[i]) && !FuseInto(graph, &uses, i, &dead)) {
      Swap(&graph->calls[i]);
    }
  }
  RemoveDead(graph, dead);
}

}  // namespace tflite::gpu
