// Which nodes are left to the CPU because the device's limits do not allow the
// kernels, grids or values that they become. The device computes nothing, so it
// can have any limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "delegates/gpu/api/on_limited_gpu_test.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::kInt8;
using conformance::SumElements;
using conformance::TensorHandle;
using ::testing::Contains;
using ::testing::HasSubstr;

using GpuLimits = OnLimitedGpu;

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

SumElements SumsOf(const std::string& name) {
  for (const SumElements& e : conformance::AllSumElements()) {
    if (e.name == name) return e;
  }
  ADD_FAILURE() << name;
  return {};
}

// Channels are the first extent of grids, pixels the second one, rows of images
// of bytes the third one.
TEST_F(GpuLimits, OfGridsLeaveLargeConvolutions) {
  const SumElements floats = SumsOf("float32"),
                    bytes = SumsOf("int8_quantized");
  const auto expect = [this](const Case& largest, const Case& next,
                             const std::string& why) {
    EXPECT_EQ(Left(largest), 0) << told_;
    EXPECT_EQ(Left(next), 1);
    EXPECT_EQ(told_, why + " are not supported\n");
  };
  caps_.max_groups = {16, 65535, 65535};
  expect(Convolution(floats, 5, 4, 252), Convolution(floats, 5, 4, 256),
         "256 channels");
  expect(Convolution(floats, 5, 4, 127), Convolution(floats, 5, 4, 129),
         "129 channels");
  caps_.max_groups = {65535, 16, 65535};
  for (const SumElements& e : {floats, bytes}) {
    expect(Convolution(e, 127, 4, 4), Convolution(e, 128, 4, 4), "128 pixels");
  }
  caps_.max_groups = {65535, 65535, 16};
  const auto column = [&bytes](int rows) {
    TfLiteDepthwiseConvParams params{};
    params.padding = kTfLitePaddingSame;
    params.stride_height = params.stride_width = 1;
    params.dilation_height_factor = params.dilation_width_factor = 1;
    params.depth_multiplier = 1;
    return Case("Column", bytes.name)
        .Op(kTfLiteBuiltinDepthwiseConv2d, params)
        .In(bytes.input, {1, rows, 2, 4})
        .Const(bytes.Weights(4, 3), {1, 1, 3, 4})
        .Const(bytes.Bias(4), {4})
        .Out(bytes.Output(3));
  };
  expect(column(15), column(16), "32 pixels");
}

// Values end where 64 bytes of the buffer are left.
TEST_F(GpuLimits, OfBuffersHoldForOperandsOfSums) {
  for (const SumElements& e : {SumsOf("float32"), SumsOf("int8_quantized")}) {
    SCOPED_TRACE(e.name);
    caps_.max_buffer_bytes = e.is_float() ? 16384 : 4096;
    const std::string bytes = std::to_string(caps_.max_buffer_bytes);
    const std::string why =
        "a tensor of " + bytes + " bytes is too large for the device\n";
    EXPECT_EQ(Left(Convolution(e, 63, 64, 4)), 0) << told_;
    EXPECT_EQ(Left(Convolution(e, 64, 64, 4)), 1);
    EXPECT_EQ(told_, why);
    EXPECT_EQ(Left(Convolution(e, 126, 4, 32)), 0) << told_;
    EXPECT_EQ(Left(Convolution(e, 128, 4, 32)), 1);
    EXPECT_EQ(told_, why);
  }
}

