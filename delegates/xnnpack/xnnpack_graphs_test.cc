// Graphs on which the library would abort, or which it cannot run: they must
// not reach it.
#include <dirent.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "delegates/xnnpack/lowering/range.h"
#include "delegates/xnnpack/xnnpack_caps.h"
#include "delegates/xnnpack/xnnpack_options.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::xnnpack {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::Elements;
using conformance::kFloat32;
using conformance::kInt8;
using conformance::kUInt8;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

DelegatePtr Xnnpack() {
  return {CreateXnnpackDelegate({}), TfLiteXNNPackDelegateDelete};
}

void ExpectTaken(const Case& c) {
  SCOPED_TRACE(FullName(c));
  const DelegatePtr delegate = Xnnpack();
  const auto run = Prepared(c, delegate.get());
  EXPECT_EQ(NodesLeft(run->interpreter()), 0) << Refusals(run->interpreter());
  conformance::ExpectSame(c, *run);
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
}

void ExpectRefused(const Case& c, const std::string& reason) {
  SCOPED_TRACE(FullName(c));
  const DelegatePtr delegate = Xnnpack();
  const auto run = Prepared(c, delegate.get());
  EXPECT_GT(NodesLeft(run->interpreter()), 0);
  const std::string told = Refusals(run->interpreter());
  EXPECT_NE(told.find(reason), std::string::npos) << told;
  conformance::ExpectSame(c, *run);
}

TfLitePoolParams Pool2x2() {
  TfLitePoolParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.filter_height = params.filter_width = 2;
  return params;
}

// One node with an unread result, and one whose result is a graph output.
TEST(XnnpackGraphs, RunsNodesWhoseResultsNobodyReads) {
  conformance::TensorHandle x, y;
  for (const int code : {kTfLiteBuiltinAbs, kTfLiteBuiltinLogistic,
                         kTfLiteBuiltinNeg, kTfLiteBuiltinRelu}) {
    ExpectTaken(Case("Unread", "float32")
                    .Op(code)
                    .In(kFloat32, {1, 3, 3, 2})
                    .As(x)
                    .Inner(kFloat32)
                    .Op(code)
                    .Same(x)
                    .Out(kFloat32)
                    .Within(conformance::Near(1e-5)));
  }
  for (const int code :
       {kTfLiteBuiltinMaxPool2d, kTfLiteBuiltinAveragePool2d}) {
    ExpectTaken(Case("UnreadPool", "float32")
                    .Op(code, Pool2x2())
                    .In(kFloat32, {1, 4, 4, 3})
                    .As(x)
                    .Inner(kFloat32)
                    .Op(code, Pool2x2())
                    .Same(x)
                    .Out(kFloat32)
                    .Within(conformance::Near(1e-5)));
  }
  for (const Elements& e : {kInt8, kUInt8}) {
    ExpectTaken(Case("UnreadAdd", e.name)
                    .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                    .In(e, {2, 5})
                    .As(x)
                    .In(e, {5})
                    .As(y)
                    .Inner(e)
                    .Op(kTfLiteBuiltinMaxPool2d, Pool2x2())
                    .In(e, {1, 4, 4, 3})
                    .Inner(e)
                    .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                    .Same(x)
                    .Same(y)
                    .Out(e)
                    .Within(conformance::Steps(1)));
  }
}

// No result is read; a chain ends in an unread result; tensors of different
// sizes.
TEST(XnnpackGraphs, RunsChainsThatEndInNothing) {
  conformance::TensorHandle abs, x;
  ExpectTaken(Case("Chain", "float32")
                  .Op(kTfLiteBuiltinAbs)
                  .In(kFloat32, {7})
                  .As(x)
                  .Inner(kFloat32)
                  .As(abs)
                  .Op(kTfLiteBuiltinNeg)
                  .Same(abs)
                  .Inner(kFloat32)
                  .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
                  .In(kFloat32, {9, 7})
                  .Same(abs)
                  .Inner(kFloat32)
                  .Op(kTfLiteBuiltinNeg)
                  .Same(x)
                  .Out(kFloat32));
  ExpectTaken(Case("OnlyUnread", "float32")
                  .Op(kTfLiteBuiltinAbs)
                  .In(kFloat32, {7})
                  .Inner(kFloat32));
  // In less memory, the large one would overwrite much else.
  ExpectTaken(Case("LargeUnread", "float32")
                  .Op(kTfLiteBuiltinAbs)
                  .In(kFloat32, {1 << 20})
                  .Inner(kFloat32)
                  .Op(kTfLiteBuiltinNeg)
                  .In(kFloat32, {3})
                  .Inner(kFloat32));
}

