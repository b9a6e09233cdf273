// The state that a partition keeps between runs matches the CPU's, also in host
// memory: the results of the cases include the variables.
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/api/gpu_delegate.h"
#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "gtest/gtest.h"
#include "testing/conformance/compare.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::CompareResults;
using conformance::Exact;
using conformance::kFloat32;
using conformance::kInt16;
using conformance::kInt32;
using conformance::kInt8;
using conformance::Near;
using conformance::NodesLeft;
using conformance::Prepared;

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

constexpr int kBatch = 2, kInputs = 5, kUnits = 4;

Case FloatFilters() {
  return Case("Filters", "float32")
      .Op(kTfLiteBuiltinSvdf, TfLiteSVDFParams{1, kTfLiteActRelu, false})
      .In(kFloat32, {kBatch, kInputs})
      .Const(kFloat32, {kUnits, kInputs})
      .Const(kFloat32, {kUnits, 3})
      .Const(kFloat32, {kUnits})
      .Variable(kFloat32, {kBatch, kUnits * 3})
      .Out(kFloat32)
      .Within(Near(1e-5));
}

Case IntegerFilters() {
  return Case("Filters", "int8")
      .Op(kTfLiteBuiltinSvdf, TfLiteSVDFParams{1, kTfLiteActNone, false})
      .In(kInt8.Scaled(1.f / 64, -3), {kBatch, kInputs})
      .Const(kInt8.Scaled(0.01f), {kUnits, kInputs})
      .Const(kInt16.Scaled(1e-4f), {kUnits, 3})
      .Const(kInt32.Scaled(1e-7f).Range(-0.5, 0.5), {kUnits})
      .Variable(kInt16.Scaled(1e-3f), {kBatch, kUnits * 3})
      .Out(kInt8.Scaled(1.f / 32, 5))
      .Within(Exact());
}

// Sequences of three steps.
Case Cells() {
  Case c("Cells", "float32");
  c.Op(kTfLiteBuiltinUnidirectionalSequenceLstm,
       TfLiteUnidirectionalSequenceLSTMParams{kTfLiteActTanh, 0.4f, 0, false,
                                              false, false})
      .In(kFloat32, {kBatch, 3, kInputs});
  for (int gate = 0; gate < 4; ++gate) c.Const(kFloat32, {kUnits, kInputs});
  for (int gate = 0; gate < 4; ++gate) c.Const(kFloat32, {kUnits, kUnits});
  for (int gate = 0; gate < 3; ++gate) c.Const(kFloat32, {kUnits});
  for (int gate = 0; gate < 4; ++gate) c.Const(kFloat32, {kUnits});
  return c.Absent()
      .Absent()
      .Variable(kFloat32, {kBatch, kUnits})
      .Variable(kFloat32, {kBatch, kUnits})
      .Out(kFloat32)
      .Within(Near(1e-5));
}

Case RecurrentUnits() {
  return Case("Units", "float32")
      .Op(kTfLiteBuiltinRnn, TfLiteRNNParams{kTfLiteActTanh, false})
      .In(kFloat32, {kBatch, kInputs})
      .Const(kFloat32, {kUnits, kInputs})
      .Const(kFloat32, {kUnits, kUnits})
      .Const(kFloat32, {kUnits})
      .Variable(kFloat32, {kBatch, kUnits})
      .Out(kFloat32)
      .Within(Near(1e-5));
}

std::vector<const TfLiteTensor*> Variables(CaseRun& run) {
  std::vector<const TfLiteTensor*> variables;
  Interpreter& interpreter = run.interpreter();
  for (const int t : interpreter.variables()) {
    variables.push_back(interpreter.tensor(t));
  }
  return variables;
}

class GpuState : public ::testing::TestWithParam<GpuBackendChoice> {
 protected:
  DelegatePtr Delegate(bool staging) {
    GpuOptions options;
    options.backend = GetParam();
    options.keep_programs = false;
    options.force_staging = staging;
    const auto device = AcquireGpuDevice(options);
    if (!device.ok()) {
      EXPECT_TRUE(base::IsUnavailable(device.status())) << device.status();
      skipped_ = std::string(device.status().message());
      return {nullptr, TfLiteGpuDelegateV2Delete};
    }
    auto delegate = CreateGpuDelegate(options);
    EXPECT_TRUE(delegate.ok()) << delegate.status();
    return {delegate.ok() ? *delegate : nullptr, TfLiteGpuDelegateV2Delete};
  }
  std::string skipped_;
};

TEST_P(GpuState, IsThatOfTheCpuThroughRunsAndResets) {
  for (const bool staging : {false, true}) {
    const DelegatePtr delegate = Delegate(staging);
    if (delegate == nullptr) GTEST_SKIP() << "not run: " << skipped_;
    for (const Case& c :
         {FloatFilters(), IntegerFilters(), Cells(), RecurrentUnits()}) {
      SCOPED_TRACE(c.id() + "/" + c.type());
      // Another interpreter with the same delegate has its own state.
      const auto run = Prepared(c, delegate.get());
      const auto other = Prepared(c, delegate.get());
      const auto cpu = Prepared(c, nullptr);
      ASSERT_EQ(NodesLeft(run->interpreter()), 0);
      for (int i = 0; i < 6; ++i) {
        if (i == 3) {
          ASSERT_EQ(run->interpreter().ResetVariableTensors(), kTfLiteOk);
          ASSERT_EQ(cpu->interpreter().ResetVariableTensors(), kTfLiteOk);
        }
        if (i % 2 == 0) {
          ASSERT_TRUE(other->Invoke().ok());
        }
        const auto got = run->Invoke(), want = cpu->Invoke();
        ASSERT_TRUE(got.ok()) << got.status();
        ASSERT_TRUE(want.ok()) << want.status();
        const Status same = CompareResults(c, *got, *want);
        EXPECT_TRUE(same.ok()) << "run " << i << ": " << same;
      }
    }
  }
}

// A run starts with the value that the host has written into a variable.
TEST_P(GpuState, IsWhatTheHostWrites) {
  const DelegatePtr delegate = Delegate(false);
  if (delegate == nullptr) GTEST_SKIP() << "not run: " << skipped_;
  const Case c = RecurrentUnits();
  const auto run = Prepared(c, delegate.get()), cpu = Prepared(c, nullptr);
  for (CaseRun* each : {run.get(), cpu.get()}) {
    for (const TfLiteTensor* state : Variables(*each)) {
      for (size_t k = 0; k < state->bytes / sizeof(float); ++k) {
        state->data.f[k] = 0.25f * static_cast<float>(k);
      }
    }
  }
  const auto got = run->Invoke(), want = cpu->Invoke();
  ASSERT_TRUE(got.ok()) << got.status();
  ASSERT_TRUE(want.ok()) << want.status();
  const Status same = CompareResults(c, *got, *want);
  EXPECT_TRUE(same.ok()) << same;
}

INSTANTIATE_TEST_SUITE_P(Backends, GpuState,
                         ::testing::Values(GpuBackendChoice::kOpenCl,
                                           GpuBackendChoice::kVulkan),
                         [](const auto& info) {
                           return info.param == GpuBackendChoice::kOpenCl
                                      ? "OpenCl"
                                      : "Vulkan";
                         });

}  // namespace
}  // namespace tflite::gpu
