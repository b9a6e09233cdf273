#include "delegates/xnnpack/xnnpack_delegate.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "delegates/xnnpack/xnnpack_options.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::xnnpack {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::Elements;
using conformance::ExpectSame;
using conformance::kFloat16;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::kInt8;
using conformance::kUInt8;
using conformance::NodesLeft;
using conformance::Prepared;

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

DelegatePtr Xnnpack(const XnnpackOptions& options = {}) {
  return {CreateXnnpackDelegate(options), TfLiteXNNPackDelegateDelete};
}

void ExpectAllOnXnnpack(const Case& c, int threads = 1) {
  const DelegatePtr delegate = Xnnpack();
  const auto run = Prepared(c, delegate.get(), threads);
  EXPECT_EQ(run->interpreter().execution_plan().size(), 1u);
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  ExpectSame(c, *run);
}

// Checks that no node is delegated and that the report contains the reason.
void ExpectRefused(const Case& c, const std::string& reason,
                   const XnnpackOptions& options = {}) {
  const DelegatePtr delegate = Xnnpack(options);
  const auto run = Prepared(c, delegate.get());
  const DelegationReport report = run->interpreter().GetDelegationReport();
  for (const auto& node : report.graphs.at(0).nodes) {
    EXPECT_EQ(node.partition, -1);
  }
  const std::string told = conformance::Refusals(run->interpreter());
  EXPECT_NE(told.find(reason), std::string::npos) << told;
  ExpectSame(c, *run);
}

TfLiteConvParams Conv(TfLitePadding padding, int stride,
                      TfLiteFusedActivation activation) {
  TfLiteConvParams params{};
  params.padding = padding;
  params.stride_height = params.stride_width = stride;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.activation = activation;
  return params;
}

TfLitePoolParams MaxPool2x2() {
  TfLitePoolParams params{};
  params.padding = kTfLitePaddingValid;
  params.stride_height = params.stride_width = 2;
  params.filter_height = params.filter_width = 2;
  return params;
}

// A small network: convolution, depthwise convolution, pool, mean, softmax.
// Tensor 0 is the input.
Case FloatNetwork() {
  conformance::TensorHandle convolved, filtered, pooled, averages;
  TfLiteDepthwiseConvParams depthwise{};
  depthwise.padding = kTfLitePaddingSame;
  depthwise.stride_height = depthwise.stride_width = 1;
  depthwise.dilation_height_factor = depthwise.dilation_width_factor = 1;
  depthwise.depth_multiplier = 1;
  depthwise.activation = kTfLiteActRelu6;
  TfLiteReducerParams mean{};
  TfLiteSoftmaxParams softmax{};
  softmax.beta = 1.0f;
  return Case("Network", "float32")
      .Op(kTfLiteBuiltinConv2d, Conv(kTfLitePaddingSame, 2, kTfLiteActRelu))
      .In(kFloat32, {2, 13, 11, 3})
      .Const(kFloat32, {8, 3, 3, 3})
      .Const(kFloat32, {8})
      .Inner(kFloat32)
      .As(convolved)
      .Op(kTfLiteBuiltinDepthwiseConv2d, depthwise)
      .Same(convolved)
      .Const(kFloat32, {1, 3, 3, 8})
      .Const(kFloat32, {8})
      .Inner(kFloat32)
      .As(filtered)
      .Op(kTfLiteBuiltinMaxPool2d, MaxPool2x2())
      .Same(filtered)
      .Inner(kFloat32)
      .As(pooled)
      .Op(kTfLiteBuiltinMean, mean)
      .Same(pooled)
      .List({1, 2})
      .Inner(kFloat32)
      .As(averages)
      .Op(kTfLiteBuiltinSoftmax, softmax)
      .Same(averages)
      .Out(kFloat32)
      .Within(conformance::Near(1e-5));
}

