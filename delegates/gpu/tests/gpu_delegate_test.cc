#include "delegates/gpu/api/gpu_delegate.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/api/gpu_parts.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/on_back_ends.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/log.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::ExpectSame;
using conformance::kFloat32;
using conformance::Near;
using conformance::NodesLeft;
using conformance::Prepared;

TfLiteConvParams Conv(TfLiteFusedActivation activation) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.activation = activation;
  return params;
}

// Two convolutions, the second with a residual, and a softmax.
Case Network() {
  conformance::TensorHandle first, second, sum;
  TfLiteAddParams add{};
  add.activation = kTfLiteActRelu;
  TfLiteSoftmaxParams softmax{};
  softmax.beta = 1.0f;
  return Case("Network", "float32")
      .Op(kTfLiteBuiltinConv2d, Conv(kTfLiteActRelu6))
      .In(kFloat32, {1, 7, 9, 3})
      .Const(kFloat32, {8, 3, 3, 3})
      .Const(kFloat32, {8})
      .Inner(kFloat32)
      .As(first)
      .Op(kTfLiteBuiltinConv2d, Conv(kTfLiteActNone))
      .Same(first)
      .Const(kFloat32, {8, 1, 1, 8})
      .Const(kFloat32, {8})
      .Inner(kFloat32)
      .As(second)
      .Op(kTfLiteBuiltinAdd, add)
      .Same(second)
      .Same(first)
      .Inner(kFloat32)
      .As(sum)
      .Op(kTfLiteBuiltinSoftmax, softmax)
      .Same(sum)
      .Out(kFloat32)
      .Within(Near(1e-5));
}

using GpuDelegateOn = OnBackEnds;

TEST_P(GpuDelegateOn, RunsANetworkAsOnePartition) {
  const Case c = Network();
  const GpuDelegatePtr delegate = Make();
  const auto run = Prepared(c, delegate.get());
  EXPECT_EQ(run->interpreter().execution_plan().size(), 1u);
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  ExpectSame(c, *run);
}

TEST_P(GpuDelegateOn, CopiesToMemoryOfItsOwn) {
  options_.force_staging = true;
  const Case c = Network();
  const GpuDelegatePtr delegate = Make();
  const auto run = Prepared(c, delegate.get());
  EXPECT_EQ(NodesLeft(run->interpreter()), 0);
  ExpectSame(c, *run);
}

TEST_P(GpuDelegateOn, GivesTheSameResultOverAThousandRuns) {
  const Case c = Network();
  const GpuDelegatePtr delegate = Make();
  const auto run = Prepared(c, delegate.get());
  Interpreter& interpreter = run->interpreter();
  ASSERT_TRUE(run->InvokeOnly().ok());
  const TfLiteTensor* out = interpreter.output_tensor(0);
  const std::string first(out->data.raw, out->bytes);
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(run->InvokeOnly().ok());
  EXPECT_EQ(std::string(out->data.raw, out->bytes), first);
}

// Clamping alone, after a sum and after a convolution, in kernels of all vector
// widths; the larger and the smaller of two numbers.
TEST_P(GpuDelegateOn, PropagatesNaN) {
  const std::vector<double> values = {NAN, -1, INFINITY,  7, -0.0,
                                      2.5, 0,  -INFINITY, 6, 3e38};
  std::vector<Case> cases;
  for (const int code : {kTfLiteBuiltinRelu, kTfLiteBuiltinRelu6,
                         kTfLiteBuiltinRelu0To1, kTfLiteBuiltinReluN1To1}) {
    cases.push_back(Case("Clamp", "float32")
                        .Op(code)
                        .In(kFloat32, {10}, values)
                        .Out(kFloat32));
  }
  for (const int code : {kTfLiteBuiltinMaximum, kTfLiteBuiltinMinimum}) {
    for (const bool swapped : {false, true}) {
      Case c("Choice", "float32");
      c.Op(code);
      if (swapped) c.In(kFloat32, {10}, {1, 2, -3});
      c.In(kFloat32, {10}, values);
      if (!swapped) c.In(kFloat32, {10}, {1, 2, -3});
      cases.push_back(std::move(c.Out(kFloat32)));
    }
  }
  for (const int channels : {3, 4, 16, 24}) {
    const TfLiteAddParams add = {kTfLiteActRelu6, false};
    cases.push_back(Case("Sum", "float32")
                        .Op(kTfLiteBuiltinAdd, add)
                        .In(kFloat32, {1, 5, 6, channels}, values)
                        .Const(kFloat32, {channels})
                        .Out(kFloat32));
    cases.push_back(Case("Convolution", "float32")
                        .Op(kTfLiteBuiltinConv2d, Conv(kTfLiteActRelu))
                        .In(kFloat32, {1, 5, 6, 1}, values)
                        .Const(kFloat32, {channels, 1, 1, 1}, {1, 2, 0.5})
                        .Const(kFloat32, {channels}, {0})
                        .Out(kFloat32));
  }
  const GpuDelegatePtr delegate = Make();
  int i = 0;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.id() + ", case " + std::to_string(i++));
    const auto run = Prepared(c, delegate.get());
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    ExpectSame(c, *run);
  }
}

