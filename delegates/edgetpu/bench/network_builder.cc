#include "delegates/edgetpu/bench/network_builder.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tflite::edgetpu::bench {
namespace {

using Kind = delegates::PartitionValue::Kind;

// Positions and padding of one dimension.
struct Axis {
  int32_t positions, pad;
};
Axis AxisOf(int32_t extent, int32_t filter, int32_t stride, int32_t dilation,
            Padding padding) {
  const int32_t reach = (filter - 1) * dilation + 1;
  if (padding == Padding::kValid) return {(extent - reach) / stride + 1, 0};
  const int32_t positions = (extent + stride - 1) / stride;
  const int32_t missing = (positions - 1) * stride + reach - extent;
  return {positions, std::max(missing, 0) / 2};
}

// Sets the padding of a filter, and returns the shape of the output.
Image Slide(const Image& in, Padding padding, int32_t channels,
            Filter* filter) {
  const Axis y = AxisOf(in.height, filter->height, filter->stride_y,
                        filter->dilation_y, padding);
  const Axis x = AxisOf(in.width, filter->width, filter->stride_x,
                        filter->dilation_x, padding);
  filter->pad_top = y.pad;
  filter->pad_left = x.pad;
  return {y.positions, x.positions, channels};
}

Filter FilterOf(NetworkBuilder::Size size, int32_t stride,
                int32_t dilation = 1) {
  Filter filter;
  filter.height = size.height;
  filter.width = size.width;
  filter.stride_y = filter.stride_x = stride;
  filter.dilation_y = filter.dilation_x = dilation;
  return filter;
}

}  // namespace

uint64_t Network::multiplications() const {
  uint64_t sum = 0;
  for (const auto& call : graph.calls) {
    if (const auto* layer = std::get_if<WeightedLayer>(&call.layer)) {
      sum += layer->out.bytes() * static_cast<uint64_t>(layer->filter.taps()) *
             (layer->lanewise ? 1 : layer->in.channels);
    }
  }
  return sum;
}

uint64_t Network::weights() const {
  uint64_t sum = 0;
  for (const auto& call : graph.calls) {
    if (const auto* layer = std::get_if<WeightedLayer>(&call.layer)) {
      sum += layer->weights.size();
    }
  }
  return sum;
}

NetworkBuilder::Value NetworkBuilder::NewValue(const Image& image) {
  delegates::PartitionValue value;
  value.bytes = image.bytes();
  network_.graph.values.push_back(std::move(value));
  network_.images.push_back(image);
  return {static_cast<int>(network_.images.size()) - 1, image};
}

void NetworkBuilder::AddCall(const char* label,
                             const std::vector<Value>& operands, Layer layer) {
  LayerCall call;
  for (const Value& operand : operands) {
    call.operands.push_back({operand.id, &operand == &operands.back()});
  }
  call.label = std::to_string(network_.graph.calls.size()) + " " + label;
  call.layer = std::move(layer);
  network_.graph.calls.push_back(std::move(call));
}

NetworkBuilder::Value NetworkBuilder::Input(int32_t extent, int32_t channels) {
  const Value value = NewValue({extent, extent, channels});
  network_.graph.values.back().kind = Kind::kInput;
  return value;
}

NetworkBuilder::Value NetworkBuilder::Weighted(const char* label,
                                               const Value& x, const Image& out,
                                               const Filter& filter,
                                               bool lanewise) {
  WeightedLayer layer;
  layer.in = x.image;
  layer.out = out;
  layer.filter = filter;
  layer.lanewise = lanewise;
  layer.weights.resize(static_cast<size_t>(out.channels) * filter.taps() *
                       (lanewise ? 1 : x.image.channels));
  layer.bias.resize(out.channels);
  layer.factors.resize(out.channels);
  layer.shifts.resize(out.channels);
  layer.max = 127;
  const Value y = NewValue(out);
  AddCall(label, {x, y}, std::move(layer));
  return y;
}

NetworkBuilder::Value NetworkBuilder::Convolve(const Value& x, int32_t channels,
                                               Size size, int32_t stride,
                                               Padding padding) {
  Filter filter = FilterOf(size, stride);
  const Image out = Slide(x.image, padding, channels, &filter);
  return Weighted("convolution", x, out, filter, false);
}

NetworkBuilder::Value NetworkBuilder::Depthwise(const Value& x, Size size,
                                                int32_t stride,
                                                int32_t dilation) {
  Filter filter = FilterOf(size, stride, dilation);
  const Image out = Slide(x.image, Padding::kSame, x.image.channels, &filter);
  return Weighted("depthwise", x, out, filter, true);
}

