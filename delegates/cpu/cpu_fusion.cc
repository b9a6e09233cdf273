#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "delegates/common/fusion.h"
#include "delegates/cpu/cpu_chain.h"
#include "delegates/cpu/cpu_program.h"
#include "kernels/conv_2d/conv_2d_compute.h"

namespace tflite::cpu {
namespace {

using Kind = CpuCall::Kind;
using kernels::ByteTable;

bool IsLayers(const CpuCall& call) { return call.kind == Kind::kLayers; }

bool FuseAdd(CpuCall& layers, CpuCall& add, ValueId value) {
  if (!IsLayers(layers) || layers.binary || add.kind != Kind::kAdd) {
    return false;
  }
  layers.result_first = add.operands[0].value == value;
  const ValueUse other = add.operands[layers.result_first ? 2 : 0];
  layers.binary = std::move(add.binary);
  const ValueUse last = layers.operands.back();
  layers.operands = {layers.operands[0], add.operands[1], other};
  if (layers.scale) layers.operands.push_back(last);
  return true;
}

bool FuseClamp(CpuCall& layers, CpuCall& clamp) {
  if (!IsLayers(layers) || layers.binary || clamp.kind != Kind::kClamp ||
      layers.steps.back().curve != nullptr) {
    return false;
  }
  auto& range = layers.steps.back().layer.sum().float_range;
  range.min = std::clamp(range.min, clamp.min, clamp.max);
  range.max = std::clamp(range.max, clamp.min, clamp.max);
  layers.operands[1] = clamp.operands[1];
  return true;
}

// A curve of a layer's results becomes part of the layer.
bool FuseCurve(CpuCall& layers, CpuCall& curve) {
  if (!IsLayers(layers) || layers.binary || curve.kind != Kind::kCurve ||
      layers.steps.back().curve != nullptr) {
    return false;
  }
  layers.steps.back().curve = std::move(curve.curve);
  layers.operands[1] = curve.operands[1];
  return true;
}

// The table of what a product gives of bytes x and those of `gates` for them.
std::shared_ptr<const ByteTable> ProductTable(const ByteTable& gates,
                                              const kernels::Binary& product,
                                              bool gates_first) {
  const auto x = ByteTable::Of<uint8_t>([](uint8_t byte) { return byte; });
  auto table = std::make_shared<ByteTable>();
  kernels::BinaryPairs(product).Run(gates_first ? gates.value : x.value,
                                    gates_first ? x.value : gates.value,
                                    std::size(x.value), table->value);
  return table;
}

// The product of what a curve or a table reads with what it gives becomes part
// of it.
bool FuseProduct(CpuCall& curve, CpuCall& product, ValueId value) {
  if ((curve.kind != Kind::kCurve && curve.kind != Kind::kTable) ||
      product.kind != Kind::kProduct) {
    return false;
  }
  const bool first = product.operands[0].value == value;
  if (product.operands[first ? 2 : 0].value != curve.in()) return false;
  if (curve.kind == Kind::kTable) {
    curve.table = ProductTable(*curve.table, *product.binary, first);
  } else {
    curve.curve =
        std::make_shared<const ResultCurve>(*curve.curve, *product.binary);
  }
  curve.operands[1] = product.operands[1];
  return true;
}

// Whether the bits of a layer's sums are those of weights that are not packed.
bool ReadsStored(const LayerSpec& layer) {
  const auto* conv = std::get_if<kernels::Conv2d>(&layer.op);
  return conv != nullptr && kernels::Conv2dCompute::ReadsStored(*conv);
}

// Outside of the image, windows read the input's zero point, as padding is.
bool FusePad(CpuCall& pad, CpuCall& layers, ValueId value) {
  if (pad.kind != Kind::kPad || !IsLayers(layers) || layers.in() != value ||
      layers.scale) {
    return false;
  }
  LayerSpec& layer = layers.steps.front().layer;
  ConvWindow* w = layer.window();
  if (w == nullptr) return false;
  const ConvWindow before = *w;
  const bool read_stored = ReadsStored(layer);
  w->pad_top += pad.pad_top;
  w->pad_left += pad.pad_left;
  w->in_height = pad.in_height;
  w->in_width = pad.in_width;
  if (ReadsStored(layer) != read_stored) {
    *w = before;
    return false;
  }
  const ValueUse in = pad.operands[0];
  pad = std::move(layers);
  pad.operands[0] = in;
  return true;
}

bool IsDepthwise(const LayerSpec& layer) {
  return std::holds_alternative<kernels::DepthwiseConv2d>(layer.op);
}

bool IsOneByOne(const LayerSpec& layer) {
  if (!std::holds_alternative<kernels::Conv2d>(layer.op)) return false;
  const ConvWindow& w = *layer.window();
  return w.filter_height == 1 && w.filter_width == 1;
}

bool HasStrips(const LayerSpec& layer) {
  const auto* conv = std::get_if<kernels::Conv2d>(&layer.op);
  if (conv != nullptr) return conv->groups == 1;
  const auto* depthwise = std::get_if<kernels::DepthwiseConv2d>(&layer.op);
  return depthwise != nullptr && depthwise->window.in_channels > 1 &&
         depthwise->multiplier == 1;
}

// True if each result reads one pixel, that in its place.
bool IsByPixel(const LayerSpec& layer) {
  if (!IsOneByOne(layer)) return false;
  const ConvWindow& w = *layer.window();
  return w.stride_height == 1 && w.stride_width == 1 && w.pad_top == 0 &&
         w.pad_left == 0 && w.out_height == w.in_height &&
         w.out_width == w.in_width;
}

// A layer by pixels scales its input, if that does not have to be done for all
// pixels at once.
bool FuseScale(const ChainLimits& limits, CpuCall& scale, CpuCall& layers,
               ValueId value) {
  if (scale.kind != Kind::kScale || !IsLayers(layers) || layers.in() != value ||
      layers.scale || limits.strip_bytes == 0) {
    return false;
  }
  const LayerSpec& layer = layers.steps[0].layer;
  if (!IsByPixel(layer) || !HasStrips(layer) ||
      WeightBytes({&layer}) > limits.most_weight_bytes) {
    return false;
  }
  const CpuCall product = std::move(scale);
  scale = std::move(layers);
  scale.operands[0] = product.operands[0];
  scale.operands.push_back(product.operands[2]);
  scale.scale = product.binary;
  scale.factors_per_image = product.factors_per_image;
  return true;
}

// True if a chain of all these layers reads weights and holds results that stay
// in the cache. Chains of more than a block's three layers only if strips of
// several rows do: with fewer, much of a strip would be rows to be kept.
bool FitsStrips(const ChainLimits& limits, const CpuCall& first,
                const CpuCall& second) {
  constexpr size_t kBlock = 3;
  constexpr int64_t kLeastRows = 2;
  std::vector<const LayerSpec*> layers;
  for (const CpuCall* call : {&first, &second}) {
    for (const CallStep& step : call->steps) layers.push_back(&step.layer);
  }
  if (layers.size() > CpuChain::kMostLayers ||
      WeightBytes(layers) > limits.most_weight_bytes) {
    return false;
  }
  return layers.size() <= kBlock ||
         HeldRows(layers, second.binary || second.steps.back().curve,
                  kLeastRows)
                 .bytes <= limits.strip_bytes;
}

// Convolutions by turns depthwise and not, which are 1x1 but for the first one.
bool FuseChain(const ChainLimits& limits, int64_t bytes, CpuCall& first,
               CpuCall& second, ValueId value) {
  if (limits.strip_bytes == 0 || bytes < limits.least_value_bytes ||
      !IsLayers(first) || !IsLayers(second) || first.binary || first.scale ||
      second.scale || second.in() != value) {
    return false;
  }
  const LayerSpec& before = first.steps.back().layer;
  const LayerSpec& after = second.steps.front().layer;
  const bool expands = !IsDepthwise(before) && IsDepthwise(after);
  const bool projects = IsDepthwise(before) && IsOneByOne(after);
  if (!(expands || projects) || !HasStrips(before) || !HasStrips(after) ||
      !FitsStrips(limits, first, second)) {
    return false;
  }
  for (CallStep& step : second.steps) first.steps.push_back(std::move(step));
  const ValueUse in = first.operands[0];
  first.operands = std::move(second.operands);
  first.operands[0] = in;
  first.binary = std::move(second.binary);
  first.result_first = second.result_first;
  return true;
}

// Fuses calls by `fuse`, and notes the bytes of the values that are gone.
template <typename Fuse>
void FuseAll(CpuGraph* graph, Fuse fuse) {
  FuseIntoProducers(
      graph, [&](CpuCall& producer, CpuCall& consumer, ValueId value) {
        const auto bytes = static_cast<int64_t>(graph->values[value].bytes);
        const int64_t most =
            std::max({producer.fused_bytes, consumer.fused_bytes, bytes});
        if (!fuse(producer, consumer, value, bytes)) return false;
        producer.fused_bytes = most;
        return true;
      });
}

// Calls on rows of one size that run as one, in the place of the last of them.
struct RowGroup {
  RowExtents extents;
  std::vector<size_t> calls;
  // Nothing but these calls has read what they write, so that a later one may
  // still run with them.
  bool open = true;
};

// Columns go with matrices of any width.
bool Agree(const RowExtents& a, const RowExtents& b) {
  return a.rows == b.rows &&
         (a.width == b.width || a.width == 1 || b.width == 1);
}

class RowGroups {
 public:
  explicit RowGroups(const CpuGraph& graph)
      : graph_(graph), writer_(graph.values.size(), -1) {
    for (size_t i = 0; i < graph.calls.size(); ++i) Add(i);
  }
  // Without those that others have taken in.
  const std::vector<RowGroup>& groups() const { return groups_; }

