// Which kernels, and tiles of which size, the delegate chooses where a device's
// limits or the extents of an operator decide. Results do not depend on it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "delegates/gpu/api/on_limited_gpu_test.h"
#include "delegates/gpu/kernels/convolution/conv_2d_int8_tile_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_split_k_kernels.h"
#include "delegates/gpu/kernels/convolution/conv_2d_tile_kernels.h"
#include "delegates/gpu/kernels/convolution/matmul_tile_kernels.h"
#include "delegates/gpu/kernels/kernel_call.h"
#include "testing/conformance/weighted_sums.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::kFloat32;
using conformance::SumElements;
using ::testing::Contains;
using ::testing::Not;

Case Product(int matrices, int rows, int columns) {
  return Case("Product", "float32")
      .Op(kTfLiteBuiltinBatchMatmul, TfLiteBatchMatMulParams{})
      .In(kFloat32, {matrices, rows, 2})
      .In(kFloat32, {matrices, 2, columns})
      .Out(kFloat32);
}

class GpuChoices : public OnLimitedGpu {
 protected:
  // The device's memory for workgroups suffices for the kernel, or just does
  // not.
  void ExpectWhereShared(const Case& c, const std::string& kernel,
                         int64_t bytes) {
    SCOPED_TRACE(kernel);
    caps_.shared_memory_bytes = static_cast<uint32_t>(bytes);
    EXPECT_EQ(Left(c), 0) << told_;
    EXPECT_THAT(device_->kernels(), Contains(kernel));
    caps_.shared_memory_bytes -= 1;
    EXPECT_EQ(Left(c), 0) << told_;
    EXPECT_THAT(device_->kernels(), Not(Contains(kernel)));
  }

  // ROWS of the kernel that computes the case, which is 8 by default; 0 if
  // another kernel does.
  int RowsOf(const Case& c, const std::string& kernel) {
    EXPECT_EQ(Left(c), 0) << told_;
    int rows = 0;
    for (const GpuKernelSpec& spec : device_->specs()) {
      if (spec.kernel == kernel) rows = GpuConstantOf(spec, "ROWS", 8);
    }
    return rows;
  }

  const SumElements floats_ = conformance::AllSumElements().at(0);
  const SumElements bytes_ = conformance::AllSumElements().at(1);
};

TEST_F(GpuChoices, AreTilesWhereWorkgroupsHaveTheMemory) {
  const Conv2dTileKernel tile(Conv2dTileKernel::kF4);
  ExpectWhereShared(Convolution(floats_, 64, 32, 64), tile.Name(),
                    tile.SharedBytes());
  Conv2dInt8TileKernel bytes;
  ExpectWhereShared(Convolution(bytes_, 64, 32, 64), bytes.Name(),
                    bytes.SharedBytes());
  const MatmulTileKernel product(MatmulTileKernel::kF4);
  ExpectWhereShared(Product(1, 16, 16), product.Name(), product.SharedBytes());
  // One lane for each of eight pixels needs the most.
  Conv2dSplitKKernel split(Conv2dSplitKKernel::kF4);
  split.constants.pixels = 8;
  split.constants.lanes = 1;
  split.constants.slices = 128;
  ExpectWhereShared(Convolution(floats_, 8, 32, 64), split.Name(),
                    split.SharedBytes());
}

// A card with memory of its own is idle with fewer than 128 workgroups.
TEST_F(GpuChoices, AreLowerTilesWhereThereAreFew) {
  struct Tiles {
    int pixels, channels, rows;
  };
  const Conv2dTileKernel tile(Conv2dTileKernel::kF4);
  caps_.unified_memory = false;
  for (const Tiles& t : {Tiles{4064, 64, 2},
                         {4065, 64, 4},
                         {8128, 64, 4},
                         {8129, 64, 8},
                         {4032, 128, 4},
                         {4033, 128, 8}}) {
    EXPECT_EQ(
        RowsOf(Convolution(floats_, t.pixels, 16, t.channels), tile.Name()),
        t.rows)
        << t.pixels << " pixels, " << t.channels << " channels";
  }
  caps_.unified_memory = true;
  EXPECT_EQ(RowsOf(Convolution(floats_, 64, 16, 64), tile.Name()), 8);
}

// With 128 tiles, as many rows as they hold.
TEST_F(GpuChoices, AreLowerTilesOfProductsWhereThereAreFew) {
  const std::string tile = MatmulTileKernel(MatmulTileKernel::kF4).Name();
  EXPECT_EQ(RowsOf(Product(127, 33, 64), tile), 4);
  EXPECT_EQ(RowsOf(Product(128, 33, 64), tile), 8);
  EXPECT_EQ(RowsOf(Product(128, 32, 64), tile), 4);
  EXPECT_EQ(RowsOf(Product(63, 33, 68), tile), 4);
  EXPECT_EQ(RowsOf(Product(64, 33, 68), tile), 8);
  EXPECT_EQ(RowsOf(Product(63, 68, 64), tile), 4);
  EXPECT_EQ(RowsOf(Product(64, 68, 64), tile), 8);
}

// Rows of images are an extent of the grid, except where elements are counted.
TEST_F(GpuChoices, AreSingleElementsWhereGridsHaveNotAllRows) {
  TfLiteDepthwiseConvParams params{};
  params.padding = kTfLitePaddingSame;
  params.stride_height = params.stride_width = 1;
  params.dilation_height_factor = params.dilation_width_factor = 1;
  params.depth_multiplier = 1;
  const auto kernels = [&](int images, int rows) {
    EXPECT_EQ(Left(Case("Depthwise", "float32")
                       .Op(kTfLiteBuiltinDepthwiseConv2d, params)
                       .In(kFloat32, {images, rows, 3, 4})
                       .Const(kFloat32, {1, 3, 3, 4})
                       .Const(kFloat32, {4})
                       .Out(kFloat32)),
              0)
        << told_;
    return device_->kernels();
  };
  for (const int extent : {1, 2}) {
    caps_.max_groups = {65535, 65535, 65535};
    caps_.max_groups[extent] = 16;
    EXPECT_THAT(kernels(3, 5), Contains("depthwise_row_f4"));
    EXPECT_THAT(kernels(2, 8), Contains("depthwise_float"));
  }
}

}  // namespace
}  // namespace tflite::gpu
