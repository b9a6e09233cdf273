// Networks of depthwise convolutions and inverted bottlenecks.
#include "delegates/edgetpu/bench/networks.h"

namespace tflite::edgetpu::bench {
namespace {

using Value = NetworkBuilder::Value;

Value Separable(NetworkBuilder& net, const Value& x, int32_t channels,
                int32_t stride) {
  return net.Convolve(net.Depthwise(x, 3, stride), channels, 1);
}

// The layers of MobileNet v1 up to 1024 channels; `before_last` becomes what
// has a stride of 16.
Value MobileNetV1Body(NetworkBuilder& net, Value x, Value* before_last) {
  x = net.Convolve(x, 32, 3, 2);
  x = Separable(net, x, 64, 1);
  x = Separable(net, x, 128, 2);
  x = Separable(net, x, 128, 1);
  x = Separable(net, x, 256, 2);
  x = Separable(net, x, 256, 1);
  x = Separable(net, x, 512, 2);
  for (int i = 0; i < 5; ++i) x = Separable(net, x, 512, 1);
  *before_last = x;
  x = Separable(net, x, 1024, 2);
  return Separable(net, x, 1024, 1);
}

// `expanded`, if it is not null, becomes the input of the depthwise layer.
Value Bottleneck(NetworkBuilder& net, const Value& x, int32_t expansion,
                 int32_t channels, int32_t filter, int32_t stride,
                 int32_t dilation = 1, Value* expanded = nullptr) {
  Value y = x;
  if (expansion > 1) y = net.Convolve(y, expansion * x.image.channels, 1);
  if (expanded != nullptr) *expanded = y;
  y = net.Depthwise(y, filter, stride, dilation);
  y = net.Convolve(y, channels, 1);
  const bool adds = stride == 1 && channels == x.image.channels;
  return adds ? net.Add(x, y) : y;
}

struct Stage {
  int32_t expansion, channels, blocks, stride;
};
constexpr Stage kMobileNetV2[] = {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2},
                                  {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2},
                                  {6, 320, 1, 1}};

// Up to 320 channels. `skips` receives what the first block of each stage
// expands to. With `dilates`, the stride stays 16.
Value MobileNetV2Body(NetworkBuilder& net, Value x, std::vector<Value>* skips,
                      bool dilates = false) {
  x = net.Convolve(x, 32, 3, 2);
  int32_t dilation = 1;
  for (const Stage& stage : kMobileNetV2) {
    for (int i = 0; i < stage.blocks; ++i) {
      const bool last_stride = dilates && stage.channels == 160 && i == 0;
      const int32_t stride = i == 0 && !last_stride ? stage.stride : 1;
      Value expanded = x;
      x = Bottleneck(net, x, stage.expansion, stage.channels, 3, stride,
                     dilation, &expanded);
      if (last_stride) dilation = 2;
      if (i == 0) skips->push_back(expanded);
    }
  }
  return x;
}

Network Classified(NetworkBuilder& net, const Value& x, int32_t classes) {
  return net.Take({net.Softmax(net.Dense(net.GlobalAverage(x), classes))});
}

// Places and classes of boxes at a feature map.
void AddHeads(NetworkBuilder& net, const Value& x, int32_t anchors,
              std::vector<Value>* heads) {
  heads->push_back(net.Convolve(x, 4 * anchors, 1));
  heads->push_back(net.Convolve(x, 91 * anchors, 1));
}

// Heads at two feature maps and at four smaller ones.
Network Detected(NetworkBuilder& net, const Value& first, Value x) {
  std::vector<Value> heads;
  AddHeads(net, first, 3, &heads);
  AddHeads(net, x, 6, &heads);
  for (const int32_t channels : {512, 256, 256, 128}) {
    x = net.Convolve(net.Convolve(x, channels / 2, 1), channels, 3, 2);
    AddHeads(net, x, 6, &heads);
  }
  return net.Take(heads);
}

// An expansion by a full convolution or by 1x1 and depthwise ones.
struct FusedStage {
  bool fused;
  int32_t filter, expansion, channels, blocks, stride;
};
constexpr FusedStage kEfficientNet[] = {
    {true, 3, 4, 24, 1, 1},   {true, 3, 8, 32, 2, 2},
    {true, 3, 8, 48, 4, 2},   {false, 5, 8, 96, 5, 2},
    {false, 5, 8, 144, 4, 1}, {false, 5, 8, 192, 2, 2}};

Value FusedBottleneck(NetworkBuilder& net, const Value& x,
                      const FusedStage& stage, int32_t stride, bool adds) {
  Value y =
      net.Convolve(x, stage.expansion * x.image.channels, stage.filter, stride);
  y = net.Convolve(y, stage.channels, 1);
  return adds ? net.Add(x, y) : y;
}

// `deeper`: each stage has one block more, as a depth of 1.1 makes of them.
Network EfficientNetEdgeTpu(int32_t extent, bool deeper) {
  NetworkBuilder net;
  Value x = net.Convolve(net.Input(extent), 32, 3, 2);
  for (const FusedStage& stage : kEfficientNet) {
    for (int i = 0; i < stage.blocks + (deeper ? 1 : 0); ++i) {
      const int32_t stride = i == 0 ? stage.stride : 1;
      const bool adds = i > 0;
      x = stage.fused ? FusedBottleneck(net, x, stage, stride, adds)
                      : Bottleneck(net, x, stage.expansion, stage.channels,
                                   stage.filter, stride);
    }
  }
  return Classified(net, net.Convolve(x, 1280, 1), 1001);
}

}  // namespace