// Weights grow by being packed: for some kernels to whole blocks of channels,
// or to floats.
TEST_F(GpuLimits, OfBuffersHoldForPackedWeights) {
  const auto expect = [this](uint64_t most, const Case& c, int bytes) {
    SCOPED_TRACE(c.type());
    caps_.max_buffer_bytes = most;
    EXPECT_EQ(Left(c), 0) << told_;
    caps_.max_buffer_bytes = most - 1;
    EXPECT_EQ(Left(c), 1);
    EXPECT_EQ(told_, "weights of " + std::to_string(bytes) +
                         " bytes are not supported\n");
  };
  // Half as many again, and 4096.
  expect(5632, Convolution(SumsOf("float32"), 3, 16, 16), 1024);
  // Words of four channels, and sixteen words more.
  const SumElements e = SumsOf("int8_quantized");
  expect(4096, Convolution(e, 4, 61, 31), 1891);
  TfLiteDepthwiseConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.depth_multiplier = 1;
  expect(4032,
         Case("Depthwise", e.name)
             .Op(kTfLiteBuiltinDepthwiseConv2d, params)
             .In(e.input, {1, 3, 3, 111})
             .Const(e.Weights(111, 3), {1, 3, 3, 111})
             .Const(e.Bias(111), {111})
             .Out(e.Output(9)),
         999);
  // Floats on a processor, and 32 channels more.
  caps_.software = true;
  expect(4096, Convolution(e, 4, 15, 31), 465);
}

// Lanes share the depth, or load four channels at a time.
TEST_F(GpuLimits, OfLoopsHoldForWhatAnInvocationAdds) {
  const auto expect = [this](uint32_t steps, const Case& c) {
    caps_.max_loop_steps = steps;
    EXPECT_EQ(Left(c), 0) << told_;
    caps_.max_loop_steps = steps - 1;
    EXPECT_EQ(Left(c), 1);
    EXPECT_THAT(told_, HasSubstr("loops of " + std::to_string(steps) + " "));
  };
  const SumElements floats = SumsOf("float32");
  expect(68, Convolution(floats, 5, 8, 4));
  expect(72, Convolution(floats, 5, 6, 4));
  expect(74, Convolution(floats, 5, 8, 3));
  const auto sum = [](int columns) {
    return Case("Sum", "float32")
        .Op(kTfLiteBuiltinSum, TfLiteReducerParams{false})
        .In(kFloat32, {2, columns})
        .List({1})
        .Out(kFloat32);
  };
  expect(8, sum(128));
  expect(9, sum(129));
  caps_.software = true;
  caps_.backend = GpuBackend::kVulkan;
  caps_.subgroup_size = 8;
  caps_.subgroup_shuffle = true;
  expect(74, Convolution(floats, 5, 80, 4));
}

// Their sums, and what these are multiplied by, are 32-bit integers.
TEST_F(GpuLimits, OfIntegersHoldForSumsOfBytes) {
  const auto expect = [this](int code, float scale, int most) {
    for (const int count : {most, most + 1}) {
      const Case c = Case("Sum", "int8")
                         .Op(code, TfLiteReducerParams{false})
                         .In(kInt8.Scaled(scale), {count})
                         .List({0})
                         .Out(kInt8.Scaled(1.0f));
      EXPECT_EQ(Left(c), count == most ? 0 : 1) << told_;
    }
    EXPECT_EQ(told_, "sums of " + std::to_string(most + 1) +
                         " integers are not supported\n");
  };
  expect(kTfLiteBuiltinSum, 1.0f, 8421504);
  expect(kTfLiteBuiltinMean, 0x1.0p22f, 8);
}

// Each result looks for its slices.
TEST_F(GpuLimits, OfTimeHoldForScatteredSlices) {
  constexpr int kElements = 1 << 16;
  for (const int slices : {kElements, kElements + 1}) {
    const Case c = Case("Slices", "float32")
                       .Op(kTfLiteBuiltinScatterNd)
                       .In(conformance::kInt32, {slices, 1}, {0})
                       .In(kFloat32, {slices})
                       .List({kElements})
                       .Out(kFloat32);
    EXPECT_EQ(Left(c), slices == kElements ? 0 : 1) << told_;
  }
  EXPECT_EQ(told_, "65537 slices for 65536 elements are not supported\n");
}

}  // namespace
}  // namespace tflite::gpu
