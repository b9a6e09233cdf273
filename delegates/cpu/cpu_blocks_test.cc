// Random blocks of layers with what fuses into them: padding, additions,
// activations and products with these, and strips of every height.
#include <algorithm>
#include <memory>
#include <string>
#include <tuple>

#include "delegates/cpu/cpu_delegate.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::cpu {
namespace {

using conformance::Case;
using conformance::Elements;
using conformance::Random;
using conformance::TensorHandle;

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

// An optional convolution, a depthwise one, a 1x1 one, each of which may have
// padding before it, and an addition of the block's input where the shapes
// agree.
class Block {
 public:
  Block(uint64_t seed, const Elements& elements)
      : random_(seed),
        values_(elements.type == kTfLiteFloat32
                    ? elements
                    : elements.Scaled(0.05f, 3).Range(-2, 2)),
        case_("Block", elements.name) {
    batch_ = Int(1, 2);
    height_ = Int(1, 19);
    width_ = Int(1, 13);
    channels_ = Int(2, 40);
    Add();
    case_.Within(elements.type == kTfLiteFloat32 ? conformance::Depth(2000, 400)
                                                 : conformance::Exact());
  }

  const Case& get() const { return case_; }
  // How many products with a function of a layer's result there are.
  int products() const { return products_; }
  // How many times a layer's input is scaled.
  int scales() const { return scales_; }

 private:
  int Int(int least, int most) {
    return static_cast<int>(random_.Int(least, most));
  }

  Elements Weights(int depth) {
    if (values_.type == kTfLiteFloat32) return values_.Range(-1, 1);
    const bool is_signed = values_.type == kTfLiteInt8;
    return (is_signed ? conformance::kInt8 : conformance::kUInt8)
        .Scaled(0.4f / static_cast<float>(depth + 10), is_signed ? 0 : 120)
        .Range(-1, 1);
  }

  void Read() {
    if (started_) {
      case_.Same(current_);
    } else {
      case_.In(values_, {batch_, height_, width_, channels_})
          .As(current_)
          .As(input_);
      started_ = true;
    }
  }
  void Write(bool last = false) {
    (last ? case_.Out(values_) : case_.Inner(values_)).As(current_);
  }

  int Margin() { return std::max(0, Int(-2, 4)); }

  void PadImage() {
    // Often only on one side, sometimes more than a window's height.
    const int top = Margin(), bottom = Margin(), left = Margin(),
              right = Margin();
    case_.Op(kTfLiteBuiltinPad, TfLitePadParams{});
    Read();
    case_.Const(
        conformance::kInt32, {4, 2},
        {0.0, 0.0, 1.0 * top, 1.0 * bottom, 1.0 * left, 1.0 * right, 0.0, 0.0});
    Write();
    height_ += top + bottom;
    width_ += left + right;
  }

  template <typename Params>
  Params Window(int filter) {
    Params p{};
    p.dilation_height_factor = p.dilation_width_factor = 1;
    if (filter > 1 && Int(0, 3) == 0) {
      p.dilation_height_factor = Int(1, 3);
      p.dilation_width_factor = Int(1, 3);
    }
    const int reach_y = (filter - 1) * p.dilation_height_factor + 1;
    const int reach_x = (filter - 1) * p.dilation_width_factor + 1;
    const bool fits = height_ >= reach_y && width_ >= reach_x;
    p.padding =
        fits && random_.Flip() ? kTfLitePaddingValid : kTfLitePaddingSame;
    p.stride_height = filter == 1 ? 1 : Int(1, 3);
    p.stride_width = filter == 1 ? 1 : Int(1, 2);
    p.activation = random_.Flip() ? kTfLiteActRelu6 : kTfLiteActNone;
    const auto extent = [&](int in, int reach, int stride) {
      const int covered = p.padding == kTfLitePaddingValid ? reach : 1;
      return (in - covered) / stride + 1;
    };
    next_height_ = extent(height_, reach_y, p.stride_height);
    next_width_ = extent(width_, reach_x, p.stride_width);
    return p;
  }

  void Convolve(int filter, int outputs, bool last) {
    if (Int(0, 5) == 0) PadImage();
    const auto p = Window<TfLiteConvParams>(filter);
    case_.Op(kTfLiteBuiltinConv2d, p);
    Read();
    case_.Const(Weights(filter * filter * channels_),
                {outputs, filter, filter, channels_});
    case_.Absent();
    Write(last);
    height_ = next_height_;
    width_ = next_width_;
    channels_ = outputs;
  }

  void ConvolveDepthwise() {
    if (Int(0, 2) == 0) PadImage();
    auto p = Window<TfLiteDepthwiseConvParams>(3);
    p.depth_multiplier = 1;
    case_.Op(kTfLiteBuiltinDepthwiseConv2d, p);
    Read();
    case_.Const(Weights(9), {1, 3, 3, channels_});
    case_.Absent();
    Write();
    height_ = next_height_;
    width_ = next_width_;
  }

