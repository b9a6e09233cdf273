#include <algorithm>
#include <utility>

#include "delegates/common/fusion.h"
#include "delegates/cpu/cpu_chain.h"
#include "delegates/cpu/cpu_program.h"

namespace tflite::cpu {
namespace {

using Kind = CpuCall::Kind;

bool IsLayers(const CpuCall& call) { return call.kind == Kind::kLayers; }

bool FuseAdd(CpuCall& layers, CpuCall& add, ValueId value) {
  if (!IsLayers(layers) || layers.add || add.kind != Kind::kAdd) return false;
  layers.result_first = add.operands[0].value == value;
  const ValueUse other = add.operands[layers.result_first ? 2 : 0];
  layers.add = std::move(add.add);
  layers.operands = {layers.operands[0], add.operands[1], other};
  return true;
}

bool FuseClamp(CpuCall& layers, CpuCall& clamp) {
  if (!IsLayers(layers) || layers.add || clamp.kind != Kind::kClamp) {
    return false;
  }
  auto& range = layers.layers.back().sum().float_range;
  range.min = std::clamp(range.min, clamp.min, clamp.max);
  range.max = std::clamp(range.max, clamp.min, clamp.max);
  layers.operands[1] = clamp.operands[1];
  return true;
}

// Outside of the image, windows read the input's zero point, as padding is.
bool FusePad(CpuCall& pad, CpuCall& layers, ValueId value) {
  if (pad.kind != Kind::kPad || !IsLayers(layers) || layers.in() != value) {
    return false;
  }
  ConvWindow* w = layers.layers.front().window();
  if (w == nullptr) return false;
  w->pad_top += pad.pad_top;
  w->pad_left += pad.pad_left;
  w->in_height = pad.in_height;
  w->in_width = pad.in_width;
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

// A convolution, the depthwise one behind it, and the 1x1 one behind that, or
// two of them.
bool FuseChain(const ChainLimits& limits, int64_t bytes, CpuCall& first,
               CpuCall& second, ValueId value) {
  if (limits.strip_bytes == 0 || bytes < limits.least_value_bytes ||
      !IsLayers(first) || !IsLayers(second) || first.add ||
      second.in() != value ||
      first.layers.size() + second.layers.size() > CpuChain::kMostLayers) {
    return false;
  }
  const LayerSpec& before = first.layers.back();
  const LayerSpec& after = second.layers.front();
  const bool expands = !IsDepthwise(before) && IsDepthwise(after);
  const bool projects = IsDepthwise(before) && IsOneByOne(after);
  if (!(expands || projects) || !HasStrips(before) || !HasStrips(after)) {
    return false;
  }
  for (LayerSpec& layer : second.layers) {
    first.layers.push_back(std::move(layer));
  }
  const ValueUse in = first.operands[0];
  first.operands = std::move(second.operands);
  first.operands[0] = in;
  first.add = std::move(second.add);
  first.result_first = second.result_first;
  return true;
}

}  // namespace

void FuseCalls(const ChainLimits& limits, CpuGraph* graph) {
  FuseIntoProducers(graph, [](CpuCall& producer, CpuCall& consumer,
                              ValueId value) {
    return FuseAdd(producer, consumer, value) ||
           FuseClamp(producer, consumer) || FusePad(producer, consumer, value);
  });
  FuseIntoProducers(
      graph, [&](CpuCall& producer, CpuCall& consumer, ValueId value) {
        const auto bytes = static_cast<int64_t>(graph->values[value].bytes);
        return FuseChain(limits, bytes, producer, consumer, value);
      });
}

}  // namespace tflite::cpu
