#ifndef DELEGATES_EDGETPU_BENCH_NETWORK_BUILDER_H_
#define DELEGATES_EDGETPU_BENCH_NETWORK_BUILDER_H_

#include <cstdint>
#include <vector>

#include "delegates/edgetpu/compiler/layers.h"

namespace tflite::edgetpu::bench {

// A network as the compiler gets it. All weights are zero: cycles do not depend
// on them.
struct Network {
  LayerGraph graph;
  std::vector<Image> images;  // by value

  uint64_t multiplications() const;
  uint64_t weights() const;  // without biases
};

enum class Padding { kSame, kValid };

// Writes networks down layer by layer. Heights and widths follow from those of
// the input; activation functions and normalizations that a convolution absorbs
// are not mentioned.
class NetworkBuilder {
 public:
  struct Value {
    delegates::ValueId id;
    Image image;
  };
  struct Size {
    int32_t height, width;
    // NOLINTNEXTLINE(google-explicit-constructor): 3 stands for 3x3.
    Size(int32_t both) : height(both), width(both) {}
    Size(int32_t rows, int32_t columns) : height(rows), width(columns) {}
  };

  Value Input(int32_t extent, int32_t channels = 3);

  Value Convolve(const Value& x, int32_t channels, Size filter,
                 int32_t stride = 1, Padding padding = Padding::kSame);
  Value Depthwise(const Value& x, Size filter, int32_t stride = 1,
                  int32_t dilation = 1);
  // A stride 2 convolution backwards: twice the extent.
  Value Deconvolve(const Value& x, int32_t channels, int32_t filter);
  // A factor and a summand per channel, which no convolution absorbs.
  Value Normalize(const Value& x);
  // A fully connected layer on all elements.
  Value Dense(const Value& x, int32_t units);

  Value MaxPool(const Value& x, int32_t filter, int32_t stride,
                Padding padding = Padding::kSame);
  Value AveragePool(const Value& x, int32_t filter, int32_t stride,
                    Padding padding = Padding::kSame);
  Value GlobalAverage(const Value& x);

  Value Add(const Value& x, const Value& y);
  // Along the channels.
  Value Concatenate(const std::vector<Value>& values);
  // A single position becomes an image.
  Value Broadcast(const Value& x, int32_t extent);
  Value Softmax(const Value& x);

  // The network computes these.
  Network Take(const std::vector<Value>& outputs);

 private:
  Value NewValue(const Image& image);
  void AddCall(const char* label, const std::vector<Value>& operands,
               Layer layer);
  Value Weighted(const char* label, const Value& x, const Image& out,
                 const Filter& filter, bool lanewise);
  Value Pool(const Value& x, const Filter& filter, const Image& out,
             uint32_t flags);

  Network network_;
};

}  // namespace tflite::edgetpu::bench

#endif  // DELEGATES_EDGETPU_BENCH_NETWORK_BUILDER_H_
