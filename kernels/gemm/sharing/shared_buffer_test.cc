#include "kernels/gemm/sharing/shared_buffer.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/packed_sum.h"
#include "tensorflow_lite_lite/base/pages.h"

namespace tflite::kernels {
namespace {

constexpr size_t kBytes = 1 << 20;

GemmBuffer Filled(size_t bytes, uint8_t value) {
  GemmBuffer buffer;
  EXPECT_TRUE(buffer.Allocate(bytes));
  std::memset(buffer.data(), value, bytes);
  return buffer;
}

TEST(SharedBuffer, EqualContentsAreHeldOnce) {
  const SharedBuffer first = ShareBuffer(Filled(kBytes, 1));
  const size_t held = base::MappedBytes();
  const SharedBuffer second = ShareBuffer(Filled(kBytes, 1));
  EXPECT_EQ(second, first);
  EXPECT_EQ(base::MappedBytes(), held);
}

TEST(SharedBuffer, SmallOnesAreHeldByEach) {
  constexpr size_t kLeast = 64 * 1024;
  const SharedBuffer least = ShareBuffer(Filled(kLeast, 7));
  EXPECT_EQ(ShareBuffer(Filled(kLeast, 7)), least);
  const SharedBuffer small = ShareBuffer(Filled(kLeast - 1, 7));
  EXPECT_NE(ShareBuffer(Filled(kLeast - 1, 7)), small);
}

// The byte is between those that are looked at before buffers are compared.
TEST(SharedBuffer, EachByteCounts) {
  const SharedBuffer first = ShareBuffer(Filled(kBytes, 2));
  GemmBuffer other = Filled(kBytes, 2);
  static_cast<uint8_t*>(other.data())[100] = 3;
  const SharedBuffer second = ShareBuffer(std::move(other));
  EXPECT_NE(second, first);
  EXPECT_EQ(ShareBuffer(Filled(kBytes, 2)), first);
  EXPECT_NE(ShareBuffer(Filled(kBytes - 64, 2)), first);
}

TEST(SharedBuffer, LivesAsLongAsItsLastHolder) {
  const size_t before = base::MappedBytes();
  SharedBuffer first = ShareBuffer(Filled(kBytes, 4));
  SharedBuffer second = ShareBuffer(Filled(kBytes, 4));
  first = nullptr;
  EXPECT_EQ(static_cast<const uint8_t*>(second->data())[kBytes - 1], 4);
  second = nullptr;
  EXPECT_EQ(base::MappedBytes(), before);
  // Many that are no longer held are no obstacle.
  for (int i = 0; i < 300; ++i) ShareBuffer(Filled(kBytes, i % 250));
  EXPECT_EQ(base::MappedBytes(), before);
}

TEST(SharedBuffer, ThreadsShare) {
  const SharedBuffer first = ShareBuffer(Filled(kBytes, 5));
  std::vector<SharedBuffer> found(4);
  std::vector<std::thread> threads;
  for (SharedBuffer& mine : found) {
    threads.emplace_back([&mine] {
      for (int i = 0; i < 20; ++i) mine = ShareBuffer(Filled(kBytes, 5));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(found.begin(), found.end(), first), 4);
}

// Weights of a float layer whose last panel is narrower than the others.
class Layer {
 public:
  static constexpr int32_t kChannels = 261;
  static constexpr int64_t kDepth = 300;

  explicit Layer(bool constant) {
    SetConstant(constant);
    sum_.kind = WeightedSum::Kind::kFloat;
    sum_.input_type = sum_.weights_type = sum_.output_type = kTfLiteFloat32;
    sum_.channels = kChannels;
    sum_.float_range = {-1e30f, 1e30f};
  }

  void SetConstant(bool constant) { sum_.weights_constant = constant; }
  void Set(float weight) {
    const std::vector<float> weights(kChannels * kDepth, weight);
    ASSERT_TRUE(packed_.Init(sum_, 0, kChannels, kDepth).ok());
    ASSERT_TRUE(packed_.SetWeights({weights.data(), kDepth, 1}, 1.0f).ok());
    packed_.SetBias(nullptr);
  }

  // The last channel's result for a row of ones.
  float Result() const {
    const GemmPlan plan = packed_.Plan(1, nullptr, 1);
    GemmBuffer scratch;
    EXPECT_TRUE(scratch.Allocate(plan.scratch_bytes() + 64));
    const std::vector<float> ones(kDepth, 1.0f);
    std::vector<float> out(kChannels);
    PackedSum::Job job;
    job.plan = &plan;
    job.left.data = ones.data();
    job.left.rows = 1;
    job.left.row_stride = kDepth;
    job.out = out.data();
    job.layout.row_stride = kChannels;
    job.scratch = scratch.data();
    ThreadPool threads(1);
    packed_.Run(job, threads);
    return out.back();
  }

 private:
  WeightedSum sum_;
  PackedSum packed_;
};

TEST(SharedBuffer, LayersWithEqualConstantsShareThem) {
  Layer first(true), second(true);
  first.Set(0.5f);
  const size_t held = base::MappedBytes();
  second.Set(0.5f);
  EXPECT_EQ(base::MappedBytes(), held);
  EXPECT_EQ(second.Result(), Layer::kDepth * 0.5f);
}

TEST(SharedBuffer, OthersKeepTheirWeightsWhenOneIsPackedAgain) {
  Layer first(true), second(true);
  first.Set(0.5f);
  second.Set(0.5f);
  second.Set(2.0f);
  EXPECT_EQ(first.Result(), Layer::kDepth * 0.5f);
  EXPECT_EQ(second.Result(), Layer::kDepth * 2.0f);
}

TEST(SharedBuffer, OthersKeepTheirWeightsWhenOnesAreNoLongerConstant) {
  Layer first(true), second(true);
  first.Set(0.5f);
  second.Set(0.5f);
  second.SetConstant(false);
  second.Set(2.0f);
  EXPECT_EQ(first.Result(), Layer::kDepth * 0.5f);
  EXPECT_EQ(second.Result(), Layer::kDepth * 2.0f);
}

TEST(SharedBuffer, LayersWithWeightsThatMayChangeDoNotShare) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "with sanitizers, no pages are mapped";
#endif
  Layer first(false), second(false);
  first.Set(0.5f);
  const size_t held = base::MappedBytes();
  second.Set(0.5f);
  EXPECT_GT(base::MappedBytes(), held);
  second.Set(2.0f);
  EXPECT_EQ(first.Result(), Layer::kDepth * 0.5f);
  EXPECT_EQ(second.Result(), Layer::kDepth * 2.0f);
}

}  // namespace
}  // namespace tflite::kernels
