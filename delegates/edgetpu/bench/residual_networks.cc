// Networks of plain, residual and densely connected convolutions.
#include "delegates/edgetpu/bench/networks.h"

namespace tflite::edgetpu::bench {
namespace {

using Value = NetworkBuilder::Value;

Network Classified(NetworkBuilder& net, const Value& x) {
  return net.Take({net.Softmax(net.Dense(net.GlobalAverage(x), 1000))});
}

Value BlockV1(NetworkBuilder& net, const Value& x, int32_t channels,
              int32_t stride, bool first) {
  const Value shortcut = first ? net.Convolve(x, 4 * channels, 1, stride) : x;
  Value y = net.Convolve(x, channels, 1, stride);
  y = net.Convolve(y, channels, 3);
  return net.Add(shortcut, net.Convolve(y, 4 * channels, 1));
}

// Normalized before the first convolution, so that nothing absorbs it.
Value BlockV2(NetworkBuilder& net, const Value& x, int32_t channels,
              int32_t stride, bool first) {
  const Value normal = net.Normalize(x);
  Value shortcut = x;
  if (first) {
    shortcut = net.Convolve(normal, 4 * channels, 1, stride);
  } else if (stride > 1) {
    shortcut = net.MaxPool(x, 1, stride);
  }
  Value y = net.Convolve(normal, channels, 1);
  y = net.Convolve(y, channels, 3, stride);
  return net.Add(shortcut, net.Convolve(y, 4 * channels, 1));
}

Network ResNetV2(int32_t extent, const int (&blocks)[4]) {
  NetworkBuilder net;
  Value x = net.MaxPool(net.Convolve(net.Input(extent), 64, 7, 2), 3, 2);
  for (int stage = 0; stage < 4; ++stage) {
    for (int i = 0; i < blocks[stage]; ++i) {
      // The last block of a stage halves the extent.
      const bool halves = stage < 3 && i + 1 == blocks[stage];
      x = BlockV2(net, x, 64 << stage, halves ? 2 : 1, i == 0);
    }
  }
  return Classified(net, net.Normalize(x));
}

// Convolutions of 3x3 in five stages.
Network Vgg(int32_t extent, const int (&convolutions)[5]) {
  NetworkBuilder net;
  Value x = net.Input(extent);
  const int32_t channels[] = {64, 128, 256, 512, 512};
  for (int stage = 0; stage < 5; ++stage) {
    for (int i = 0; i < convolutions[stage]; ++i) {
      x = net.Convolve(x, channels[stage], 3);
    }
    x = net.MaxPool(x, 2, 2);
  }
  x = net.Dense(net.Dense(net.Dense(x, 4096), 4096), 1000);
  return net.Take({net.Softmax(x)});
}

// Squeezes to `channels`, then expands to eight times as many.
Value Fire(NetworkBuilder& net, const Value& x, int32_t channels) {
  const Value y = net.Convolve(x, channels, 1);
  return net.Concatenate(
      {net.Convolve(y, 4 * channels, 1), net.Convolve(y, 4 * channels, 3)});
}

}  // namespace

Network ResNet50V1(int32_t extent) {
  NetworkBuilder net;
  Value x = net.MaxPool(net.Convolve(net.Input(extent), 64, 7, 2), 3, 2);
  const int blocks[] = {3, 4, 6, 3};
  for (int stage = 0; stage < 4; ++stage) {
    for (int i = 0; i < blocks[stage]; ++i) {
      const int32_t stride = stage > 0 && i == 0 ? 2 : 1;
      x = BlockV1(net, x, 64 << stage, stride, i == 0);
    }
  }
  return Classified(net, x);
}

Network ResNet50V2(int32_t extent) { return ResNetV2(extent, {3, 4, 6, 3}); }

Network ResNet152V2(int32_t extent) { return ResNetV2(extent, {3, 8, 36, 3}); }

Network DenseNet121(int32_t extent) {
  NetworkBuilder net;
  Value x = net.MaxPool(net.Convolve(net.Input(extent), 64, 7, 2), 3, 2);
  for (const int blocks : {6, 12, 24, 16}) {
    for (int i = 0; i < blocks; ++i) {
      const Value y = net.Convolve(net.Normalize(x), 128, 1);
      x = net.Concatenate({x, net.Convolve(y, 32, 3)});
    }
    x = net.Normalize(x);
    if (blocks == 16) break;
    x = net.AveragePool(net.Convolve(x, x.image.channels / 2, 1), 2, 2);
  }
  return Classified(net, x);
}

Network Vgg16(int32_t extent) { return Vgg(extent, {2, 2, 3, 3, 3}); }

Network Vgg19(int32_t extent) { return Vgg(extent, {2, 2, 4, 4, 4}); }

Network SqueezeNet(int32_t extent) {
  NetworkBuilder net;
  Value x = net.Convolve(net.Input(extent), 96, 7, 2, Padding::kValid);
  x = net.MaxPool(x, 3, 2, Padding::kValid);
  for (const int32_t channels : {16, 16, 32}) x = Fire(net, x, channels);
  x = net.MaxPool(x, 3, 2, Padding::kValid);
  for (const int32_t channels : {32, 48, 48, 64}) x = Fire(net, x, channels);
  x = net.MaxPool(x, 3, 2, Padding::kValid);
  x = net.Convolve(Fire(net, x, 64), 1000, 1);
  return net.Take({net.Softmax(net.GlobalAverage(x))});
}

}  // namespace tflite::edgetpu::bench