  // Behind a layer: a function of its results, or their product with that.
  void Bend() {
    if (values_.type != kTfLiteFloat32 || random_.Flip()) return;
    constexpr int kGates = 2;
    constexpr int kCurves[] = {kTfLiteBuiltinLogistic, kTfLiteBuiltinTanh,
                               kTfLiteBuiltinHardSwish, kTfLiteBuiltinElu};
    const int curve = Int(0, 3);
    const TensorHandle layer = current_;
    case_.Op(kCurves[curve]).Same(layer);
    Write();
    if (curve >= kGates || random_.Flip()) return;
    const TensorHandle gate = current_;
    const bool first = random_.Flip();
    case_.Op(kTfLiteBuiltinMul, TfLiteMulParams{})
        .Same(first ? layer : gate)
        .Same(first ? gate : layer);
    Write();
    ++products_;
  }

  // Before a 1x1 layer: a factor of each channel, perhaps of each image.
  void Scale() {
    if (values_.type != kTfLiteFloat32 || !started_ || random_.Flip()) return;
    const TensorHandle image = current_;
    const int factors = random_.Flip() ? batch_ : 1;
    const bool first = random_.Flip();
    const auto read_factors = [&] {
      case_.In(values_, {factors, 1, 1, channels_});
    };
    case_.Op(kTfLiteBuiltinMul, TfLiteMulParams{});
    if (first) read_factors();
    case_.Same(image);
    if (!first) read_factors();
    Write();
    ++scales_;
  }

  // The last one before the addition, with padding before it if it has an
  // operand of its own.
  void Project(int outputs, bool padded) {
    if (padded && random_.Flip()) {
      PadImage();
    } else {
      Scale();
    }
    TfLiteConvParams p{};
    p.padding = kTfLitePaddingSame;
    p.stride_height = p.stride_width = 1;
    p.dilation_height_factor = p.dilation_width_factor = 1;
    case_.Op(kTfLiteBuiltinConv2d, p);
    Read();
    case_.Const(Weights(channels_), {outputs, 1, 1, channels_});
    case_.Absent();
    Write();
    channels_ = outputs;
  }

  void Add() {
    const int channels = channels_, height = height_, width = width_;
    const bool expands = Int(0, 3) > 0, depthwise = Int(0, 3) > 0;
    if (expands) {
      Convolve(Int(0, 2) == 0 ? 3 : 1, Int(2, 70), false);
      Bend();
    }
    if (depthwise) {
      ConvolveDepthwise();
      Bend();
    }
    const bool same = started_ && height == height_ && width == width_;
    // What is added is the block's input, or another input.
    const bool other = Int(0, 2) == 0;
    if (!same && !other) return Convolve(1, Int(1, 40), true);
    Project(channels, other);
    TfLiteAddParams p{};
    p.activation = random_.Flip() ? kTfLiteActRelu : kTfLiteActNone;
    case_.Op(kTfLiteBuiltinAdd, p);
    const TensorHandle result = current_;
    const bool first = random_.Flip();
    const auto read_other = [&] {
      if (!other) return static_cast<void>(case_.Same(input_));
      case_.In(values_, {batch_, height_, width_, channels_});
    };
    if (!first) read_other();
    case_.Same(result);
    if (first) read_other();
    Write(true);
  }

  Random random_;
  const Elements values_;
  Case case_;
  TensorHandle current_, input_;
  bool started_ = false;
  int products_ = 0, scales_ = 0;
  int batch_, height_, width_, channels_;
  int next_height_ = 0, next_width_ = 0;  // of the node's result
};

class CpuBlocks
    : public ::testing::TestWithParam<std::tuple<Elements, int64_t>> {};

TEST_P(CpuBlocks, HaveTheResultsOfTheReference) {
  CpuDelegateOptions options = CpuDelegateOptionsDefault();
  options.strip_bytes = std::get<1>(GetParam());
  options.least_value_bytes = 0;
  const DelegatePtr delegate(CpuDelegateCreate(&options), CpuDelegateDelete);
  int additions = 0, products = 0, scales = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Block block(seed, std::get<0>(GetParam()));
    const auto run = conformance::Prepared(block.get(), delegate.get(),
                                           /*threads=*/seed % 3 + 1);
    // Without strips, inputs are not scaled by layers.
    const int left = options.strip_bytes == 0 ? block.scales() : 0;
    ASSERT_EQ(conformance::NodesLeft(run->interpreter()), left)
        << conformance::Refusals(run->interpreter());
    conformance::ExpectSame(block.get(), *run);
    ASSERT_EQ(conformance::NodesLeft(run->interpreter()), left)
        << conformance::Refusals(run->interpreter());
    additions += block.get().graphs()[0].nodes.back().code == kTfLiteBuiltinAdd;
    products += block.products();
    scales += block.scales();
    if (HasFailure()) return;
  }
  EXPECT_GT(additions, 5);
  if (std::get<0>(GetParam()).type == kTfLiteFloat32) {
    EXPECT_GT(products, 5);
    EXPECT_GT(scales, 5);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Types, CpuBlocks,
    ::testing::Combine(::testing::Values(conformance::kFloat32,
                                         conformance::kInt8,
                                         conformance::kUInt8),
                       ::testing::Values(0, 1, 3000, 1 << 20)),
    [](const auto& param) {
      return std::get<0>(param.param).name + "_" +
             std::to_string(std::get<1>(param.param));
    });

}  // namespace
}  // namespace tflite::cpu