// An application may use the memory of an output between runs.
TEST(XnnpackGraphs, WritesConstantResultsInEachRun) {
  const Case c = Case("Constant", "float16")
                     .Op(kTfLiteBuiltinDequantize)
                     .Const(conformance::kFloat16, {2, 5, 7})
                     .Out(kFloat32);
  const DelegatePtr delegate = Xnnpack();
  const auto run = Prepared(c, delegate.get());
  EXPECT_EQ(NodesLeft(run->interpreter()), 0) << Refusals(run->interpreter());
  conformance::ExpectSame(c, *run);
  for (const int output : run->interpreter().outputs()) {
    TfLiteTensor* tensor = run->interpreter().tensor(output);
    std::memset(tensor->data.raw, 0x55, tensor->bytes);
  }
  conformance::ExpectSame(c, *run, 2);
}

// A result that is both a graph output and read by a node, twice.
TEST(XnnpackGraphs, RunsNodesThatShareOperands) {
  conformance::TensorHandle x, sum, relu, product;
  ExpectTaken(Case("Shared", "float32")
                  .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                  .In(kFloat32, {2, 3})
                  .As(x)
                  .Same(x)
                  .Out(kFloat32)
                  .As(sum)
                  .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
                  .Same(sum)
                  .Same(sum)
                  .Out(kFloat32)
                  .As(product)
                  .Op(kTfLiteBuiltinRelu)
                  .Same(sum)
                  .Inner(kFloat32)
                  .As(relu)
                  .Op(kTfLiteBuiltinSub, TfLiteSubParams{})
                  .Same(relu)
                  .Same(product)
                  .Out(kFloat32)
                  .Within(conformance::Near(1e-5)));
}

// The convolution reads the mean's height and width, which some releases drop.
TEST(XnnpackGraphs, ReadsTheDimensionsThatAMeanKeeps) {
  conformance::TensorHandle mean;
  TfLiteConvParams conv{};
  conv.padding = kTfLitePaddingValid;
  conv.stride_height = conv.stride_width = 1;
  conv.dilation_height_factor = conv.dilation_width_factor = 1;
  ExpectTaken(Case("MeanAndConv", "float32")
                  .Op(kTfLiteBuiltinMean, TfLiteReducerParams{true})
                  .In(kFloat32, {2, 4, 5, 3})
                  .List({1, 2})
                  .Inner(kFloat32)
                  .As(mean)
                  .Op(kTfLiteBuiltinConv2d, conv)
                  .Same(mean)
                  .Const(kFloat32, {6, 1, 1, 3})
                  .Const(kFloat32, {6})
                  .Out(kFloat32)
                  .Within(conformance::Near(1e-5)));
}

TEST(XnnpackGraphs, RefusesTransposeConvOfFewerPixelsThanAStride) {
  struct Shapes {
    std::vector<double> output;
    std::vector<int> filter, input;
    int stride_height, stride_width;
  };
  const Shapes kShapes[] = {
      {{1, 1, 1, 1}, {1, 1, 4, 1}, {1, 1, 1, 1}, 1, 3},
      {{1, 1, 2, 1}, {1, 1, 4, 1}, {1, 1, 1, 1}, 1, 3},
      {{1, 2, 9, 3}, {3, 3, 3, 2}, {1, 1, 3, 2}, 3, 3},
  };
  for (const auto& e : conformance::PlainSumElements()) {
    // Other types are refused anyway.
    if (e.input.type == kTfLiteInt16 || e.per_channel) continue;
    for (const Shapes& s : kShapes) {
      TfLiteTransposeConvParams params{};
      params.padding = kTfLitePaddingSame;
      params.stride_height = s.stride_height;
      params.stride_width = s.stride_width;
      const int depth = s.filter[1] * s.filter[2] * s.filter[3];
      ExpectRefused(Case("FewPixels", e.name)
                        .Op(kTfLiteBuiltinTransposeConv, params)
                        .List(s.output)
                        .Const(e.Weights(s.filter[0], 0), s.filter)
                        .In(e.input, s.input)
                        .Out(e.Output(depth))
                        .Within(e.Within(depth)),
                    "are less than the strides");
    }
  }
}

