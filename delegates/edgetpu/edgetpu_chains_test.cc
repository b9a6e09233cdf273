// Random chains of operators: values that stay in the tiles, or in the host's
// scratch memory, from one layer to the next.
#include <memory>
#include <string>
#include <utility>

#include "delegates/edgetpu/testing/test_delegates.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::edgetpu {
namespace {

using conformance::Case;
using conformance::Elements;
using conformance::Random;
using conformance::TensorHandle;

// A model of one image that passes through a few operators.
class Chain {
 public:
  explicit Chain(uint64_t seed)
      : random_(seed),
        values_((random_.Flip() ? conformance::kInt8 : conformance::kUInt8)
                    .Scaled(0.05f, 3)
                    .Range(1, -1)),
        case_("Chain", "int8") {
    const bool vector = random_.Int(0, 3) == 0;
    height_ = vector ? 1 : Int(1, 13);
    width_ = vector ? 1 : Int(1, 13);
    channels_ = Int(1, 70);
    const int length = Int(3, 8);
    for (left_ = length; left_ > 0; --left_) AddOperator();
  }

  Case Take() { return case_.Within(conformance::Exact()); }

 private:
  int Int(int least, int most) {
    return static_cast<int>(random_.Int(least, most));
  }

  Elements Weights(int depth) const {
    const Elements& kind =
        values_.type == kTfLiteInt8 ? conformance::kInt8 : conformance::kUInt8;
    return kind
        .Scaled(0.4f / static_cast<float>(depth + 10),
                values_.type == kTfLiteInt8 ? 0 : 120)
        .Range(1, -1);
  }

  void Read() {
    if (started_) {
      case_.Same(current_);
    } else {
      case_.In(values_, {1, height_, width_, channels_}).As(current_);
      started_ = true;
    }
  }
  void Write() {
    if (left_ == 1) {
      case_.Out(values_);
    } else {
      case_.Inner(values_).As(current_);
    }
  }

  void AddOperator() {
    switch (Int(0, 5)) {
      case 0:
        return Convolve(1);
      case 1:
        return Convolve(3);
      case 2:
        return ConvolveDepthwise();
      case 3:
        return PoolValues();
      case 4:
        return started_ && left_ > 1 ? Repeat() : Convolve(1);
      default:
        case_.Op(kTfLiteBuiltinRelu);
        Read();
        Write();
    }
  }

  int Extent(int extent, int stride) const {
    return (extent + stride - 1) / stride;
  }
  void Resize(int stride, int channels) {
    height_ = Extent(height_, stride);
    width_ = Extent(width_, stride);
    channels_ = channels;
  }

  void Convolve(int filter) {
    TfLiteConvParams p{};
    p.padding = kTfLitePaddingSame;
    p.stride_height = p.stride_width = Int(1, 2);
    p.dilation_height_factor = p.dilation_width_factor = 1;
    const int outputs = Int(1, 3) == 1 ? Int(1, 8) : Int(1, 150);
    case_.Op(kTfLiteBuiltinConv2d, p);
    Read();
    case_.Const(Weights(filter * filter * channels_),
                {outputs, filter, filter, channels_});
    case_.Absent();
    Write();
    Resize(p.stride_height, outputs);
  }

  void ConvolveDepthwise() {
    TfLiteDepthwiseConvParams p{};
    p.padding = kTfLitePaddingSame;
    p.stride_height = p.stride_width = Int(1, 2);
    p.depth_multiplier = 1;
    p.dilation_height_factor = p.dilation_width_factor = Int(1, 2);
    if (p.dilation_height_factor > 1) p.stride_height = p.stride_width = 1;
    case_.Op(kTfLiteBuiltinDepthwiseConv2d, p);
    Read();
    case_.Const(Weights(9), {1, 3, 3, channels_});
    case_.Absent();
    Write();
    Resize(p.stride_height, channels_);
  }

  void PoolValues() {
    TfLitePoolParams p{};
    p.padding = kTfLitePaddingSame;
    p.stride_height = p.stride_width = Int(1, 2);
    p.filter_height = Int(1, 4);
    p.filter_width = Int(1, 4);
    case_.Op(
        random_.Flip() ? kTfLiteBuiltinMaxPool2d : kTfLiteBuiltinAveragePool2d,
        p);
    Read();
    Write();
    Resize(p.stride_height, channels_);
  }

  // Adds or joins a value and its positive part.
  void Repeat() {
    const TensorHandle before = current_;
    case_.Op(kTfLiteBuiltinRelu);
    Read();
    case_.Inner(values_).As(current_);
    if (random_.Flip()) {
      case_.Op(kTfLiteBuiltinAdd, TfLiteAddParams{});
    } else {
      TfLiteConcatenationParams p{};
      p.axis = Int(1, 3);
      case_.Op(kTfLiteBuiltinConcatenation, p);
      (p.axis == 1 ? height_ : p.axis == 2 ? width_ : channels_) *= 2;
    }
    case_.Same(before);
    case_.Same(current_);
    Write();
  }

  Random random_;
  const Elements values_;
  Case case_;
  TensorHandle current_;
  bool started_ = false;
  int height_, width_, channels_;
  int left_ = 0;  // operators to add, with the next
};

Target SmallMemory() {
  Target t = DefaultTarget();
  t.name = "small_memory";
  t.tile_rows = 3;
  t.array_columns = 16;
  t.tile_memory_bytes = 32768;
  t.parameter_store_bytes = 4096;
  return t;
}

class EdgeTpuChains : public ::testing::TestWithParam<Target> {};

TEST_P(EdgeTpuChains, HaveTheBitsOfTheReference) {
  const DelegatePtr delegate = DelegateOn(GetParam());
  ASSERT_NE(delegate, nullptr);
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    const Case c = Chain(seed).Take();
    const auto run = conformance::Prepared(c, delegate.get());
    ASSERT_EQ(conformance::NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    EXPECT_EQ(conformance::DelegatedPartitions(run->interpreter()), 1);
    conformance::ExpectSame(c, *run);
    ASSERT_EQ(conformance::NodesLeft(run->interpreter()), 0)
        << conformance::Refusals(run->interpreter());
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Targets, EdgeTpuChains,
    ::testing::Values(DefaultTarget(), SmallMemory(),
                      PlainArrayTarget(Dataflow::kWeightStationary, 16, 16)),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace tflite::edgetpu
