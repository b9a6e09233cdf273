#include "delegates/gpu/lowering/gpu_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "delegates/gpu/kernels/elementwise/convert_kernels.h"

namespace tflite::gpu {
namespace {

TEST(GpuBuilder, RefusesACallThatIsNotComplete) {
  const GpuPlanCaps caps{};
  GpuBuilder builder(nullptr, DelegatedPartition(), caps);
  ByteTableKernel kernel;
  kernel.src = builder.Inner(16);
  kernel.dst = builder.Inner(16);
  kernel.count = 4;
  builder.Add(kernel.Call());
  const auto graph = builder.Take();
  ASSERT_FALSE(graph.ok());
  EXPECT_THAT(graph.status().ToString(), ::testing::HasSubstr("byte_table"));
}

TEST(GpuBuilder, TakesACompleteCall) {
  const GpuPlanCaps caps{};
  GpuBuilder builder(nullptr, DelegatedPartition(), caps);
  ByteTableKernel kernel;
  kernel.src = builder.Inner(16);
  kernel.table = builder.Inner(256);
  kernel.dst = builder.Inner(16);
  kernel.count = 4;
  builder.Add(kernel.Call());
  const auto graph = builder.Take();
  ASSERT_TRUE(graph.ok()) << graph.status();
  ASSERT_EQ(graph->calls.size(), 1u);
  EXPECT_EQ(graph->calls[0].label, "byte_table");
}

}  // namespace
}  // namespace tflite::gpu