Network MobileNetV1(int32_t extent) {
  NetworkBuilder net;
  Value x = net.Input(extent), before = x;
  x = MobileNetV1Body(net, x, &before);
  return Classified(net, x, 1001);
}

Network MobileNetV2(int32_t extent) {
  NetworkBuilder net;
  std::vector<Value> skips;
  const Value x = MobileNetV2Body(net, net.Input(extent), &skips);
  return Classified(net, net.Convolve(x, 1280, 1), 1001);
}

Network SsdMobileNetV1(int32_t extent) {
  NetworkBuilder net;
  Value x = net.Input(extent), first = x;
  x = MobileNetV1Body(net, x, &first);
  return Detected(net, first, x);
}

Network SsdMobileNetV2(int32_t extent) {
  NetworkBuilder net;
  std::vector<Value> skips;
  const Value x = MobileNetV2Body(net, net.Input(extent), &skips);
  // What the first block of 160 channels expands to.
  return Detected(net, skips[5], net.Convolve(x, 1280, 1));
}

Network DeepLabV3(int32_t extent) {
  NetworkBuilder net;
  std::vector<Value> skips;
  const Value x = MobileNetV2Body(net, net.Input(extent), &skips, true);
  const Value global =
      net.Broadcast(net.Convolve(net.GlobalAverage(x), 256, 1), x.image.height);
  const Value joined = net.Concatenate({global, net.Convolve(x, 256, 1)});
  return net.Take({net.Convolve(net.Convolve(joined, 256, 1), 21, 1)});
}

Network UNetMobileNetV2(int32_t extent) {
  NetworkBuilder net;
  std::vector<Value> skips;
  Value x = MobileNetV2Body(net, net.Input(extent), &skips);
  const int32_t channels[] = {512, 256, 128, 64};
  // Expansions with strides of 16, 8, 4 and 2.
  const int skip[] = {5, 3, 2, 1};
  for (int i = 0; i < 4; ++i) {
    x = net.Concatenate({net.Deconvolve(x, channels[i], 3), skips[skip[i]]});
  }
  return net.Take({net.Deconvolve(x, 3, 3)});
}

Network EfficientNetEdgeTpuS(int32_t extent) {
  return EfficientNetEdgeTpu(extent, false);
}

Network EfficientNetEdgeTpuM(int32_t extent) {
  return EfficientNetEdgeTpu(extent, true);
}

}  // namespace tflite::edgetpu::bench