// Some drivers silently end loops early.
TEST_P(GpuDelegateOn, ComputesLongLoopsOrLeavesThem) {
  constexpr int kLong = 70000;
  const TfLiteReducerParams reducer{false};
  const TfLitePoolParams pool{kTfLitePaddingValid, 1, 1, 270, 270,
                              kTfLiteActNone,      {}};
  // Loops that a workgroup shares are supported.
  const std::vector<Case> shared = {
      Case("Rows", "float32")
          .Op(kTfLiteBuiltinSum, reducer)
          .In(kFloat32, {70, kLong})
          .List({1})
          .Out(kFloat32)
          .Within(conformance::Depth(kLong)),
      // With the steps of its outer loops, it is beyond the limit.
      Case("ShorterRows", "float32")
          .Op(kTfLiteBuiltinSum, reducer)
          .In(kFloat32, {70, 32500})
          .List({1})
          .Out(kFloat32)
          .Within(conformance::Depth(32500)),
      Case("Classes", "float32")
          .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
          .In(kFloat32, {70, 32000})
          .Out(kFloat32)
          .Within(Near(0, 32000.0 / (1 << 24))),
  };
  const std::vector<Case> others = {
      Case("Columns", "float32")
          .Op(kTfLiteBuiltinSum, reducer)
          .In(kFloat32, {kLong, 3})
          .List({0})
          .Out(kFloat32)
          .Within(conformance::Depth(kLong)),
      Case("Largest", "float32")
          .Op(kTfLiteBuiltinArgMax, TfLiteArgMaxParams{kTfLiteInt32})
          .In(kFloat32, {3, kLong})
          .Const(conformance::kInt32, {}, {1})
          .Out(conformance::kInt32),
      Case("Image", "float32")
          .Op(kTfLiteBuiltinAveragePool2d, pool)
          .In(kFloat32, {1, 270, 270, 3})
          .Out(kFloat32)
          .Within(conformance::Depth(kLong)),
      Case("Inputs", "float32")
          .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
          .In(kFloat32, {2, kLong})
          .Const(kFloat32, {3, kLong})
          .Const(kFloat32, {3})
          .Out(kFloat32)
          .Within(conformance::Depth(kLong)),
  };
  const GpuDelegatePtr delegate = Make();
  for (const auto* cases : {&shared, &others}) {
    for (const Case& c : *cases) {
      SCOPED_TRACE(c.id());
      const auto run = Prepared(c, delegate.get());
      if (cases == &shared || NodesLeft(run->interpreter()) != 0) {
        const std::string told = conformance::Refusals(run->interpreter());
        EXPECT_EQ(told.find("the driver would leave some out") == told.npos,
                  cases == &shared)
            << told;
      }
      ExpectSame(c, *run);
    }
  }
}

// Seven strides need more than 32 bits; there is one pixel.
TEST_P(GpuDelegateOn, StridesMayExceedTheImage) {
  const GpuDelegatePtr delegate = Make();
  for (const int stride : {1 << 28, 1 << 29, 1431655766}) {
    TfLiteDepthwiseConvParams params{};
    params.stride_height = params.stride_width = stride;
    params.dilation_height_factor = params.dilation_width_factor = 1;
    params.depth_multiplier = 1;
    for (const TfLitePadding padding :
         {kTfLitePaddingSame, kTfLitePaddingValid}) {
      params.padding = padding;
      for (const auto& e : conformance::PlainSumElements()) {
        if (e.input.type == kTfLiteInt16) continue;
        const Case c = Case("Strides", e.name)
                           .Op(kTfLiteBuiltinDepthwiseConv2d, params)
                           .In(e.input, {1, 5, 5, 16})
                           .Const(e.Weights(16, 3), {1, 3, 3, 16})
                           .Const(e.Bias(16), {16})
                           .Out(e.Output(9))
                           .Within(e.Within(9));
        SCOPED_TRACE(c.type() + " " + std::to_string(stride));
        const auto run = Prepared(c, delegate.get());
        EXPECT_EQ(NodesLeft(run->interpreter()), 0)
            << conformance::Refusals(run->interpreter());
        ExpectSame(c, *run);
      }
    }
  }
}