// Supported: an output with as many pixels as the stride, and a filter that is
// smaller than the stride.
TEST(XnnpackGraphs, TakesOtherTransposeConv) {
  const auto conv = [](std::vector<double> output, std::vector<int> filter,
                       std::vector<int> input) {
    TfLiteTransposeConvParams params{};
    params.padding = kTfLitePaddingSame;
    params.stride_height = 1;
    params.stride_width = 3;
    return Case("Pixels", "float32")
        .Op(kTfLiteBuiltinTransposeConv, params)
        .List(std::move(output))
        .Const(kFloat32, std::move(filter))
        .In(kFloat32, std::move(input))
        .Out(kFloat32)
        .Within(conformance::Near(1e-5));
  };
  ExpectTaken(conv({1, 1, 3, 1}, {1, 1, 4, 1}, {1, 1, 1, 1}));
  ExpectTaken(conv({1, 1, 6, 1}, {1, 1, 2, 1}, {1, 1, 2, 1}));
}

// The stored results for an input that alternates between the smallest and the
// largest value in both directions.
std::vector<int> ResizedBytes(const Case& c, TfLiteDelegate* delegate) {
  const auto run = Prepared(c, delegate);
  Interpreter& interpreter = run->interpreter();
  EXPECT_EQ(NodesLeft(interpreter), delegate == nullptr ? 1 : 0);
  int8_t* const input = interpreter.typed_input_tensor<int8_t>(0);
  const TfLiteIntArray& shape = *interpreter.input_tensor(0)->dims;
  for (int y = 0, i = 0; y < shape.data[1]; ++y) {
    for (int x = 0; x < shape.data[2]; ++x, ++i) {
      input[i] = (x + y) % 2 == 0 ? -128 : 127;
    }
  }
  EXPECT_EQ(interpreter.Invoke(), kTfLiteOk);
  const int8_t* const output = interpreter.typed_output_tensor<int8_t>(0);
  return {output, output + interpreter.output_tensor(0)->bytes};
}

// The greatest difference from the reference of a resize of INT8 from
// [height, width] to as many pixels as `output` says.
int StepsOfResize(int height, int width, const std::vector<double>& output) {
  const Case c = Case("Resize", "int8")
                     .Op(kTfLiteBuiltinResizeBilinear,
                         TfLiteResizeBilinearParams{false, false})
                     .In(kInt8, {1, height, width, 1})
                     .List(output)
                     .Out(kInt8);
  const DelegatePtr delegate = Xnnpack();
  const std::vector<int> expected = ResizedBytes(c, nullptr);
  const std::vector<int> found = ResizedBytes(c, delegate.get());
  EXPECT_EQ(found.size(), expected.size());
  int most = 0;
  for (size_t i = 0; i < found.size() && i < expected.size(); ++i) {
    most = std::max(most, std::abs(found[i] - expected[i]));
  }
  return most;
}

// The reference's position of pixel n is off by up to n / 2048 of a pixel, and
// both round the result: along an axis, up to 29 / 2048 * 255 + 1 steps, so no
// more than four; along two axes, no more than eight.
TEST(XnnpackGraphs, ResizesBytesToThirtyPixelsWithinFourStepsAnAxis) {
  int most = 0, most_of_both = 0;
  for (const int pixels : {2, 3, 4, 7, 11, 19, 30, 41}) {
    SCOPED_TRACE(pixels);
    const int upright = StepsOfResize(pixels, 1, {30, 1});
    const int flat = StepsOfResize(1, pixels, {1, 30});
    const int both = StepsOfResize(pixels, pixels, {30, 30});
    EXPECT_LE(upright, 4);
    EXPECT_LE(flat, 4);
    EXPECT_LE(both, 8);
    most = std::max({most, upright, flat});
    most_of_both = std::max(most_of_both, both);
  }
  // Otherwise README.md says too much.
  EXPECT_GT(most, 1);
  EXPECT_GT(most_of_both, most);
}

