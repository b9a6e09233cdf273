#ifndef DELEGATES_COMMON_FUSION_H_
#define DELEGATES_COMMON_FUSION_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "delegates/common/value_graph.h"

namespace tflite::delegates {

// Optimizations of value graphs. They do not change what the host reads and
// writes. Call is the back-end's type, derived from PartitionCall.

namespace fusion_internal {

// The writer and the number of readers of each value.
template <typename Call>
class Uses {
 public:
  explicit Uses(const ValueGraph<Call>& graph)
      : writer_(graph.values.size(), kNone), readers_(graph.values.size(), 0) {
    for (size_t i = 0; i < graph.calls.size(); ++i) {
      Call::Visit(graph.calls[i], [&](ValueId v, bool written) {
        if (!written) {
          ++readers_[v];
        } else {
          // A value that several calls write has no writer to fuse into.
          writer_[v] = writer_[v] == kNone ? static_cast<int>(i) : kSeveral;
        }
      });
    }
  }
  // Negative: none or several.
  int writer(ValueId v) const { return writer_[v]; }
  int readers(ValueId v) const { return readers_[v]; }
  void SetWriter(ValueId v, int call) { writer_[v] = call; }

 private:
  static constexpr int kNone = -1, kSeveral = -2;
  std::vector<int> writer_, readers_;
};

template <typename Call>
void RemoveDead(ValueGraph<Call>* graph, const std::vector<bool>& dead) {
  size_t kept = 0;
  for (size_t i = 0; i < graph->calls.size(); ++i) {
    if (dead[i]) continue;
    if (kept != i) graph->calls[kept] = std::move(graph->calls[i]);
    ++kept;
  }
  graph->calls.resize(kept);
}

}  // namespace fusion_internal

// Removes copies whose destination is an inner value, and copies of an inner
// value to a boundary value: both then become one value.
template <typename Call>
void RemoveCopies(ValueGraph<Call>* graph) {
  std::vector<ValueId> is(graph->values.size());
  for (size_t i = 0; i < is.size(); ++i) is[i] = static_cast<ValueId>(i);
  std::vector<bool> dead(graph->calls.size());
  for (size_t i = 0; i < graph->calls.size(); ++i) {
    const Call& call = graph->calls[i];
    if (!call.is_copy()) continue;
    const ValueId from = is[call.operands[0].value];
    const ValueId to = call.operands[1].value;
    if (graph->values[to].kind == PartitionValue::Kind::kInner) {
      is[to] = from;
    } else if (graph->values[from].kind == PartitionValue::Kind::kInner) {
      // Everything that was mapped to the source is mapped to the output.
      for (ValueId& v : is) {
        if (v == from) v = to;
      }
    } else {
      continue;
    }
    dead[i] = true;
  }
  for (Call& call : graph->calls) {
    Call::Visit(call, [&](ValueId& v, bool) { v = is[v]; });
  }
  fusion_internal::RemoveDead(graph, dead);
}

// Removes calls whose results are not read, from the last to the first.
template <typename Call>
void RemoveUnused(ValueGraph<Call>* graph) {
  std::vector<bool> needed(graph->values.size());
  for (size_t v = 0; v < needed.size(); ++v) {
    const PartitionValue::Kind kind = graph->values[v].kind;
    needed[v] = kind == PartitionValue::Kind::kOutput ||
                kind == PartitionValue::Kind::kFaults;
  }
  std::vector<bool> dead(graph->calls.size(), true);
  for (size_t i = graph->calls.size(); i-- > 0;) {
    const Call& call = graph->calls[i];
    Call::Visit(call, [&](ValueId v, bool written) {
      if (written && needed[v]) dead[i] = false;
    });
    if (dead[i]) continue;
    Call::Visit(call, [&](ValueId v, bool written) {
      if (!written) needed[v] = true;
    });
  }
  fusion_internal::RemoveDead(graph, dead);
}

// Fuses consumers, such as activations, additions or requantization, into the
// calls that produce their inputs. For each inner value that exactly one call
// writes and one other call reads, `fuse(producer, consumer, value)` either
// makes `producer` write the consumer's output and returns true, or changes
// neither and returns false. A fused call takes the consumer's position, where
// all operands are available.
template <typename Call, typename Fuse>
void FuseIntoProducers(ValueGraph<Call>* graph, Fuse fuse) {
  fusion_internal::Uses<Call> uses(*graph);
  std::vector<bool> dead(graph->calls.size());
  for (size_t i = 0; i < graph->calls.size(); ++i) {
    Call& consumer = graph->calls[i];
    std::vector<ValueId> read;
    Call::Visit(consumer, [&](ValueId v, bool written) {
      if (!written) read.push_back(v);
    });
    for (const ValueId value : read) {
      const int from = uses.writer(value);
      if (from < 0 || dead[from] || uses.readers(value) != 1 ||
          graph->values[value].kind != PartitionValue::Kind::kInner) {
        continue;
      }
      Call& producer = graph->calls[from];
      std::vector<int> nodes = producer.nodes;
      nodes.insert(nodes.end(), consumer.nodes.begin(), consumer.nodes.end());
      const std::string label = producer.label + "+" + consumer.label;
      if (!fuse(producer, consumer, value)) continue;
      consumer = std::move(producer);
      consumer.nodes = std::move(nodes);
      consumer.label = label;
      dead[from] = true;
      Call::Visit(consumer, [&](ValueId v, bool written) {
        if (written) uses.SetWriter(v, static_cast<int>(i));
      });
      break;
    }
  }
  fusion_internal::RemoveDead(graph, dead);
}

}  // namespace tflite::delegates

#endif  // DELEGATES_COMMON_FUSION_H_
