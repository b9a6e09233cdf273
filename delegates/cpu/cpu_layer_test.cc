// Which layers are one, and share packed weights: those that differ in anything
// they compute with are not.
#include "delegates/cpu/cpu_layer.h"

#include <functional>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::cpu {
namespace {

using kernels::WeightedSum;

ConstantElements<char> Elements(const std::vector<char>& of) {
  return {of.data(), of.size()};
}

class SameLayerTest : public ::testing::Test {
 protected:
  LayerSpec Layer() const {
    kernels::Conv2d op;
    op.sum.multipliers = {{5, 1}, {6, 2}};
    LayerSpec spec;
    spec.op = op;
    spec.weights = Elements(weights_);
    spec.bias = Elements(bias_);
    return spec;
  }
  LayerSpec FullyConnected() const {
    LayerSpec spec = Layer();
    kernels::FullyConnected op;
    op.sum = spec.sum();
    spec.op = op;
    return spec;
  }

  // The layers differ by the change, in either order.
  static void ExpectDiffers(const LayerSpec& layer,
                            const std::function<void(LayerSpec&)>& change) {
    LayerSpec other = layer;
    EXPECT_TRUE(SameLayer(layer, other));
    change(other);
    EXPECT_FALSE(SameLayer(layer, other));
    EXPECT_FALSE(SameLayer(other, layer));
  }
  // Changes a number or enumeration of the sum or of the window.
  template <typename T>
  void ExpectSumDiffers(T WeightedSum::*member, T value) const {
    for (const LayerSpec& layer : {Layer(), FullyConnected()}) {
      ExpectDiffers(layer, [&](LayerSpec& l) { l.sum().*member = value; });
    }
  }
  void ExpectWindowDiffers(int32_t ConvWindow::*member) const {
    ExpectDiffers(Layer(), [&](LayerSpec& l) { ++(l.window()->*member); });
  }

  const std::vector<char> weights_ = std::vector<char>(8),
                          bias_ = std::vector<char>(8),
                          others_ = std::vector<char>(8);
};

TEST_F(SameLayerTest, TellsConstantsApart) {
  ExpectDiffers(Layer(), [&](LayerSpec& l) { l.weights = Elements(others_); });
  ExpectDiffers(Layer(), [&](LayerSpec& l) { l.bias = Elements(others_); });
  ExpectDiffers(Layer(), [&](LayerSpec& l) {
    l.weights = {weights_.data(), 4};
  });
}

TEST_F(SameLayerTest, TellsSumsApart) {
  ExpectSumDiffers(&WeightedSum::kind, WeightedSum::Kind::kInteger);
  ExpectSumDiffers(&WeightedSum::input_type, kTfLiteInt8);
  ExpectSumDiffers(&WeightedSum::weights_type, kTfLiteInt8);
  ExpectSumDiffers(&WeightedSum::output_type, kTfLiteInt8);
  ExpectSumDiffers(&WeightedSum::bias_type, kTfLiteInt32);
  ExpectSumDiffers(&WeightedSum::channels, 2);
  ExpectSumDiffers(&WeightedSum::weights_zero_point, 1);
  ExpectSumDiffers(&WeightedSum::input_zero_point, 1);
  ExpectSumDiffers(&WeightedSum::output_zero_point, 1);
  for (const auto& change : std::vector<std::function<void(LayerSpec&)>>{
           [](LayerSpec& l) { l.sum().float_range.min -= 1; },
           [](LayerSpec& l) { l.sum().float_range.max += 1; },
           [](LayerSpec& l) { --l.sum().integer_range.min; },
           [](LayerSpec& l) { ++l.sum().integer_range.max; },
           [](LayerSpec& l) { ++l.sum().multipliers[0].multiplier; },
           [](LayerSpec& l) { ++l.sum().multipliers[1].multiplier; },
           [](LayerSpec& l) { ++l.sum().multipliers[0].shift; },
           [](LayerSpec& l) { ++l.sum().multipliers[1].shift; },
           [](LayerSpec& l) { l.sum().multipliers.pop_back(); }}) {
    ExpectDiffers(Layer(), change);
    ExpectDiffers(FullyConnected(), change);
  }
}

TEST_F(SameLayerTest, TellsWindowsApart) {
  for (int32_t ConvWindow::*const member :
       {&ConvWindow::batch, &ConvWindow::in_height, &ConvWindow::in_width,
        &ConvWindow::in_channels, &ConvWindow::out_height,
        &ConvWindow::out_width, &ConvWindow::out_channels,
        &ConvWindow::filter_height, &ConvWindow::filter_width,
        &ConvWindow::stride_height, &ConvWindow::stride_width,
        &ConvWindow::dilation_height, &ConvWindow::dilation_width,
        &ConvWindow::pad_top, &ConvWindow::pad_bottom, &ConvWindow::pad_left,
        &ConvWindow::pad_right}) {
    ExpectWindowDiffers(member);
  }
}

TEST_F(SameLayerTest, TellsOperatorsApart) {
  ExpectDiffers(Layer(), [](LayerSpec& l) {
    kernels::DepthwiseConv2d op;
    op.sum = l.sum();
    op.window = *l.window();
    l.op = op;
  });
  for (int32_t kernels::FullyConnected::*const member :
       {&kernels::FullyConnected::depth, &kernels::FullyConnected::units}) {
    ExpectDiffers(FullyConnected(), [&](LayerSpec& l) {
      ++(std::get<kernels::FullyConnected>(l.op).*member);
    });
  }
  ExpectDiffers(FullyConnected(), [&](LayerSpec& l) {
    ++std::get<kernels::FullyConnected>(l.op).rows;
  });
}

}  // namespace
}  // namespace tflite::cpu