TEST_P(GpuDelegateOn, IsSharedByInterpretersOnThreads) {
  const Case c = Network();
  const GpuDelegatePtr delegate = Make();
  std::vector<std::unique_ptr<CaseRun>> runs;
  for (int i = 0; i < 3; ++i) runs.push_back(Prepared(c, delegate.get()));
  std::vector<std::thread> threads;
  for (const auto& run : runs) {
    threads.emplace_back([&] { ExpectSame(c, *run); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(GpuDelegateOn, FollowsShapes) {
  const Case c = Network();
  const GpuDelegatePtr delegate = Make();
  const auto run = Prepared(c, delegate.get());
  const auto reference = Prepared(c, nullptr);
  for (CaseRun* r : {run.get(), reference.get()}) {
    ASSERT_TRUE(r->ResizeInputs(2));
    ASSERT_TRUE(r->Allocate().ok());
  }
  const auto got = run->Invoke();
  const auto want = reference->Invoke();
  ASSERT_TRUE(got.ok() && want.ok());
  const Status same = conformance::CompareResults(c, *got, *want);
  EXPECT_TRUE(same.ok()) << same;
}

INSTANTIATE_TEST_SUITE_P(All, GpuDelegateOn, AllGpuBackEnds(), GpuBackEndName);

// Fails in one of its functions.
class FailingDevice final : public IdleDevice {
 public:
  enum class At { kAllocate, kCompile, kRecord, kRun };

  explicit FailingDevice(At at) : IdleDevice(Caps("Failing")), at_(at) {}

  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse use) override {
    if (at_ == At::kAllocate) return Internal("no memory is left");
    return IdleDevice::Allocate(bytes, use);
  }
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    if (at_ == At::kCompile) return Internal(spec.kernel, " does not compile");
    return IdleDevice::Compile(spec);
  }
  StatusOr<std::unique_ptr<GpuCommands>> Record(std::vector<GpuStep>) override {
    if (at_ == At::kRecord) return Internal("the list is too long");
    return std::unique_ptr<GpuCommands>(std::make_unique<LostCommands>());
  }

 private:
  struct LostCommands : Commands {
    Status Run() override { return Internal("the device is lost"); }
  };

  const At at_;
};

Case Normalization() {
  return Case("Normalization", "float32")
      .Op(kTfLiteBuiltinL2Normalization, TfLiteL2NormParams{kTfLiteActNone})
      .In(kFloat32, {2, 3, 5})
      .Out(kFloat32);
}

// Has no kernel, whose self-check would fail before the first run.
Case Copy() {
  return Case("Copy", "float32")
      .Op(kTfLiteBuiltinReshape, TfLiteReshapeParams{})
      .In(kFloat32, {2, 3, 5})
      .List({5, 6})
      .Out(kFloat32);
}

// Checks that the CPU computes the case and the report contains the reason.
void ExpectBackOnTheCpu(FailingDevice::At at, const std::string& reason) {
  const bool runs = at == FailingDevice::At::kRun;
  const Case c = runs ? Copy() : Normalization();
  const GpuDelegatePtr delegate =
      Owned(CreateGpuDelegate({}, std::make_shared<FailingDevice>(at)));
  const auto run = Prepared(c, delegate.get(), /*threads=*/1,
                            runs ? kTfLiteOk : kTfLiteDelegateError);
  ExpectSame(c, *run);
  EXPECT_EQ(NodesLeft(run->interpreter()), 1);
  const std::string told = conformance::Refusals(run->interpreter());
  EXPECT_NE(told.find(reason), std::string::npos) << told;
}

TEST(GpuDelegateRefusal, SoftmaxOfANegativeBeta) {
  const Case c = Case("Softmax", "float32")
                     .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{-1})
                     .In(kFloat32, {2, 40})
                     .Out(kFloat32);
  const GpuDelegatePtr delegate = Owned(CreateGpuDelegate(
      {}, std::make_shared<FailingDevice>(FailingDevice::At::kRun)));
  const auto run = Prepared(c, delegate.get());
  EXPECT_EQ(conformance::Refusals(run->interpreter()),
            "beta -1 is not supported\n");
  ExpectSame(c, *run);
}

TEST(GpuDelegateFailure, AllocationLeavesThePartitionToTheCpu) {
  ExpectBackOnTheCpu(FailingDevice::At::kAllocate, "no memory is left");
}

TEST(GpuDelegateFailure, CompilationLeavesThePartitionToTheCpu) {
  ExpectBackOnTheCpu(FailingDevice::At::kCompile, "does not compile");
}

TEST(GpuDelegateFailure, RecordingLeavesThePartitionToTheCpu) {
  ExpectBackOnTheCpu(FailingDevice::At::kRecord, "the list is too long");
}

TEST(GpuDelegateFailure, LossAtRunTimeLeavesThePartitionToTheCpu) {
  ExpectBackOnTheCpu(FailingDevice::At::kRun, "the device is lost");
}

// The lines that the function logs.
template <typename Function>
std::vector<std::string> Logged(const Function& function) {
  std::vector<std::string> lines;
  SetLogSink([&lines](LogLevel, const char* text) { lines.push_back(text); });
  function();
  SetLogSink(nullptr);
  return lines;
}

TEST(GpuDelegateOptions, TellThatADeviceHasNoHalves) {
  for (const bool allowed : {false, true}) {
    for (const bool has_halves : {false, true}) {
      GpuCaps caps = IdleDevice::Caps("Idle");
      caps.fp16_storage = has_halves;
      GpuOptions options;
      options.precision_loss_allowed = allowed;
      const auto lines = Logged([&] {
        Owned(CreateGpuDelegate(options, std::make_shared<IdleDevice>(caps)));
      });
      EXPECT_EQ(lines.size(), allowed && !has_halves ? 1u : 0u);
      if (!lines.empty()) {
        EXPECT_NE(lines[0].find("Idle has no memory of 16 bits"),
                  std::string::npos);
      }
    }
  }
}

TEST(GpuDelegateParts, AreThoseOfDelegatesThatExist) {
  const auto device = std::make_shared<IdleDevice>(IdleDevice::Caps("Idle"));
  GpuDelegatePtr delegate = Owned(CreateGpuDelegate({}, device));
  const GpuDelegatePtr other = Owned(CreateGpuDelegate({}, device));
  const auto parts = PartsOfGpuDelegate(delegate.get());
  ASSERT_TRUE(parts.ok()) << parts.status();
  EXPECT_EQ(parts->device, device);
  EXPECT_FALSE(device->is_lost());
  EXPECT_NE(parts->buffers, PartsOfGpuDelegate(other.get())->buffers);
  const TfLiteDelegate* const gone = delegate.get();
  delegate = nullptr;
  EXPECT_EQ(PartsOfGpuDelegate(gone).status().message(),
            "it is no GPU delegate");
}

TEST(AcquireGpuDevice, PrefersHardwareThenOpenCl) {
  GpuOptions options;
  options.keep_programs = false;
  const auto of = [&options](GpuBackendChoice choice) {
    options.backend = choice;
    return AcquireGpuDevice(options);
  };
  const auto opencl = of(GpuBackendChoice::kOpenCl);
  const auto vulkan = of(GpuBackendChoice::kVulkan);
  const auto any = of(GpuBackendChoice::kAny);
  if (!opencl.ok() && !vulkan.ok()) {
    EXPECT_TRUE(base::IsUnavailable(any.status()));
    GTEST_SKIP() << "not run: " << any.status();
  }
  ASSERT_TRUE(any.ok()) << any.status();
  if (opencl.ok()) {
    EXPECT_EQ((*opencl)->caps().backend, GpuBackend::kOpenCl);
  }
  if (vulkan.ok()) {
    EXPECT_EQ((*vulkan)->caps().backend, GpuBackend::kVulkan);
  }
  const bool hardware = vulkan.ok() && !(*vulkan)->caps().software;
  EXPECT_EQ(*any, hardware || !opencl.ok() ? *vulkan : *opencl);
  // Devices are shared by those who want the same.
  options.backend = (*any)->caps().backend == GpuBackend::kVulkan
                        ? GpuBackendChoice::kVulkan
                        : GpuBackendChoice::kOpenCl;
  EXPECT_EQ(*AcquireGpuDevice(options), *any);
  options.force_staging = true;
  const auto staging = AcquireGpuDevice(options);
  ASSERT_TRUE(staging.ok());
  EXPECT_NE(*staging, *any);
  EXPECT_TRUE((*staging)->options().force_staging);
  EXPECT_EQ((*staging)->options().cache, nullptr);
  options.keep_programs = true;
  options.program_dir = ::testing::TempDir();
  const auto keeping = AcquireGpuDevice(options);
  ASSERT_TRUE(keeping.ok());
  ASSERT_NE((*keeping)->options().cache, nullptr);
  const std::string file = (*keeping)->options().cache->FileOf(ProgramKey());
  EXPECT_EQ(file.rfind(options.program_dir, 0), 0u) << file;
  options.program_token = "token";
  const auto of_token = AcquireGpuDevice(options);
  ASSERT_TRUE(of_token.ok());
  EXPECT_NE((*of_token)->options().cache->FileOf(ProgramKey()), file);
}

TEST(GpuDelegateOptions, NamesOfBackEnds) {
  EXPECT_EQ(*ParseGpuBackend(""), GpuBackendChoice::kAny);
  EXPECT_EQ(*ParseGpuBackend("cl"), GpuBackendChoice::kOpenCl);
  EXPECT_EQ(*ParseGpuBackend("vk"), GpuBackendChoice::kVulkan);
  EXPECT_NE(ParseGpuBackend("gl").status().message().find("OpenGL"),
            std::string::npos);
  EXPECT_FALSE(ParseGpuBackend("metal").ok());
}

TEST(GpuDelegateOptions, DefaultsKeepPrecision) {
  const TfLiteGpuDelegateOptionsV2 options =
      TfLiteGpuDelegateOptionsV2Default();
  EXPECT_EQ(options.is_precision_loss_allowed, 0);
  EXPECT_EQ(options.max_delegated_partitions, 1);
  EXPECT_EQ(options.experimental_flags,
            TFLITE_GPU_EXPERIMENTAL_FLAGS_ENABLE_QUANT);
  EXPECT_EQ(options.serialization_dir, nullptr);
}

TEST(GpuDelegateOptions, OfCReachTheirFields) {
  auto options = ToGpuOptions(nullptr);
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->backend, GpuBackendChoice::kAny);
  EXPECT_EQ(options->nodes.max_delegated_partitions, 1);
  EXPECT_FALSE(options->precision_loss_allowed);
  EXPECT_TRUE(options->take_quantized);
  EXPECT_EQ(options->program_dir, "");
  TfLiteGpuDelegateOptionsV2 c = TfLiteGpuDelegateOptionsV2Default();
  c.is_precision_loss_allowed = 1;
  c.max_delegated_partitions = 3;
  c.experimental_flags = TFLITE_GPU_EXPERIMENTAL_FLAGS_CL_ONLY;
  c.serialization_dir = "/some/dir";
  c.model_token = "model";
  options = ToGpuOptions(&c);
  ASSERT_TRUE(options.ok()) << options.status();
  EXPECT_EQ(options->backend, GpuBackendChoice::kOpenCl);
  EXPECT_EQ(options->nodes.max_delegated_partitions, 3);
  EXPECT_TRUE(options->precision_loss_allowed);
  EXPECT_FALSE(options->take_quantized);
  EXPECT_EQ(options->program_dir, "/some/dir");
  EXPECT_EQ(options->program_token, "model");
}

TEST(GpuDelegateOptions, NoDelegateForOpenGl) {
  TfLiteGpuDelegateOptionsV2 options = TfLiteGpuDelegateOptionsV2Default();
  options.experimental_flags = TFLITE_GPU_EXPERIMENTAL_FLAGS_GL_ONLY;
  const auto lines =
      Logged([&] { EXPECT_EQ(TfLiteGpuDelegateV2Create(&options), nullptr); });
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("no OpenGL back-end"), std::string::npos) << lines[0];
  TfLiteGpuDelegateV2Delete(nullptr);
}

}  // namespace
}  // namespace tflite::gpu
