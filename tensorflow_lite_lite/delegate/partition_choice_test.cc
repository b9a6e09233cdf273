#include "tensorflow_lite_lite/delegate/partition_choice.h"

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/delegate/fake_host.h"
#include "tensorflow_lite_lite/delegate/partition_policy.h"

namespace tflite::delegates {
namespace {

using ::tflite::testing::FakeHost;

PartitionCost Cost(int nodes, double work, double bytes) {
  PartitionCost cost;
  cost.nodes = nodes;
  cost.work = work;
  cost.bytes = bytes;
  return cost;
}

// The indices of the partitions that are taken.
std::vector<int> Taken(const std::vector<PartitionCost>& partitions,
                       const PartitionLimits& limits) {
  const auto why = ChoosePartitions(partitions, limits);
  std::vector<int> taken;
  for (size_t i = 0; i < why.size(); ++i) {
    if (why[i].empty()) taken.push_back(static_cast<int>(i));
  }
  return taken;
}

TEST(ChoosePartitions, WithoutLimitsTakesAll) {
  EXPECT_EQ(Taken({Cost(1, 0, 1e9), Cost(2, 1, 0)}, {}),
            (std::vector<int>{0, 1}));
  EXPECT_TRUE(ChoosePartitions({}, {}).empty());
}

TEST(ChoosePartitions, GainWeighsWorkAgainstCrossings) {
  const std::vector<PartitionCost> partitions = {
      Cost(5, 1000, 1000), Cost(1, 900, 10), Cost(1, 900, 10)};
  PartitionLimits limits;
  limits.max_partitions = 1;
  EXPECT_EQ(Taken(partitions, limits), (std::vector<int>{1}));
  limits.max_partitions = 2;
  EXPECT_EQ(Taken(partitions, limits), (std::vector<int>{1, 2}));
  limits.max_partitions = 3;
  EXPECT_EQ(Taken(partitions, limits), (std::vector<int>{0, 1, 2}));
  limits.max_partitions = 1;
  limits.by_size = true;
  EXPECT_EQ(Taken(partitions, limits), (std::vector<int>{0}));
}

TEST(ChoosePartitions, SmallOnesDoNotCountTowardsTheMost) {
  PartitionLimits limits;
  limits.max_partitions = 1;
  limits.min_nodes = 2;
  EXPECT_EQ(Taken({Cost(1, 1e6, 0), Cost(2, 1, 0)}, limits),
            (std::vector<int>{1}));
}

TEST(EstimateCost, CountsBorderBytesButNoConstants) {
  FakeHost host({kTfLiteBuiltinAdd, kTfLiteBuiltinAdd}, {10, 3});
  host.tensors_store[2].type = kTfLiteInt8;
  const TfLiteDelegateParams all{nullptr, host.Array({0, 1}), host.Array({0}),
                                 host.Array({2})};
  const PartitionCost cost = EstimateCost(&host, all);
  EXPECT_EQ(cost.nodes, 2);
  EXPECT_EQ(cost.bytes, 30 * 4 + 30);
  EXPECT_EQ(cost.work, 30 + 30);
  host.tensors_store[0].allocation_type = kTfLiteMmapRo;
  EXPECT_EQ(EstimateCost(&host, all).bytes, 30);
}

// A device with a slow ADD and slow transfers.
class SlowAdd : public PartitionPolicy {
 public:
  double NodeSeconds(const NodeSize& node, double operations) const override {
    return node.builtin_code == kTfLiteBuiltinAdd ? operations * 1e-9 : 0;
  }
  double ByteSeconds() const override { return 1e-9; }
};

TEST(EstimateCost, AsksThePolicyForTimes) {
  const auto gain = [](int code, const PartitionPolicy* policy) {
    FakeHost host({code}, {1000});
    return EstimateCost(
               &host,
               {nullptr, host.Array({0}), host.Array({0}), host.Array({1})},
               policy)
        .gain();
  };
  EXPECT_DOUBLE_EQ(gain(kTfLiteBuiltinAdd, nullptr), 1000 - 4.0 * 8000);
  const PartitionPolicy plain;
  EXPECT_DOUBLE_EQ(gain(kTfLiteBuiltinAdd, &plain),
                   gain(kTfLiteBuiltinAdd, nullptr));
  const SlowAdd slow;
  EXPECT_DOUBLE_EQ(gain(kTfLiteBuiltinSub, &slow), 1000 - 40.0 * 8000);
  EXPECT_DOUBLE_EQ(gain(kTfLiteBuiltinAdd, &slow),
                   1000 - 40.0 * 1000 - 40.0 * 8000);
}

TEST(EstimateCost, CountsTheMultiplicationsOfProducts) {
  FakeHost host({kTfLiteBuiltinFullyConnected, kTfLiteBuiltinBatchMatmul,
                 kTfLiteBuiltinTransposeConv},
                {1, 2, 3, 4});
  const auto work = [&](int node) {
    return EstimateCost(&host, {nullptr, host.Array({node}), nullptr, nullptr})
        .work;
  };
  host.SetDims(1, {2, 5});  // out
  host.SetDims(2, {5, 7});  // weights, for node 0 only
  host.nodes[0].inputs = host.Array({0, 2, -1});
  EXPECT_EQ(work(0), 2 * 10 * 7);

  host.nodes[1].inputs = host.Array({0, 2});
  host.nodes[1].outputs = host.Array({3});
  EXPECT_EQ(work(1), 2 * 24 * 4);

  host.SetDims(1, {6, 3, 3, 2});  // weights
  host.SetDims(2, {1, 4, 4, 2});  // data
  host.nodes[2].inputs = host.Array({3, 1, 2});
  EXPECT_EQ(work(2), 2 * 32 * (6 * 3 * 3));
}

TEST(EstimateCost, OddShapesDoNoHarm) {
  FakeHost host({kTfLiteBuiltinConv2d}, {-1, 0});
  host.nodes[0].inputs = host.Array({0, 100, -1});
  EXPECT_EQ(EstimateCost(&host, {nullptr, host.Array({0, 77}),
                                 host.Array({-1, 99}), host.Array({1})})
                .work,
            0);
}

}  // namespace
}  // namespace tflite::delegates
