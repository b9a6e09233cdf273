#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/on_back_ends.h"
#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/types/half.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/delegated_case.h"
#include "testing/golden/replay.h"
#include "testing/golden/shared_model.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Result;

std::vector<float> FloatsOf(const Result& result) {
  std::vector<float> values(result.bytes.size() / sizeof(float));
  std::memcpy(values.data(), result.bytes.data(), result.bytes.size());
  return values;
}

// A convolution with kDepth products per output, and its activation.
constexpr int kDepth = 3 * 3 * 8;
Case Convolution() {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.activation = kTfLiteActRelu;
  return Case("Convolution", "float32")
      .Op(kTfLiteBuiltinConv2d, params)
      .In(kFloat32, {1, 9, 11, 8})
      .Const(kFloat32, {16, 3, 3, 8})
      .Const(kFloat32, {16})
      .Out(kFloat32);
}

Case Unary(int code, std::vector<double> values) {
  const int n = static_cast<int>(values.size());
  return Case("Unary", "float32")
      .Op(code)
      .In(kFloat32, {n}, std::move(values))
      .Out(kFloat32);
}

// Devices with 16-bit storage.
class GpuHalfPrecisionOn : public OnBackEnds {
 protected:
  void SetUp() override {
    options_.precision_loss_allowed = true;
    OnBackEnds::SetUp();
    if (!IsSkipped() && !caps_.fp16_storage) {
      GTEST_SKIP() << "not run: the device has no memory of 16 bits";
    }
  }
  // The first output of one run; no node may be left to the CPU.
  Result Run(const Case& c) {
    const GpuDelegatePtr delegate = Make();
    const auto run = Prepared(c, delegate.get());
    EXPECT_EQ(NodesLeft(run->interpreter()), 0);
    auto results = run->Invoke();
    EXPECT_TRUE(results.ok()) << results.status();
    return results.ok() ? results->at(0) : Result();
  }
};

TEST_P(GpuHalfPrecisionOn, LosesPrecisionAndNoMore) {
  const Case c = Convolution();
  const Result result = Run(c);
  const auto reference = Prepared(c, nullptr)->Invoke();
  ASSERT_TRUE(reference.ok()) << reference.status();
  // The tolerance for single precision.
  Case strict = c;
  strict.Within(conformance::Depth(kDepth));
  EXPECT_FALSE(conformance::CompareResults(strict, {result}, *reference).ok());
  // Each operand (at most 1) and the result are rounded.
  const double epsilon = static_cast<float>(half::epsilon());
  Case loose = c;
  loose.Within(conformance::Near(kDepth * epsilon, epsilon));
  const Status same = conformance::CompareResults(loose, {result}, *reference);
  EXPECT_TRUE(same.ok()) << same;
  for (const float value : FloatsOf(result)) {
    EXPECT_EQ(value, static_cast<float>(half(value)));
  }
}

TEST_P(GpuHalfPrecisionOn, KeepsFullPrecisionUnlessAllowed) {
  options_.precision_loss_allowed = false;
  Case c = Convolution();
  c.Within(conformance::Depth(kDepth));
  const auto reference = Prepared(c, nullptr)->Invoke();
  ASSERT_TRUE(reference.ok()) << reference.status();
  const Status same = conformance::CompareResults(c, {Run(c)}, *reference);
  EXPECT_TRUE(same.ok()) << same;
}

TEST_P(GpuHalfPrecisionOn, OverflowsToInfinity) {
  const std::vector<float> squares = FloatsOf(
      Run(Unary(kTfLiteBuiltinSquare, {200, 255.75, 256, 300, -1000, 60000})));
  const std::vector<float> expected = {40000,    65408,    INFINITY,
                                       INFINITY, INFINITY, INFINITY};
  EXPECT_EQ(squares, expected);
  const std::vector<float> negated = FloatsOf(
      Run(Unary(kTfLiteBuiltinNeg, {65504, -65504, 65536, -1e30, INFINITY})));
  const std::vector<float> others = {-65504, 65504, -INFINITY, INFINITY,
                                     -INFINITY};
  EXPECT_EQ(negated, others);
}