 private:
  // The open groups that write what the call reads, and that it may join;
  // closes the others.
  std::vector<int> Joined(const CpuCall& call, RowExtents* extents) {
    std::vector<int> joined;
    CpuCall::Visit(call, [&](ValueId v, bool written) {
      const int at = writer_[v];
      if (written || at < 0 || !groups_[at].open) return;
      if (std::count(joined.begin(), joined.end(), at) > 0) return;
      const RowExtents& other = groups_[at].extents;
      groups_[at].open = call.rows && Agree(*extents, other);
      if (!groups_[at].open) return;
      joined.push_back(at);
      extents->width = std::max(extents->width, other.width);
    });
    return joined;
  }
  void Add(size_t i) {
    const CpuCall& call = graph_.calls[i];
    RowGroup group;
    if (call.rows) group.extents = call.rows->extents;
    const std::vector<int> joined = Joined(call, &group.extents);
    if (!call.rows) return;
    // In any order: none of these groups reads what another one writes.
    for (const int at : joined) {
      std::vector<size_t>& calls = groups_[at].calls;
      group.calls.insert(group.calls.end(), calls.begin(), calls.end());
      calls.clear();
    }
    group.calls.push_back(i);
    for (const size_t member : group.calls) {
      writer_[graph_.calls[member].out()] = static_cast<int>(groups_.size());
    }
    groups_.push_back(std::move(group));
  }

