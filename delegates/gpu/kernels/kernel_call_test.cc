#include "delegates/gpu/kernels/kernel_call.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/kernels/convolution/conv_2d_int8_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_split_k_kernels.h"
#include "delegates/gpu/kernels/convolution/matmul_tile_kernels.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/kernels/shape/gather_kernels.h"
#include "delegates/gpu/kernels/shape/scatter_kernels.h"

namespace tflite::gpu {
namespace {

using Constants = std::vector<std::pair<std::string, int32_t>>;

ScatterSlicesKernel Slices() {
  ScatterSlicesKernel kernel;
  kernel.indices = 3;
  kernel.dst = 5;
  kernel.faults = 4;
  kernel.count = 7;
  kernel.fault = 0;
  for (int i = 0; i < 5; ++i) kernel.es[i] = 10 + i;
  return kernel;
}

TEST(KernelCall, HasOperandsAndParamsInTheKernelsOrder) {
  const GpuCall call = Slices().Call();
  EXPECT_EQ(call.spec.kernel, "scatter_slices");
  ASSERT_EQ(call.operands.size(), 3u);
  EXPECT_EQ(call.operands[0].value, 3);
  EXPECT_FALSE(call.operands[0].written);
  EXPECT_EQ(call.operands[1].value, 5);
  EXPECT_TRUE(call.operands[1].written);
  EXPECT_EQ(call.operands[2].value, 4);
  EXPECT_TRUE(call.operands[2].written);
  EXPECT_EQ(call.params, (std::vector<uint32_t>{7, 0, 10, 11, 12, 13, 14}));
  EXPECT_EQ(call.post_operand, -1);
  const GpuKernelText* text = GpuKernels().Find(call.spec.kernel);
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(call.operands.size(), text->num_buffers);
  EXPECT_EQ(call.params.size(), text->num_params);
}

TEST(KernelCall, HasTheConstantsThatAreNotAsInTheFile) {
  ScatterSlicesKernel kernel = Slices();
  EXPECT_EQ(kernel.Call().spec.constants, Constants());
  kernel.constants.depth = 2;
  kernel.constants.skip = 1;
  const GpuKernelSpec spec = kernel.Call().spec;
  EXPECT_EQ(spec.constants, (Constants{{"DEPTH", 2}, {"SKIP", 1}}));
  ScatterSlicesKernel other;
  other.SetConstants(spec);
  EXPECT_EQ(other.constants.depth, 2);
  EXPECT_EQ(other.constants.skip, 1);
  EXPECT_EQ(other.constants.wide, 1);
}

TEST(KernelCall, IsEmptyWhereAnOperandOrAParamIsNotSet) {
  ScatterSlicesKernel kernel = Slices();
  kernel.faults = kNoGpuValue;
  EXPECT_TRUE(kernel.Call().operands.empty());
  kernel = Slices();
  kernel.es[4] = {};
  EXPECT_TRUE(kernel.Call().operands.empty());
}

TEST(KernelCall, KeepsTheBitsOfNumbers) {
  EXPECT_EQ(GpuParam<float>(1.0f).bits(), 0x3f800000u);
  EXPECT_EQ(GpuParam<int32_t>(-1).bits(), ~0u);
  EXPECT_EQ(GpuParam<int32_t>(int64_t{5}).bits(), 5u);
  EXPECT_EQ(GpuParam<uint32_t>(~0u).bits(), ~0u);
  EXPECT_FALSE(GpuParam<int32_t>().is_set());
}

TEST(KernelCall, IsOfOneOfTheKernelsOfAFile) {
  EXPECT_STREQ(GatherKernel(GatherKernel::kU4).Name(), "gather_u4");
  EXPECT_STREQ(GatherKernel(GatherKernel::kUint).Name(), "gather_uint");
  Conv2dInt8Kernel kernel;
  EXPECT_STREQ(kernel.Name(), "conv_2d_int8");
  kernel.dot = true;
  EXPECT_STREQ(kernel.Name(), "conv_2d_int8_dot");
}

TEST(KernelCall, SaysWhatTheKernelIsRightFor) {
  MatmulTileKernel kernel(MatmulTileKernel::kF4);
  kernel.lhs = kernel.lhs4 = kernel.rhs = kernel.rhs4 = kernel.at = kernel.dst =
      0;
  kernel.rows = kernel.columns = kernel.depth = kernel.a_row = kernel.a_depth =
      kernel.b_depth = kernel.b_column = 1;
  const GpuCall call = kernel.Call();
  EXPECT_EQ(call.spec.workgroup, (std::array<uint32_t, 3>{16, 8, 1}));
  EXPECT_EQ(call.post_operand, 5);
  EXPECT_EQ(call.post_unit, 4);
  EXPECT_EQ(kernel.SharedBytes(), (64 * 5 + 16 * 17) * 16);
  Conv2dSplitKKernel split(Conv2dSplitKKernel::kFloat);
  split.constants = {/*pixels=*/8, /*lanes=*/2, /*slices=*/64};
  EXPECT_EQ(split.SharedBytes(), 8 * 2 * 64 * 16);
}

}  // namespace
}  // namespace tflite::gpu
