// Which nodes are left to the CPU because the device's limits do not allow the
// kernels, grids or values that they become. The device computes nothing, so it
// can have any limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/on_back_ends.h"
#include "testing/conformance/delegated_case.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::kInt8;
using conformance::NodesLeft;
using conformance::SumElements;
using conformance::TensorHandle;
using ::testing::Contains;
using ::testing::HasSubstr;

// Refuses kernels as drivers do.
class LimitedDevice final : public IdleDevice {
 public:
  explicit LimitedDevice(const GpuCaps& caps) : IdleDevice(caps, Options()) {}

  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    TFLL_RETURN_IF_ERROR(FindKernel(options().kernels, spec, caps()).status());
    return IdleDevice::Compile(spec);
  }

 private:
  static GpuDeviceOptions Options() {
    GpuDeviceOptions options;
    options.kernels = &GpuKernels();
    options.skip_self_check = true;
    return options;
  }
};

class GpuLimits : public ::testing::Test {
 protected:
  // The number of nodes that are left to the CPU, and why, in told_.
  int Left(const Case& c) {
    device_ = std::make_shared<LimitedDevice>(caps_);
    const GpuDelegatePtr delegate = Owned(CreateGpuDelegate({}, device_));
    const auto run = conformance::Prepared(c, delegate.get());
    told_ = conformance::Refusals(run->interpreter());
    return NodesLeft(run->interpreter());
  }

  GpuCaps caps_ = IdleDevice::Caps("Limited");
  std::shared_ptr<LimitedDevice> device_;
  std::string told_;
};

// The product of matrices of this many rows and columns, and its activation.
Case Product(int rows, int columns) {
  TensorHandle product;
  return Case("Product", "float32")
      .Op(kTfLiteBuiltinBatchMatmul, TfLiteBatchMatMulParams{})
      .In(kFloat32, {1, rows, 2})
      .In(kFloat32, {1, 2, columns})
      .Inner(kFloat32)
      .As(product)
      .Op(kTfLiteBuiltinRelu)
      .Same(product)
      .Out(kFloat32);
}

// A workgroup computes 32 rows and columns.
TEST_F(GpuLimits, OfGridsLeaveTheProductOnly) {
  caps_.max_groups = {16, 16, 16};
  EXPECT_EQ(Left(Product(512, 3)), 0) << told_;
  EXPECT_EQ(Left(Product(513, 3)), 1);
  EXPECT_THAT(told_, HasSubstr("17 workgroups are too many for the device"));
  EXPECT_EQ(Left(Product(3, 513)), 1);
  EXPECT_THAT(told_, HasSubstr("17 workgroups are too many for the device"));
}

TEST_F(GpuLimits, OfGridsLeaveLongRowsOfPixels) {
  caps_.max_groups = {16, 16, 16};
  TfLiteDepthwiseConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.depth_multiplier = 1;
  for (const int width : {1024, 1025}) {
    const Case c = Case("Row", "float32")
                       .Op(kTfLiteBuiltinDepthwiseConv2d, params)
                       .In(kFloat32, {1, 1, width, 4})
                       .Const(kFloat32, {1, 1, 3, 4})
                       .Const(kFloat32, {4})
                       .Out(kFloat32);
    EXPECT_EQ(Left(c), width == 1024 ? 0 : 1) << told_;
  }
  EXPECT_THAT(told_, HasSubstr("17 workgroups are too many for the device"));
}

// They are a dimension of the grid, if they are floats.
TEST_F(GpuLimits, OfGridsHoldForNumbersOfMatrices) {
  const auto matrices = [](const conformance::Elements& e) {
    return Case("Matrices", e.name)
        .Op(kTfLiteBuiltinBatchMatmul, TfLiteBatchMatMulParams{})
        .In(e, {70000, 1, 1})
        .In(e, {70000, 1, 1})
        .Out(e);
  };
  EXPECT_EQ(Left(matrices(kFloat32)), 1);
  EXPECT_THAT(told_, HasSubstr("70000 matrices are not supported"));
  EXPECT_EQ(Left(matrices(kInt8)), 0) << told_;
  caps_.max_groups[2] = 70000;
  EXPECT_EQ(Left(matrices(kFloat32)), 0) << told_;
}

// The largest of bytes are found among floats.
TEST_F(GpuLimits, OfBuffersHoldForValuesInside) {
  caps_.max_buffer_bytes = 4096;
  for (const int columns : {512, 513}) {
    const Case c = Case("Largest", "int8")
                       .Op(kTfLiteBuiltinReduceMax, TfLiteReducerParams{false})
                       .In(kInt8, {2, columns})
                       .List({1})
                       .Out(kInt8);
    EXPECT_EQ(Left(c), columns == 512 ? 0 : 1) << told_;
  }
  EXPECT_THAT(told_, HasSubstr("4104 bytes of memory of node 0 are too many"));
}

TEST_F(GpuLimits, OfWorkgroupsLeaveTheConvolutionOnly) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  TensorHandle sums;
  const Case c = Case("Convolution", "float32")
                     .Op(kTfLiteBuiltinConv2d, params)
                     .In(kFloat32, {1, 5, 5, 3})
                     .Const(kFloat32, {3, 1, 1, 3})
                     .Const(kFloat32, {3})
                     .Inner(kFloat32)
                     .As(sums)
                     .Op(kTfLiteBuiltinTanh)
                     .Same(sums)
                     .Out(kFloat32);
  caps_.max_invocations = 64;
  EXPECT_EQ(Left(c), 0) << told_;
  caps_.max_invocations = 63;
  EXPECT_EQ(Left(c), 1);
  EXPECT_THAT(told_, HasSubstr("the device has no such workgroups"));
  EXPECT_THAT(device_->kernels(), Contains("map_f4"));
}

// Rows of which a single invocation needs more steps than there are elements.
TEST_F(GpuLimits, OfLoopsLetWorkgroupsShareThem) {
  caps_.software = true;
  const Case c = Case("Rows", "float32")
                     .Op(kTfLiteBuiltinSum, TfLiteReducerParams{false})
                     .In(kFloat32, {70, 990})
                     .List({1})
                     .Out(kFloat32);
  for (const auto& [steps, kernel] : {std::pair(2000, "reduce_float"),
                                      {1000, "reduce_group"},
                                      {900, "reduce_group"}}) {
    caps_.max_loop_steps = steps;
    EXPECT_EQ(Left(c), 0) << told_;
    EXPECT_THAT(device_->kernels(), Contains(kernel)) << steps;
  }
  caps_.max_invocations = 63;
  EXPECT_EQ(Left(c), 1);
}

// The range of 40000 numbers is found in 128 parts.
TEST_F(GpuLimits, OfLoopsHoldForRoundedInputs) {
  TfLiteConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  caps_.software = true;
  for (const SumElements& e : conformance::AllSumElements()) {
    if (!e.is_hybrid()) continue;
    const Case c = Case("Convolution", e.name)
                       .Op(kTfLiteBuiltinConv2d, params)
                       .In(e.input, {1, 100, 100, 4})
                       .Const(e.Weights(8, 0), {8, 1, 1, 4})
                       .Const(e.Bias(8), {8})
                       .Out(kFloat32);
    caps_.max_loop_steps = 313;
    EXPECT_EQ(Left(c), 0) << told_;
    caps_.max_loop_steps = 312;
    EXPECT_EQ(Left(c), 1);
    EXPECT_THAT(told_, HasSubstr("loops of 313 steps"));
  }
  EXPECT_NE(device_, nullptr);
}

}  // namespace
}  // namespace tflite::gpu