TEST(XnnpackGraphs, TakesMeansOfHeightAndWidthOnly) {
  const auto mean = [](const std::vector<double>& axes) {
    TfLiteReducerParams params{};
    params.keep_dims = true;
    return Case("Mean", "float32")
        .Op(kTfLiteBuiltinMean, params)
        .In(kFloat32, {2, 3, 4, 5})
        .List(axes)
        .Out(kFloat32)
        .Within(conformance::Depth(60));
  };
  for (const auto& axes : std::vector<std::vector<double>>{
           {1, 2}, {2, 1}, {-3, -2}, {-2, 1}, {2, -3, 1}}) {
    ExpectTaken(mean(axes));
  }
  for (const auto& axes : std::vector<std::vector<double>>{
           {1}, {-2}, {-2, -1}, {-4, -3}, {0, 1, 2}, {1, 2, -1}}) {
    ExpectRefused(mean(axes), "the axes are not height and width");
  }
}

// The library requires the bounds of a result to be different integers.
TEST(XnnpackGraphs, RefusesActivationsThatLeaveOneValue) {
  for (const int code : {kTfLiteBuiltinRelu, kTfLiteBuiltinRelu6}) {
    ExpectRefused(Case("OneValue", "int8")
                      .Op(code)
                      .In(kInt8.Scaled(0.1f, 127), {5})
                      .Out(kInt8.Scaled(0.1f, 127)),
                  "the activation leaves one value");
  }
  ExpectRefused(Case("OneValue", "uint8")
                    .Op(kTfLiteBuiltinRelu0To1)
                    .In(kUInt8.Scaled(2.5f, 3), {5})
                    .Out(kUInt8.Scaled(2.5f, 3)),
                "the activation leaves one value");
  TfLiteAddParams add{};
  add.activation = kTfLiteActRelu;
  ExpectRefused(Case("OneValue", "int8")
                    .Op(kTfLiteBuiltinAdd, add)
                    .In(kInt8, {5})
                    .In(kInt8, {5})
                    .Out(kInt8.Scaled(0.1f, 127)),
                "the activation leaves one value");
}

// The library's integer arithmetic has limits for the ratio of each input's
// scale to the output's.
TEST(XnnpackGraphs, RefusesScalesOutsideTheLibrarysLimits) {
  const Elements out = kInt8.Scaled(0.01f), much = kInt8.Scaled(10.0f),
                 little = kInt8.Scaled(1e-6f);
  const auto pair = [&out](int code, const Elements& x, const Elements& y) {
    const TfLiteAddParams params{};  // as those of SUB and MUL
    return Case("Ratio", "int8")
        .Op(code, params)
        .In(x, {5})
        .In(y, {5})
        .Out(out);
  };
  for (const Elements& extreme : {much, little}) {
    for (const int code : {kTfLiteBuiltinAdd, kTfLiteBuiltinSub}) {
      ExpectRefused(pair(code, extreme, out), "the first input's scale");
      ExpectRefused(pair(code, out, extreme), "the second input's scale");
    }
    ExpectRefused(Case("Ratio", "int8")
                      .Op(kTfLiteBuiltinMean, TfLiteReducerParams{true})
                      .In(extreme, {1, 4, 4, 3})
                      .List({1, 2})
                      .Out(out),
                  "the input's scale");
  }
  for (const float alpha : {1e-3f, 1e+3f}) {
    ExpectRefused(Case("Ratio", "int8")
                      .Op(kTfLiteBuiltinLeakyRelu, TfLiteLeakyReluParams{alpha})
                      .In(out, {5})
                      .Out(out),
                  XnnCaps{}.Has(XnnOp::kLeakyRelu, XnnType::kQint8)
                      ? "alpha times the input's scale"
                      : "this release of XNNPACK lacks the operator");
  }
  for (const auto& [x, y] :
       {std::pair(much, much), {much, kInt8.Scaled(1.0f)}, {little, out}}) {
    ExpectRefused(pair(kTfLiteBuiltinMul, x, y),
                  "the product of the inputs' scales");
  }
}