  const CpuGraph& graph_;
  std::vector<int> writer_;  // group by value
  std::vector<RowGroup> groups_;
};

// The calls of a group as one. Values that nothing else reads are gone.
CpuCall OneOf(const CpuGraph& graph, const RowGroup& group,
              const std::vector<int>& readers) {
  CpuCall one;
  one.kind = Kind::kRows;
  one.rows.emplace();
  one.rows->extents = group.extents;
  std::vector<int> uses(graph.values.size());  // by the group
  std::vector<ValueId> written;
  for (const size_t i : group.calls) {
    const CpuCall& call = graph.calls[i];
    CpuCall::Visit(call, [&](ValueId v, bool is_written) {
      ++uses[v];
      if (is_written) written.push_back(v);
    });
    one.rows->steps.push_back(call.rows->steps[0]);
    one.nodes.insert(one.nodes.end(), call.nodes.begin(), call.nodes.end());
  }
  for (const ValueId v : written) {
    const PartitionValue& value = graph.values[v];
    const bool inner =
        value.kind == PartitionValue::Kind::kInner && readers[v] == uses[v] - 1;
    if (!inner) one.operands.push_back({v, /*written=*/true});
    if (inner) {
      one.fused_bytes =
          std::max(one.fused_bytes, static_cast<int64_t>(value.bytes));
    }
    uses[v] = 0;
  }
  for (size_t v = 0; v < uses.size(); ++v) {
    if (uses[v] > 0) one.operands.push_back({static_cast<ValueId>(v)});
  }
  return one;
}

// Makes one call of those on rows that can run together.
void FuseRows(CpuGraph* graph) {
  const RowGroups groups(*graph);
  std::vector<int> readers(graph->values.size());
  for (const CpuCall& call : graph->calls) {
    CpuCall::Visit(call, [&](ValueId v, bool written) {
      if (!written) ++readers[v];
    });
  }
  for (const RowGroup& group : groups.groups()) {
    if (group.calls.size() < 2) continue;
    CpuCall one = OneOf(*graph, group, readers);
    for (const size_t i : group.calls) graph->calls[i].operands.clear();
    graph->calls[group.calls.back()] = std::move(one);
  }
  RemoveUnused(graph);
}

}  // namespace

void FuseCalls(const ChainLimits& limits, CpuGraph* graph) {
  FuseAll(graph,
          [](CpuCall& producer, CpuCall& consumer, ValueId value, int64_t) {
            return FuseProduct(producer, consumer, value);
          });
  FuseAll(
      graph, [&](CpuCall& producer, CpuCall& consumer, ValueId value, int64_t) {
        return FuseScale(limits, producer, consumer, value) ||
               FuseAdd(producer, consumer, value) ||
               FuseClamp(producer, consumer) || FuseCurve(producer, consumer) ||
               FusePad(producer, consumer, value);
      });
  FuseAll(graph, [&](CpuCall& producer, CpuCall& consumer, ValueId value,
                     int64_t bytes) {
    return FuseChain(limits, bytes, producer, consumer, value);
  });
  FuseRows(graph);
}

}  // namespace tflite::cpu
