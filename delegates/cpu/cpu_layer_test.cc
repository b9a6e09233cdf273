// Which layers are one, and share packed weights: those that differ in anything
// they compute with are not. What layers do with their scratch memory.
#include "delegates/cpu/cpu_layer.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/depthwise_conv_2d/depthwise_conv_2d_compute.h"
#include "kernels/testing/elements.h"
#include "testing/conformance/contents.h"

namespace tflite::cpu {
namespace {

using conformance::GuardedBuffer;
using kernels::EncodeElements;
using kernels::RandomElements;
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

// Of two images.
kernels::DepthwiseConv2d Depthwise(TfLiteType type, int32_t channels,
                                   int32_t multiplier) {
  kernels::DepthwiseConv2d op;
  op.multiplier = multiplier;
  ConvWindow& w = op.window;
  w.batch = 2;
  w.in_height = 7;
  w.in_width = 5;
  w.in_channels = channels;
  w.out_channels = channels * multiplier;
  w.filter_height = w.filter_width = 3;
  EXPECT_TRUE(kernels::PlaceConvWindow(kTfLitePaddingSame, &w).ok());
  WeightedSum& sum = op.sum;
  sum.kind = type == kTfLiteFloat32 ? WeightedSum::Kind::kFloat
                                    : WeightedSum::Kind::kInteger;
  sum.input_type = sum.weights_type = sum.output_type = type;
  sum.channels = w.out_channels;
  sum.weights_constant = sum.bias_constant = true;
  sum.float_range = {-100, 100};
  sum.integer_range = {-128, 127};
  sum.input_zero_point = 3;
  sum.output_zero_point = -2;
  sum.multipliers.assign(static_cast<size_t>(w.out_channels), {1 << 30, -7});
  return op;
}

// Numbers between -1 and 1, or bytes.
std::vector<char> RandomBytes(TfLiteType type, int64_t count, uint32_t seed) {
  const std::vector<uint8_t> bytes =
      type == kTfLiteFloat32
          ? EncodeElements(RandomElements<float>(count, -1, 1, seed))
          : EncodeElements(RandomElements<int8_t>(count, -128, 127, seed));
  return {bytes.begin(), bytes.end()};
}

// By memory that is not shared out.
std::vector<char> DepthwiseResults(const kernels::DepthwiseConv2d& op,
                                   const std::vector<char>& in,
                                   const std::vector<char>& weights,
                                   int64_t bytes) {
  kernels::DepthwiseConv2dCompute compute;
  EXPECT_TRUE(compute.Init(op, /*threads=*/1).ok());
  EXPECT_TRUE(compute.SetFilter(op, weights.data(), 0.0f, nullptr).ok());
  GuardedBuffer slot(compute.slot_bytes),
      repeated(compute.repeat_bytes(op, op.window)),
      rows(compute.row_bytes(op, op.window.batch));
  std::vector<char> out(static_cast<size_t>(bytes));
  kernels::DepthwiseConv2dArgs args;
  args.window = op.window;
  args.in = in.data();
  args.filter = reinterpret_cast<const float*>(weights.data());
  args.out = out.data();
  args.slots = slot.data();
  args.repeated = repeated.data();
  args.row_memory = rows.data();
  ThreadPool alone;
  compute.Run(op, args, alone);
  EXPECT_TRUE(slot.Intact() && repeated.Intact() && rows.Intact());
  return out;
}

TEST(CpuLayer, DepthwiseLayersShareOutTheirMemory) {
  struct Size {
    int32_t channels, multiplier;
  };
  for (const TfLiteType type : {kTfLiteFloat32, kTfLiteInt8}) {
    for (const Size& size : {Size{1, 4}, {8, 1}, {20, 3}, {70, 2}}) {
      SCOPED_TRACE(size.channels);
      const auto op = Depthwise(type, size.channels, size.multiplier);
      const ConvWindow& w = op.window;
      const auto in = RandomBytes(
          type, int64_t{w.batch} * w.in_height * w.in_width * w.in_channels, 1);
      const auto weights = RandomBytes(type, int64_t{9} * w.out_channels, 2);
      LayerSpec spec;
      spec.op = op;
      spec.weights = Elements(weights);
      const auto layer = CpuLayer::Create(std::move(spec));
      ASSERT_TRUE(layer.ok()) << layer.status();
      const auto expected =
          DepthwiseResults(op, in, weights, (*layer)->out_bytes());
      for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        ASSERT_TRUE((*layer)->Pack(pool).ok());
        GuardedBuffer scratch((*layer)->RunBytes(threads));
        std::vector<char> out(expected.size());
        (*layer)->Run(in.data(), out.data(), scratch.data(), pool);
        EXPECT_TRUE(out == expected) << threads << " threads";
        EXPECT_TRUE(scratch.Intact()) << threads << " threads";
      }
    }
  }
}

// Of floats, one image of 64 by 64 pixels with as many rows of padding.
std::shared_ptr<CpuLayer> Convolution(int32_t filter, int32_t pad_top,
                                      int32_t pad_bottom, const char* weights) {
  kernels::Conv2d op;
  op.sum = Depthwise(kTfLiteFloat32, 8, 1).sum;
  op.filter_channels = 8;
  ConvWindow& w = op.window;
  w.batch = 1;
  w.in_height = w.in_width = w.out_width = 64;
  w.in_channels = w.out_channels = 8;
  w.filter_height = w.filter_width = filter;
  w.pad_top = pad_top;
  w.pad_bottom = pad_bottom;
  w.pad_left = w.pad_right = filter / 2;
  w.out_height = w.in_height + pad_top + pad_bottom - filter + 1;
  LayerSpec spec;
  spec.op = op;
  spec.weights = {weights, static_cast<size_t>(filter * filter * 8 * 8 * 4)};
  auto layer = CpuLayer::Create(std::move(spec));
  EXPECT_TRUE(layer.ok()) << layer.status();
  ThreadPool alone;
  EXPECT_TRUE((*layer)->Pack(alone).ok());
  return *layer;
}

// Rows of the output from `begin` on, from those rows of the input that they
// need, in the memory for as many rows anywhere in the image.
std::vector<char> StripOf(const CpuLayer& layer, const std::vector<char>& in,
                          int32_t begin, int32_t rows) {
  const ConvWindow& all = *layer.spec().window();
  const int32_t first = begin - all.pad_top;
  const int32_t from = std::max(first, 0);
  ConvWindow w = all;
  w.out_height = rows;
  w.in_height = rows + w.filter_height - 1;
  GuardedBuffer scratch(layer.StripBytes(w));
  w.pad_top = from - first;
  w.in_height = std::min(first + w.in_height, all.in_height) - from;
  std::vector<char> out(static_cast<size_t>(rows * layer.out_row_bytes()));
  ThreadPool alone;
  layer.RunStrip(w, in.data() + from * layer.in_row_bytes(), out.data(),
                 scratch.data(), alone);
  EXPECT_TRUE(scratch.Intact());
  return out;
}

// One thread computes a strip. At the edge of an image, it has rows of padding.
TEST(CpuLayer, StripsOfConvolutionsHaveMemoryForOneThread) {
  struct Form {
    int32_t filter, pad_top, pad_bottom;
  };
  const std::vector<char> in = RandomBytes(kTfLiteFloat32, 64 * 64 * 8, 1),
                          weights = RandomBytes(kTfLiteFloat32, 9 * 8 * 8, 2);
  for (const Form& f : {Form{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {3, 1, 1}}) {
    SCOPED_TRACE(testing::Message() << f.filter << " by " << f.filter << ", "
                                    << f.pad_top << " and " << f.pad_bottom);
    const auto layer =
        Convolution(f.filter, f.pad_top, f.pad_bottom, weights.data());
    ASSERT_TRUE(layer->has_strips());
    GuardedBuffer scratch(layer->RunBytes(1));
    std::vector<char> all(static_cast<size_t>(layer->out_bytes()));
    ThreadPool alone;
    layer->Run(in.data(), all.data(), scratch.data(), alone);
    EXPECT_TRUE(scratch.Intact());
    constexpr int32_t kRows = 16;
    const int32_t last = layer->spec().window()->out_height - kRows;
    for (const int32_t begin : {0, 20, last}) {
      const auto want = all.begin() + begin * layer->out_row_bytes();
      EXPECT_TRUE(
          StripOf(*layer, in, begin, kRows) ==
          std::vector<char>(want, want + kRows * layer->out_row_bytes()))
          << "from row " << begin;
    }
  }
}

TEST(LayerStore, IsSharedByThreads) {
  std::vector<std::vector<char>> weights;
  for (uint32_t seed = 0; seed < 8; ++seed) {
    weights.push_back(RandomBytes(kTfLiteFloat32, 9 * 8, seed));
  }
  LayerStore store;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&store, &weights, &wrong] {
      std::vector<std::shared_ptr<CpuLayer>> held(5);
      for (size_t i = 0; i < 2000; ++i) {
        LayerSpec spec;
        spec.op = Depthwise(kTfLiteFloat32, 8, 1);
        spec.weights = Elements(weights[i * 7 % weights.size()]);
        const char* const data = spec.weights.data();
        const auto layer = store.Get(std::move(spec));
        if (!layer.ok() || (*layer)->spec().weights.data() != data) {
          ++wrong;
          continue;
        }
        held[i % held.size()] = *layer;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace tflite::cpu