TEST(XnnpackGraphs, RatiosReachFromTheLeastToBelowTheGreatest) {
  for (const float ratio : {0.5f, 1.0f, 1.999f}) {
    EXPECT_TRUE(CheckRatio("it", ratio, 0.5f, 2.0f).ok()) << ratio;
  }
  for (const float ratio : {-1.0f, 0.499f, 2.0f, 3.0f, NAN}) {
    EXPECT_FALSE(CheckRatio("it", ratio, 0.5f, 2.0f).ok()) << ratio;
  }
  EXPECT_EQ(CheckRatio("it", 2.0f, 0.5f, 2.0f).message(),
            "it is 2 times the output's, beyond XNNPACK's arithmetic");
}

// Two nodes write the same tensor: the runtime does not offer them to
// delegates.
TEST(XnnpackGraphs, GetsNoTensorThatIsWrittenTwice) {
  Interpreter interpreter;
  ASSERT_EQ(interpreter.AddTensors(2), kTfLiteOk);
  for (const int t : {0, 1}) {
    ASSERT_EQ(interpreter.SetTensorParametersReadWrite(
                  t, kTfLiteFloat32, "x", {3}, TfLiteQuantization{}),
              kTfLiteOk);
  }
  interpreter.SetInputs({0});
  interpreter.SetOutputs({1});
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(interpreter.AddNodeWithParameters(
                  {0}, {1}, nullptr, 0, nullptr,
                  ops::builtin::BuiltinRefOpResolver().FindOp(
                      BuiltinOperator_ABS, 1)),
              kTfLiteOk);
  }
  const DelegatePtr delegate = Xnnpack();
  EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  EXPECT_EQ(interpreter.execution_plan().size(), 2u);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  interpreter.typed_input_tensor<float>(0)[0] = -2;
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter.typed_output_tensor<float>(0)[0], 2);
}

int ThreadsOfThisProcess() {
  DIR* tasks = opendir("/proc/self/task");
  if (tasks == nullptr) return -1;
  int count = -2;  // "." and ".."
  while (readdir(tasks) != nullptr) ++count;
  closedir(tasks);
  return count;
}

// The same, once there are `count` of them, or after 10 s: the kernel lists a
// thread for a moment after it was joined.
int AwaitThreadsOfThisProcess(int count) {
  for (int i = 0; i < 10000 && ThreadsOfThisProcess() != count; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return ThreadsOfThisProcess();
}

// The interpreter starts its own threads for the first kernel that uses them;
// this graph has no such kernel.
TEST(XnnpackGraphs, FollowsTheInterpretersThreads) {
  // Those of earlier tests have ended; a sanitizer may have one of its own.
  const int before = AwaitThreadsOfThisProcess(1);
  if (before < 1) GTEST_SKIP() << "threads are not to be counted here";
  const Case c = Case("Abs", "float32")
                     .Op(kTfLiteBuiltinAbs)
                     .In(kFloat32, {100})
                     .Out(kFloat32);
  const DelegatePtr delegate = Xnnpack();
  const auto run = Prepared(c, delegate.get());
  ASSERT_EQ(NodesLeft(run->interpreter()), 0);
  for (const int threads : {3, 1, 4}) {
    ASSERT_EQ(run->interpreter().SetNumThreads(threads), kTfLiteOk);
    ASSERT_EQ(run->interpreter().AllocateTensors(), kTfLiteOk);
    ASSERT_EQ(run->interpreter().Invoke(), kTfLiteOk);
    const int expected = before + threads - 1;
    EXPECT_EQ(AwaitThreadsOfThisProcess(expected), expected);
  }
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
}

}  // namespace
}  // namespace tflite::xnnpack
