#include "delegates/edgetpu/bench/networks.h"

namespace tflite::edgetpu::bench {
namespace {

using Value = NetworkBuilder::Value;
using Size = NetworkBuilder::Size;
constexpr Padding kValid = Padding::kValid;

Network Classified(NetworkBuilder& net, const Value& x) {
  return net.Take({net.Softmax(net.Dense(net.GlobalAverage(x), 1001))});
}

// 1x1; 1x1 and 3x3; 1x1 and 3x3; pool and 1x1.
Value BlockV1(NetworkBuilder& net, const Value& x, int32_t one, int32_t reduce,
              int32_t three, int32_t reduce_more, int32_t more, int32_t pool) {
  return net.Concatenate(
      {net.Convolve(x, one, 1),
       net.Convolve(net.Convolve(x, reduce, 1), three, 3),
       net.Convolve(net.Convolve(x, reduce_more, 1), more, 3),
       net.Convolve(net.MaxPool(x, 3, 1), pool, 1)});
}

Value StemV4(NetworkBuilder& net, Value x) {
  x = net.Convolve(x, 32, 3, 2, kValid);
  x = net.Convolve(x, 32, 3, 1, kValid);
  x = net.Convolve(x, 64, 3);
  x = net.Concatenate(
      {net.MaxPool(x, 3, 2, kValid), net.Convolve(x, 96, 3, 2, kValid)});
  const Value straight = net.Convolve(net.Convolve(x, 64, 1), 96, 3, 1, kValid);
  Value y = net.Convolve(x, 64, 1);
  y = net.Convolve(y, 64, Size(1, 7));
  y = net.Convolve(y, 64, Size(7, 1));
  x = net.Concatenate({straight, net.Convolve(y, 96, 3, 1, kValid)});
  return net.Concatenate(
      {net.Convolve(x, 192, 3, 2, kValid), net.MaxPool(x, 3, 2, kValid)});
}

Value BlockAV4(NetworkBuilder& net, const Value& x) {
  const Value twice = net.Convolve(net.Convolve(x, 64, 1), 96, 3);
  return net.Concatenate({net.Convolve(x, 96, 1),
                          net.Convolve(net.Convolve(x, 64, 1), 96, 3),
                          net.Convolve(twice, 96, 3),
                          net.Convolve(net.AveragePool(x, 3, 1), 96, 1)});
}

Value BlockBV4(NetworkBuilder& net, const Value& x) {
  Value once = net.Convolve(net.Convolve(x, 192, 1), 224, Size(1, 7));
  once = net.Convolve(once, 256, Size(7, 1));
  Value twice = net.Convolve(net.Convolve(x, 192, 1), 192, Size(7, 1));
  twice = net.Convolve(twice, 224, Size(1, 7));
  twice = net.Convolve(twice, 224, Size(7, 1));
  twice = net.Convolve(twice, 256, Size(1, 7));
  return net.Concatenate({net.Convolve(x, 384, 1), once, twice,
                          net.Convolve(net.AveragePool(x, 3, 1), 128, 1)});
}

Value BlockCV4(NetworkBuilder& net, const Value& x) {
  const Value once = net.Convolve(x, 384, 1);
  Value twice = net.Convolve(net.Convolve(x, 384, 1), 448, Size(3, 1));
  twice = net.Convolve(twice, 512, Size(1, 3));
  return net.Concatenate({net.Convolve(x, 256, 1),
                          net.Convolve(once, 256, Size(1, 3)),
                          net.Convolve(once, 256, Size(3, 1)),
                          net.Convolve(twice, 256, Size(1, 3)),
                          net.Convolve(twice, 256, Size(3, 1)),
                          net.Convolve(net.AveragePool(x, 3, 1), 256, 1)});
}

// Halves the extent: a convolution, three of them, a pool.
Value Reduction(NetworkBuilder& net, const Value& x, int32_t direct,
                int32_t reduce, int32_t three, int32_t last) {
  Value y = net.Convolve(net.Convolve(x, reduce, 1), three, 3);
  y = net.Convolve(y, last, 3, 2, kValid);
  return net.Concatenate(
      {net.Convolve(x, direct, 3, 2, kValid), y, net.MaxPool(x, 3, 2, kValid)});
}

Value ReductionBV4(NetworkBuilder& net, const Value& x) {
  Value y = net.Convolve(net.Convolve(x, 256, 1), 256, Size(1, 7));
  y = net.Convolve(y, 320, Size(7, 1));
  return net.Concatenate(
      {net.Convolve(net.Convolve(x, 192, 1), 192, 3, 2, kValid),
       net.Convolve(y, 320, 3, 2, kValid), net.MaxPool(x, 3, 2, kValid)});
}

// What the branches give, back at the channels of x.
Value Residual(NetworkBuilder& net, const Value& x,
               const std::vector<Value>& branches) {
  return net.Add(x,
                 net.Convolve(net.Concatenate(branches), x.image.channels, 1));
}

Value Block35(NetworkBuilder& net, const Value& x) {
  const Value twice = net.Convolve(net.Convolve(x, 32, 1), 48, 3);
  return Residual(
      net, x,
      {net.Convolve(x, 32, 1), net.Convolve(net.Convolve(x, 32, 1), 32, 3),
       net.Convolve(twice, 64, 3)});
}

Value Block17(NetworkBuilder& net, const Value& x) {
  const Value y = net.Convolve(net.Convolve(x, 128, 1), 160, Size(1, 7));
  return Residual(net, x,
                  {net.Convolve(x, 192, 1), net.Convolve(y, 192, Size(7, 1))});
}

Value Block8(NetworkBuilder& net, const Value& x) {
  const Value y = net.Convolve(net.Convolve(x, 192, 1), 224, Size(1, 3));
  return Residual(net, x,
                  {net.Convolve(x, 192, 1), net.Convolve(y, 256, Size(3, 1))});
}

Value StemOfResNet(NetworkBuilder& net, Value x) {
  x = net.Convolve(x, 32, 3, 2, kValid);
  x = net.Convolve(x, 32, 3, 1, kValid);
  x = net.MaxPool(net.Convolve(x, 64, 3), 3, 2, kValid);
  x = net.Convolve(net.Convolve(x, 80, 1), 192, 3, 1, kValid);
  x = net.MaxPool(x, 3, 2, kValid);
  const Value twice = net.Convolve(net.Convolve(x, 64, 1), 96, 3);
  return net.Concatenate({net.Convolve(x, 96, 1),
                          net.Convolve(net.Convolve(x, 48, 1), 64, 5),
                          net.Convolve(twice, 96, 3),
                          net.Convolve(net.AveragePool(x, 3, 1), 64, 1)});
}

Value ReductionBOfResNet(NetworkBuilder& net, const Value& x) {
  const Value twice = net.Convolve(net.Convolve(x, 256, 1), 288, 3);
  return net.Concatenate(
      {net.Convolve(net.Convolve(x, 256, 1), 384, 3, 2, kValid),
       net.Convolve(net.Convolve(x, 256, 1), 288, 3, 2, kValid),
       net.Convolve(twice, 320, 3, 2, kValid), net.MaxPool(x, 3, 2, kValid)});
}

}  // namespace

Network InceptionV1(int32_t extent) {
  NetworkBuilder net;
  Value x = net.MaxPool(net.Convolve(net.Input(extent), 64, 7, 2), 3, 2);
  x = net.MaxPool(net.Convolve(net.Convolve(x, 64, 1), 192, 3), 3, 2);
  x = BlockV1(net, x, 64, 96, 128, 16, 32, 32);
  x = BlockV1(net, x, 128, 128, 192, 32, 96, 64);
  x = net.MaxPool(x, 3, 2);
  x = BlockV1(net, x, 192, 96, 208, 16, 48, 64);
  x = BlockV1(net, x, 160, 112, 224, 24, 64, 64);
  x = BlockV1(net, x, 128, 128, 256, 24, 64, 64);
  x = BlockV1(net, x, 112, 144, 288, 32, 64, 64);
  x = BlockV1(net, x, 256, 160, 320, 32, 128, 128);
  x = net.MaxPool(x, 2, 2);
  x = BlockV1(net, x, 256, 160, 320, 32, 128, 128);
  x = BlockV1(net, x, 384, 192, 384, 48, 128, 128);
  return Classified(net, x);
}

Network InceptionV4(int32_t extent) {
  NetworkBuilder net;
  Value x = StemV4(net, net.Input(extent));
  for (int i = 0; i < 4; ++i) x = BlockAV4(net, x);
  x = Reduction(net, x, 384, 192, 224, 256);
  for (int i = 0; i < 7; ++i) x = BlockBV4(net, x);
  x = ReductionBV4(net, x);
  for (int i = 0; i < 3; ++i) x = BlockCV4(net, x);
  return Classified(net, x);
}

Network InceptionResNetV2(int32_t extent) {
  NetworkBuilder net;
  Value x = StemOfResNet(net, net.Input(extent));
  for (int i = 0; i < 10; ++i) x = Block35(net, x);
  x = Reduction(net, x, 384, 256, 256, 384);
  for (int i = 0; i < 20; ++i) x = Block17(net, x);
  x = ReductionBOfResNet(net, x);
  for (int i = 0; i < 10; ++i) x = Block8(net, x);
  return Classified(net, net.Convolve(x, 1536, 1));
}

}  // namespace tflite::edgetpu::bench