// CONV_2D, optionally with one scale per channel, then MAX_POOL_2D.
Case QuantizedNetwork(const Elements& e, bool per_channel) {
  conformance::TensorHandle conv;
  const Elements in = e.Scaled(0.02f, e.zero_points.at(0));
  const Elements weights =
      per_channel ? kInt8.PerChannel(8, 0, 0.01f)
                  : e.Scaled(0.01f, e.type == kTfLiteInt8 ? 0 : 120);
  const Elements bias =
      per_channel ? kInt32.Range(-500, 500).PerChannel(8, 0, 0.02f * 0.01f)
                  : kInt32.Range(-500, 500).Scaled(0.02f * 0.01f);
  const Elements out = e.Scaled(0.1f, e.zero_points.at(0));
  return Case("Network", e.name)
      .Op(kTfLiteBuiltinConv2d, Conv(kTfLitePaddingSame, 1, kTfLiteActRelu))
      .In(in, {1, 9, 7, 5})
      .Const(weights, {8, 3, 3, 5})
      .Const(bias, {8})
      .Inner(out)
      .As(conv)
      .Op(kTfLiteBuiltinMaxPool2d, MaxPool2x2())
      .Same(conv)
      .Out(out)
      .Within(conformance::Steps(1));
}

TEST(XnnpackDelegate, RunsAFloatNetworkAsOnePartition) {
  ExpectAllOnXnnpack(FloatNetwork());
}

TEST(XnnpackDelegate, RunsOnSeveralThreads) {
  ExpectAllOnXnnpack(FloatNetwork(), 3);
}

TEST(XnnpackDelegate, RunsQuantizedNetworks) {
  ExpectAllOnXnnpack(QuantizedNetwork(kInt8, true));
  ExpectAllOnXnnpack(QuantizedNetwork(kInt8, false));
  ExpectAllOnXnnpack(QuantizedNetwork(kUInt8, false));
}

// CONV_2D whose weights are dequantized constants. If `shows`, the converted
// bias is also an output.
Case HalfPrecision(bool shows) {
  conformance::TensorHandle weights, bias;
  Case c("HalfPrecision", "float16");
  c.Op(kTfLiteBuiltinDequantize)
      .Const(kFloat16, {4, 2, 2, 3})
      .Inner(kFloat32)
      .As(weights)
      .Op(kTfLiteBuiltinDequantize)
      .Const(kFloat16, {4});
  if (shows) {
    c.Out(kFloat32);
  } else {
    c.Inner(kFloat32);
  }
  return c.As(bias)
      .Op(kTfLiteBuiltinConv2d, Conv(kTfLitePaddingValid, 1, kTfLiteActNone))
      .In(kFloat32, {1, 6, 5, 3})
      .Same(weights)
      .Same(bias)
      .Out(kFloat32)
      .Within(conformance::Near(1e-5));
}

TEST(XnnpackDelegate, TakesWeightsOfHalfPrecision) {
  ExpectAllOnXnnpack(HalfPrecision(false));
  ExpectAllOnXnnpack(HalfPrecision(true));
}

// Converted, the slopes are no part of the model, and some releases read them
// in each run.
TEST(XnnpackDelegate, TakesSlopesOfHalfPrecision) {
  conformance::TensorHandle slopes;
  ExpectAllOnXnnpack(Case("HalfPrecisionSlopes", "float16")
                         .Op(kTfLiteBuiltinDequantize)
                         .Const(kFloat16, {1, 1, 32})
                         .Inner(kFloat32)
                         .As(slopes)
                         .Op(kTfLiteBuiltinPrelu)
                         .In(kFloat32, {1, 3, 3, 32})
                         .Same(slopes)
                         .Out(kFloat32)
                         .Within(conformance::Near(1e-5)));
}

TEST(XnnpackDelegate, FollowsResizedInputs) {
  const Case c = FloatNetwork();
  const DelegatePtr delegate = Xnnpack();
  const auto resize = [&](CaseRun& run) {
    Interpreter& interpreter = run.interpreter();
    ASSERT_EQ(interpreter.ResizeInputTensor(0, {1, 20, 9, 3}), kTfLiteOk);
    ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
    float* in = interpreter.typed_input_tensor<float>(0);
    for (int i = 0; i < 20 * 9 * 3; ++i) in[i] = 0.01f * (i % 97) - 0.4f;
    ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  };
  const ops::builtin::BuiltinRefOpResolver reference;
  // The test cannot provide the memory of the tensors: it would be too small
  // after the resize.
  const auto build = [&](TfLiteDelegate* d) {
    auto run = std::make_unique<CaseRun>(c, 1);
    EXPECT_TRUE(run->Build(reference, nullptr).ok());
    if (d != nullptr) {
      EXPECT_EQ(run->interpreter().ModifyGraphWithDelegate(d), kTfLiteOk);
    }
    return run;
  };
  const auto want = build(nullptr);
  const auto got = build(delegate.get());
  resize(*want);
  resize(*got);
  EXPECT_EQ(NodesLeft(got->interpreter()), 0);
  const TfLiteTensor* a = want->interpreter().output_tensor(0);
  const TfLiteTensor* b = got->interpreter().output_tensor(0);
  ASSERT_EQ(a->bytes, b->bytes);
  ASSERT_EQ(b->bytes, 8 * sizeof(float));
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(a->data.f[i], b->data.f[i], 1e-5);
}