TEST_P(GpuHalfPrecisionOn, PropagatesNaNAndSubnormals) {
  const float smallest = std::ldexp(1.0f, -24);
  const std::vector<float> values = FloatsOf(
      Run(Unary(kTfLiteBuiltinNeg, {NAN, smallest, 3 * smallest, 1e-9, 0.0})));
  ASSERT_EQ(values.size(), 5u);
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_EQ(values[1], -smallest);
  EXPECT_EQ(values[2], -3 * smallest);
  EXPECT_EQ(values[3], 0.0f);
  EXPECT_EQ(values[4], 0.0f);
}

size_t Greatest(const float* values, size_t count) {
  return std::max_element(values, values + count) - values;
}

TEST_P(GpuHalfPrecisionOn, ClassifiesAsRecorded) {
  const std::string folder =
      golden::SharedModelFolder("mobilenet_v1_0.25_224_float");
  if (!std::filesystem::exists(folder)) {
    GTEST_SKIP() << "not run: " << folder << " does not exist";
  }
  auto c = golden::ReadFolder(folder);
  ASSERT_TRUE(c.ok()) << c.status();
  // A logit's error changes a probability p by p (1 - p), at most 1/4, of that
  // error. The largest logits are below 32 and have an error of one epsilon per
  // layer.
  c->tolerance = {30 * 32 * 0.25 / 1024, 0, 0, 0};
  for (golden::Step& step : c->steps) step.tolerance.reset();
  const GpuDelegatePtr delegate = Make();
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  golden::ReplayOptions replay;
  replay.resolver = &resolver;
  replay.after_build = [&](Interpreter& interpreter) {
    EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate.get()), kTfLiteOk);
    return OkStatus();
  };
  size_t step = 0;
  replay.after_step = [&](Interpreter&,
                          const std::vector<const TfLiteTensor*>& outputs) {
    const golden::TensorRecord& record = c->steps[step++].outputs[0];
    const size_t count = record.bytes / sizeof(float);
    std::vector<float> recorded(count);
    std::memcpy(recorded.data(), c->outputs.data() + record.offset,
                record.bytes);
    const auto* got = static_cast<const float*>(
        static_cast<const void*>(outputs[0]->data.raw));
    EXPECT_EQ(Greatest(got, count), Greatest(recorded.data(), count));
    return OkStatus();
  };
  const Status status = golden::Replay(*c, replay);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(step, c->steps.size());
}

INSTANTIATE_TEST_SUITE_P(All, GpuHalfPrecisionOn, AllGpuBackEnds(),
                         GpuBackEndName);

// The kernels that a partition requests from a device.
std::set<std::string> KernelsOf(bool precision_loss_allowed,
                                bool fp16_storage) {
  const Case c = Case("Transposition", "float32")
                     .Op(kTfLiteBuiltinTranspose)
                     .In(kFloat32, {2, 3, 5})
                     .List({2, 0, 1})
                     .Out(kFloat32);
  GpuOptions options;
  options.precision_loss_allowed = precision_loss_allowed;
  GpuCaps caps = IdleDevice::Caps("Idle");
  caps.fp16_storage = fp16_storage;
  const auto device = std::make_shared<IdleDevice>(caps);
  const GpuDelegatePtr delegate = Owned(CreateGpuDelegate(options, device));
  const auto run = Prepared(c, delegate.get(), 1, kTfLiteDelegateError);
  return device->kernels();
}

TEST(GpuHalfPrecision, WantsThePermissionAndMemoryOf16Bits) {
  EXPECT_EQ(KernelsOf(true, true).count("store_real"), 1u);
  const std::set<std::string> full = {"move_uint"};
  EXPECT_EQ(KernelsOf(true, false), full);
  EXPECT_EQ(KernelsOf(false, true), full);
}

TEST(GpuHalfPrecision, SaysWhenTheDeviceCannot) {
  std::string text;
  SetLogSink([&](LogLevel, const char* message) { text += message; });
  KernelsOf(true, false);
  SetLogSink({});
  EXPECT_NE(text.find("Idle has no memory of 16 bits"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace tflite::gpu