// As the compiler does it: zeros between the pixels, then a convolution.
NetworkBuilder::Value NetworkBuilder::Deconvolve(const Value& x,
                                                 int32_t channels,
                                                 int32_t extent) {
  const Image spread = {2 * x.image.height - 1, 2 * x.image.width - 1,
                        x.image.channels};
  const Value zeros = NewValue(spread);
  AddCall("zeros", {zeros}, FilledLayer{spread, 0});
  CopiedLayer copied;
  const int64_t row = int64_t{spread.width} * spread.channels;
  copied.copy.Add(x.image.height, int64_t{x.image.width} * x.image.channels,
                  2 * row);
  copied.copy.Add(x.image.width, x.image.channels, 2 * spread.channels);
  copied.copy.Add(x.image.channels, 1, 1);
  AddCall("spread", {x, zeros}, std::move(copied));
  Filter filter = FilterOf(extent, 1);
  filter.pad_top = filter.pad_left = extent / 2;
  const Image out = {2 * x.image.height, 2 * x.image.width, channels};
  return Weighted("transposed convolution", zeros, out, filter, false);
}

NetworkBuilder::Value NetworkBuilder::Normalize(const Value& x) {
  return Weighted("normalization", x, x.image, FilterOf(1, 1), true);
}

NetworkBuilder::Value NetworkBuilder::Dense(const Value& x, int32_t units) {
  // A filter as large as the image.
  return Weighted("dense", x, {1, 1, units},
                  FilterOf({x.image.height, x.image.width}, 1), false);
}

NetworkBuilder::Value NetworkBuilder::Pool(const Value& x, const Filter& filter,
                                           const Image& out, uint32_t flags) {
  PooledLayer layer;
  layer.in = x.image;
  layer.out = out;
  layer.filter = filter;
  layer.flags = flags;
  layer.max = 127;
  const Value y = NewValue(out);
  AddCall("pool", {x, y}, std::move(layer));
  return y;
}

NetworkBuilder::Value NetworkBuilder::MaxPool(const Value& x, int32_t size,
                                              int32_t stride, Padding padding) {
  Filter filter = FilterOf(size, stride);
  const Image out = Slide(x.image, padding, x.image.channels, &filter);
  return Pool(x, filter, out, kSigned);
}

NetworkBuilder::Value NetworkBuilder::AveragePool(const Value& x, int32_t size,
                                                  int32_t stride,
                                                  Padding padding) {
  Filter filter = FilterOf(size, stride);
  const Image out = Slide(x.image, padding, x.image.channels, &filter);
  return Pool(x, filter, out, kSigned | kAverage);
}

NetworkBuilder::Value NetworkBuilder::GlobalAverage(const Value& x) {
  return Pool(x, FilterOf({x.image.height, x.image.width}, 1),
              {1, 1, x.image.channels}, kSigned | kAverage);
}

NetworkBuilder::Value NetworkBuilder::Add(const Value& x, const Value& y) {
  edgetpu::Add add;
  add.flags = kSigned;
  add.max = 127;
  const Value sum = NewValue(x.image);
  AddCall("add", {x, y, sum}, CombinedLayer{x.image, add});
  return sum;
}

NetworkBuilder::Value NetworkBuilder::Concatenate(
    const std::vector<Value>& values) {
  Image image = values[0].image;
  image.channels = 0;
  for (const Value& value : values) image.channels += value.image.channels;
  const Value joined = NewValue(image);
  int32_t c = 0;
  for (const Value& value : values) {
    MovedLayer moved;
    moved.in = value.image;
    moved.out = image;
    moved.c = c;
    AddCall("concatenation", {value, joined}, moved);
    c += value.image.channels;
  }
  return joined;
}

NetworkBuilder::Value NetworkBuilder::Broadcast(const Value& x,
                                                int32_t extent) {
  const Image image = {extent, extent, x.image.channels};
  CopiedLayer copied;
  copied.copy.Add(int64_t{extent} * extent, 0, image.channels);
  copied.copy.Add(image.channels, 1, 1);
  const Value y = NewValue(image);
  AddCall("broadcast", {x, y}, std::move(copied));
  return y;
}

NetworkBuilder::Value NetworkBuilder::Softmax(const Value& x) {
  NormalizedLayer layer;
  layer.image = x.image;
  layer.reals.resize(1024);
  edgetpu::Normalize operation;
  operation.max = 127;
  layer.operation = operation;
  const Value y = NewValue(x.image);
  AddCall("softmax", {x, y}, std::move(layer));
  return y;
}

Network NetworkBuilder::Take(const std::vector<Value>& outputs) {
  for (const Value& value : outputs) {
    network_.graph.values[static_cast<size_t>(value.id)].kind = Kind::kOutput;
  }
  return std::move(network_);
}

}  // namespace tflite::edgetpu::bench