TEST(XnnpackDelegate, FollowsTheInterpretersThreads) {
  const Case c = FloatNetwork();
  const DelegatePtr delegate = Xnnpack();
  const auto run = Prepared(c, delegate.get());
  for (const int threads : {2, 1, 4}) {
    ASSERT_EQ(run->interpreter().SetNumThreads(threads), kTfLiteOk);
    ASSERT_EQ(run->interpreter().AllocateTensors(), kTfLiteOk);
    ASSERT_EQ(run->interpreter().Invoke(), kTfLiteOk);
  }
}

TEST(XnnpackDelegate, IsSharedByInterpretersOnThreads) {
  const Case c = FloatNetwork();
  XnnpackOptions options;
  options.c.num_threads = 2;
  const DelegatePtr delegate = Xnnpack(options);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 3; ++k) {
        const auto run = Prepared(c, delegate.get());
        ExpectSame(c, *run);
      }
    });
  }
  for (std::thread& t : threads) t.join();
}

// XNNPACK may read slightly beyond the end of tensors, but must not access the
// page after this input.
TEST(XnnpackDelegate, DoesNotReadBeyondTheApplicationsMemory) {
  const size_t page = sysconf(_SC_PAGESIZE);
  char* pages =
      static_cast<char*>(mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(mprotect(pages + page, page, PROT_NONE), 0);
  const int n = static_cast<int>(page / sizeof(float));
  const Case c = Case("Abs", "float32")
                     .Op(kTfLiteBuiltinAbs)
                     .In(kFloat32, {n})
                     .Out(kFloat32);
  const DelegatePtr delegate = Xnnpack();
  CaseRun run(c, 1);
  ASSERT_TRUE(run.Build(ops::builtin::BuiltinRefOpResolver(), nullptr).ok());
  Interpreter& interpreter = run.interpreter();
  const int input = interpreter.inputs()[0];
  ASSERT_EQ(interpreter.SetCustomAllocationForTensor(input, {pages, page}),
            kTfLiteOk);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  for (int i = 0; i < n; ++i) reinterpret_cast<float*>(pages)[i] = -i;
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(interpreter.typed_output_tensor<float>(0)[n - 1], n - 1);
  munmap(pages, 2 * page);
}

// The application owns memory that it lends for an output, and may overwrite it
// between runs.
TEST(XnnpackDelegate, WritesConstantResultsToLentMemoryInEachRun) {
  const Case c = Case("Constants", "float32")
                     .Op(kTfLiteBuiltinDequantize)
                     .Const(kFloat16, {5})
                     .Out(kFloat32)
                     .Op(kTfLiteBuiltinAbs)
                     .In(kFloat32, {5})
                     .Out(kFloat32);
  const DelegatePtr delegate = Xnnpack();
  CaseRun run(c, 1);
  ASSERT_TRUE(run.Build(ops::builtin::BuiltinRefOpResolver(), nullptr).ok());
  Interpreter& interpreter = run.interpreter();
  alignas(64) float lent[16] = {};
  ASSERT_EQ(interpreter.SetCustomAllocationForTensor(interpreter.outputs()[0],
                                                     {lent, sizeof(lent)}),
            kTfLiteOk);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(NodesLeft(interpreter), 0);
  std::vector<float> first;
  for (int i = 0; i < 3; ++i) {
    std::fill(std::begin(lent), std::end(lent), 1000.f);
    ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
    const std::vector<float> constant(lent, lent + 5);
    if (i == 0) first = constant;
    EXPECT_EQ(constant, first) << i;
    EXPECT_NE(constant[0], 1000);
    EXPECT_EQ(lent[5], 1000);
  }
}

TEST(XnnpackDelegate, LeavesWhatXnnpackDoesNotHave) {
  ExpectRefused(
      Case("Weights", "float32")
          .Op(kTfLiteBuiltinConv2d, Conv(kTfLitePaddingSame, 1, kTfLiteActNone))
          .In(kFloat32, {1, 4, 4, 2})
          .In(kFloat32, {3, 1, 1, 2})
          .Const(kFloat32, {3})
          .Out(kFloat32)
          .Within(conformance::Near(1e-5)),
      "weights are not constant");
  ExpectRefused(Case("Empty", "float32")
                    .Op(kTfLiteBuiltinAbs)
                    .In(kFloat32, {0, 3})
                    .Out(kFloat32),
                "has no elements");
  ExpectRefused(Case("Cos", "float32")
                    .Op(kTfLiteBuiltinCos)
                    .In(kFloat32, {3})
                    .Out(kFloat32),
                "not supported");
  ExpectRefused(Case("Scalar", "float32")
                    .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
                    .In(kFloat32, {})
                    .Out(kFloat32),
                "the input is a scalar");
}

TEST(XnnpackDelegate, LeavesImagesWhosePositionsAreTooLargeForFloats) {
  const auto resize = [](double height, double width) {
    return Case("Resize", "float32")
        .Op(kTfLiteBuiltinResizeBilinear, TfLiteResizeBilinearParams{})
        .In(kFloat32, {1, 2, 2, 1})
        .List({height, width})
        .Out(kFloat32)
        .Within(conformance::Near(1e-5));
  };
  ExpectAllOnXnnpack(resize(1, 1 << 22));
  ExpectAllOnXnnpack(resize(1 << 22, 1));
  ExpectRefused(resize(1, (1 << 22) + 1), "is too large an image");
}

TEST(XnnpackDelegate, LeavesWhatOptionsExclude) {
  XnnpackOptions options;
  options.c.flags = 0;
  ExpectRefused(QuantizedNetwork(kInt8, false), "INT8 is switched off",
                options);
  ExpectRefused(QuantizedNetwork(kUInt8, false), "UINT8 is switched off",
                options);
}

TEST(XnnpackDelegate, LeavesWhatHasNoHalfPrecision) {
  XnnpackOptions options;
  options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16;
  conformance::TensorHandle x;
  ExpectRefused(Case("Twice", "float32")
                    .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
                    .In(kFloat32, {5})
                    .As(x)
                    .Same(x)
                    .Out(kFloat32),
                "does not read a tensor twice", options);
  ExpectRefused(Case("Integers", "int8")
                    .Op(kTfLiteBuiltinDequantize)
                    .In(kInt8, {5})
                    .Out(kFloat32),
                "INT8 is switched off", options);
}

// Whether or not the processor and the library have half precision.
TEST(XnnpackDelegate, MultipliesAtHalfPrecision) {
  XnnpackOptions options;
  options.c.flags |= TFLITE_XNNPACK_DELEGATE_FLAG_FORCE_FP16;
  const DelegatePtr delegate = Xnnpack(options);
  TfLiteFullyConnectedParams params{};
  const Case c = Case("Half", "float32")
                     .Op(kTfLiteBuiltinFullyConnected, params)
                     .In(kFloat32, {3, 8})
                     .Const(kFloat32, {130, 8})
                     .Const(kFloat32, {130})
                     .Out(kFloat32)
                     .Within(conformance::Near(0.1));
  const auto run = Prepared(c, nullptr);
  const TfLiteStatus applied =
      run->interpreter().ModifyGraphWithDelegate(delegate.get());
  ASSERT_TRUE(applied == kTfLiteOk || applied == kTfLiteDelegateError);
  const base::Status allocated = run->Allocate();
  ASSERT_TRUE(allocated.ok()) << allocated;
  conformance::ExpectSame(c, *run);
}

TEST(XnnpackDelegate, LeavesOperatorsOfTheApplicationsOwn) {
  XnnpackOptions options;
  options.meaning_is_known = [](const TfLiteRegistration& r) {
    return r.builtin_code != kTfLiteBuiltinMaxPool2d;
  };
  const DelegatePtr delegate = Xnnpack(options);
  const Case c = FloatNetwork();
  const auto run = Prepared(c, delegate.get());
  const DelegationReport report = run->interpreter().GetDelegationReport();
  int left = 0;
  for (const auto& node : report.graphs.at(0).nodes) {
    if (node.partition != -1) continue;
    ++left;
    ASSERT_EQ(node.refusals.size(), 1u);
    EXPECT_NE(node.refusals[0].reason.find("its own code"), std::string::npos)
        << node.refusals[0].reason;
  }
  EXPECT_EQ(left, 1);
  ExpectSame(c, *run);
}

TEST(XnnpackDelegateOptions, AreThoseGiven) {
  EXPECT_EQ(
      TfLiteXNNPackDelegateOptionsDefault().flags,
      TFLITE_XNNPACK_DELEGATE_FLAG_QS8 | TFLITE_XNNPACK_DELEGATE_FLAG_QU8);
  TfLiteXNNPackDelegateOptions options = TfLiteXNNPackDelegateOptionsDefault();
  options.num_threads = 2;
  options.flags = TFLITE_XNNPACK_DELEGATE_FLAG_QU8;
  const DelegatePtr delegate(TfLiteXNNPackDelegateCreate(&options),
                             TfLiteXNNPackDelegateDelete);
  EXPECT_EQ(TfLiteXNNPackDelegateGetOptions(delegate.get())->num_threads, 2);
  EXPECT_EQ(TfLiteXNNPackDelegateGetFlags(delegate.get()),
            TFLITE_XNNPACK_DELEGATE_FLAG_QU8);
  EXPECT_NE(TfLiteXNNPackDelegateGetThreadPool(delegate.get()), nullptr);
  EXPECT_EQ(TfLiteXNNPackDelegateGetOptions(nullptr), nullptr);
  EXPECT_EQ(TfLiteXNNPackDelegateGetFlags(nullptr), 0);
  EXPECT_EQ(TfLiteXNNPackDelegateGetThreadPool(nullptr), nullptr);

  TfLiteContext context{};
  context.recommended_num_threads = 3;
  const DelegatePtr other(
      TfLiteXNNPackDelegateCreateWithThreadpool(nullptr, &context),
      TfLiteXNNPackDelegateDelete);
  EXPECT_EQ(TfLiteXNNPackDelegateGetOptions(other.get())->num_threads, 3);
  // One thread is a number that was asked for.
  options.num_threads = 1;
  const DelegatePtr single(
      TfLiteXNNPackDelegateCreateWithThreadpool(&options, &context),
      TfLiteXNNPackDelegateDelete);
  EXPECT_EQ(TfLiteXNNPackDelegateGetOptions(single.get())->num_threads, 1);
  EXPECT_EQ(TfLiteXNNPackDelegateGetThreadPool(single.get()), nullptr);
}

TEST(XnnpackWeightsCache, IsFinalizedAndDeleted) {
  auto* cache = TfLiteXNNPackDelegateWeightsCacheCreateWithSize(1 << 16);
  ASSERT_NE(cache, nullptr);
  {
    XnnpackOptions options;
    options.c.weights_cache = cache;
    const DelegatePtr delegate = Xnnpack(options);
    const Case c = FloatNetwork();
    const auto run = Prepared(c, delegate.get());
    EXPECT_TRUE(TfLiteXNNPackDelegateWeightsCacheFinalizeHard(cache));
    ExpectSame(c, *run);
  }
  TfLiteXNNPackDelegateWeightsCacheDelete(cache);
}

TEST(XnnpackWeightsCache, MayBeAbsentOrUnused) {
  EXPECT_FALSE(TfLiteXNNPackDelegateWeightsCacheFinalizeSoft(nullptr));
  EXPECT_FALSE(TfLiteXNNPackDelegateWeightsCacheFinalizeHard(nullptr));
  TfLiteXNNPackDelegateWeightsCacheDelete(nullptr);
  auto* cache = TfLiteXNNPackDelegateWeightsCacheCreate();
  ASSERT_NE(cache, nullptr);
  EXPECT_TRUE(TfLiteXNNPackDelegateWeightsCacheFinalizeSoft(cache));
  TfLiteXNNPackDelegateWeightsCacheDelete(cache);
}

}  // namespace
}  // namespace tflite::xnnpack
