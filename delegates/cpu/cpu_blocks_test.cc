// Random blocks of layers with what fuses into them: padding, additions,
// activations, and strips of every height.
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

  void PadImage() {
    const int top = Int(0, 2), bottom = Int(0, 2), left = Int(0, 2),
              right = Int(0, 2);
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
    const bool fits = height_ >= filter && width_ >= filter;
    p.padding =
        fits && random_.Flip() ? kTfLitePaddingValid : kTfLitePaddingSame;
    p.stride_height = p.stride_width = filter == 1 ? 1 : Int(1, 2);
    p.dilation_height_factor = p.dilation_width_factor = 1;
    p.activation = random_.Flip() ? kTfLiteActRelu6 : kTfLiteActNone;
    const auto extent = [&](int in) {
      const int covered = p.padding == kTfLitePaddingValid ? filter : 1;
      return (in - covered) / p.stride_height + 1;
    };
    next_height_ = extent(height_);
    next_width_ = extent(width_);
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

  // Without padding, before the addition.
  void Project(int outputs) {
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
    if (expands) Convolve(Int(0, 2) == 0 ? 3 : 1, Int(2, 70), false);
    if (depthwise) ConvolveDepthwise();
    const bool same = started_ && height == height_ && width == width_;
    if (!same) return Convolve(1, Int(1, 40), true);
    Project(channels);
    TfLiteAddParams p{};
    p.activation = random_.Flip() ? kTfLiteActRelu : kTfLiteActNone;
    case_.Op(kTfLiteBuiltinAdd, p);
    const TensorHandle result = current_;
    const bool first = random_.Flip();
    case_.Same(first ? result : input_).Same(first ? input_ : result);
    Write(true);
  }

  Random random_;
  const Elements values_;
  Case case_;
  TensorHandle current_, input_;
  bool started_ = false;
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
  int additions = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Block block(seed, std::get<0>(GetParam()));
    const auto run = conformance::Prepared(block.get(), delegate.get(),
                                           /*threads=*/seed % 3 + 1);
    ASSERT_EQ(conformance::NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    conformance::ExpectSame(block.get(), *run);
    ASSERT_EQ(conformance::NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    additions += block.get().graphs()[0].nodes.back().code == kTfLiteBuiltinAdd;
    if (HasFailure()) return;
  }
  EXPECT_GT(additions, 5);
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
