#include "delegates/gpu/program/reviewed_graphs.h"

#include <utility>

#include "gtest/gtest.h"

namespace tflite::gpu {
namespace {

// A host's graph with one tensor, and partitions that read it.
class ReviewedGraphsTest : public ::testing::Test {
 protected:
  ReviewedGraphsTest() {
    Resize(4);
    context_.tensors = &tensor_;
    context_.tensors_size = 1;
  }
  ~ReviewedGraphsTest() override { TfLiteIntArrayFree(tensor_.dims); }

  void Resize(int extent) {
    TfLiteIntArrayFree(tensor_.dims);
    tensor_.dims = TfLiteIntArrayCreate(1);
    tensor_.dims->data[0] = extent;
  }
  static DelegatedPartition Partition(int output) {
    DelegatedPartition partition;
    partition.inputs = {0, -1};
    partition.outputs = {output};
    return partition;
  }
  // A graph with a constant of this size.
  static SettledGpuGraph Graph(uint64_t bytes) {
    SettledGpuGraph settled;
    GpuValue& value = settled.graph.values.emplace_back();
    value.kind = GpuValue::Kind::kConstant;
    value.bytes = bytes;
    return settled;
  }
  // The size of the constant of a partition's graph; 0 if it is not kept.
  uint64_t TakeBytes(int output) {
    const auto taken = graphs_.Take(&context_, Partition(output));
    return taken.has_value() ? taken->graph.values[0].bytes : 0;
  }

  TfLiteTensor tensor_{};
  TfLiteContext context_{};
  ReviewedGraphs graphs_;
};

TEST_F(ReviewedGraphsTest, ReturnsAGraphOnce) {
  graphs_.Keep(&context_, Partition(1), Graph(16));
  graphs_.Keep(&context_, Partition(2), Graph(32));
  EXPECT_EQ(TakeBytes(2), 32u);
  EXPECT_EQ(TakeBytes(2), 0u);
  EXPECT_EQ(TakeBytes(1), 16u);
}

TEST_F(ReviewedGraphsTest, OtherShapesAndHostsAreOtherPartitions) {
  graphs_.Keep(&context_, Partition(1), Graph(16));
  TfLiteContext other = context_;
  EXPECT_FALSE(graphs_.Take(&other, Partition(1)).has_value());
  Resize(5);
  EXPECT_EQ(TakeBytes(1), 0u);
  Resize(4);
  EXPECT_EQ(TakeBytes(1), 16u);
}

TEST_F(ReviewedGraphsTest, DropsWhatIsLeft) {
  graphs_.Keep(&context_, Partition(1), Graph(16));
  graphs_.Drop(&context_);
  EXPECT_EQ(TakeBytes(1), 0u);
}

TEST_F(ReviewedGraphsTest, SeveralLargeGraphsAreNotKept) {
  constexpr uint64_t kMax = ReviewedGraphs::kMaxConstantBytes;
  graphs_.Keep(&context_, Partition(1), Graph(kMax + 16));
  graphs_.Keep(&context_, Partition(2), Graph(16));
  EXPECT_EQ(TakeBytes(2), 0u);
  EXPECT_EQ(TakeBytes(1), kMax + 16);
  graphs_.Keep(&context_, Partition(1), Graph(kMax - 16));
  graphs_.Keep(&context_, Partition(2), Graph(32));
  graphs_.Keep(&context_, Partition(3), Graph(16));
  EXPECT_EQ(TakeBytes(2), 0u);
  EXPECT_EQ(TakeBytes(3), 16u);
}

}  // namespace
}  // namespace tflite::gpu
