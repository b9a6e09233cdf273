// Helpers besides kernel_util that operators written for TensorFlow Lite use:
// threads and indices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tensorflow/lite/kernels/cpu_backend_threadpool.h"
#include "tensorflow/lite/kernels/eigen_support.h"
#include "tensorflow/lite/kernels/internal/optimized/eigen_spatial_convolutions.h"
#include "tensorflow/lite/kernels/tensor_slice_util.h"
#include "tflite/c/common.h"
#include "tflite/kernels/cpu_backend_context.h"
#include "tflite/kernels/cpu_backend_threadpool.h"
#include "tflite/kernels/eigen_support.h"
#include "tflite/kernels/tensor_slice_util.h"

namespace tflite {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CountingTask : public cpu_backend_threadpool::Task {
 public:
  CountingTask(int* begin, int* end, int first)
      : begin_(begin), end_(end), first_(first) {}
  void Run() override {
    for (int* p = begin_; p != end_; ++p) *p = first_++;
  }

 private:
  int *begin_, *end_;
  int first_;
};

class CpuBackendThreadpoolTest : public ::testing::TestWithParam<int> {};

TEST_P(CpuBackendThreadpoolTest, RunsEveryTaskOnce) {
  CpuBackendContext context;
  context.SetMaxNumThreads(GetParam());
  constexpr int kTasks = 7, kEach = 5;
  std::vector<int> numbers(kTasks * kEach, -1);
  std::vector<CountingTask> tasks;
  for (int i = 0; i < kTasks; ++i) {
    int* begin = numbers.data() + i * kEach;
    tasks.emplace_back(begin, begin + kEach, i * kEach);
  }
  cpu_backend_threadpool::Execute(kTasks, tasks.data(), &context);
  for (int i = 0; i < kTasks * kEach; ++i) EXPECT_EQ(numbers[i], i);
  cpu_backend_threadpool::Execute(0, tasks.data(), &context);
}

INSTANTIATE_TEST_SUITE_P(Threads, CpuBackendThreadpoolTest,
                         ::testing::Values(1, 2, 4, 16));

struct ContextWithThreads : TfLiteContext {
  explicit ContextWithThreads(int threads) : TfLiteContext() {
    recommended_num_threads = threads;
    GetExternalContext = [](TfLiteContext* c, TfLiteExternalContextType type) {
      return type == kTfLiteEigenContext
                 ? static_cast<ContextWithThreads*>(c)->eigen
                 : nullptr;
    };
    SetExternalContext = [](TfLiteContext* c, TfLiteExternalContextType,
                            TfLiteExternalContext* external) {
      static_cast<ContextWithThreads*>(c)->eigen = external;
    };
  }
  TfLiteExternalContext* eigen = nullptr;
};

TEST(EigenSupportTest, GivesThreadsThatAreRecommended) {
  for (const auto& [recommended, threads] :
       std::vector<std::pair<int, int>>{{-1, 4}, {1, 1}, {2, 2}}) {
    ContextWithThreads context(recommended);
    eigen_support::IncrementUsageCounter(&context);
    ASSERT_NE(context.eigen, nullptr);
    EXPECT_EQ(context.eigen->type, kTfLiteEigenContext);
    const auto* device = eigen_support::GetThreadPoolDevice(&context);
    ASSERT_NE(device, nullptr);
    EXPECT_EQ(device->numThreads(), threads);
    EXPECT_EQ(device->numThreadsInPool(), threads);
    bool ran = false;
    Eigen::Notification* done = device->enqueue([&ran] { ran = true; });
    ASSERT_NE(done, nullptr);
    done->Wait();
    delete done;
    EXPECT_TRUE(ran);
    eigen_support::DecrementUsageCounter(&context);
    EXPECT_EQ(context.eigen, nullptr);
  }
}

TEST(EigenSupportTest, FollowsTheRecommendation) {
  ContextWithThreads context(1);
  eigen_support::IncrementUsageCounter(&context);
  EXPECT_EQ(eigen_support::GetThreadPoolDevice(&context)->numThreads(), 1);
  context.recommended_num_threads = 3;
  ASSERT_EQ(context.eigen->Refresh(&context), kTfLiteOk);
  EXPECT_EQ(eigen_support::GetThreadPoolDevice(&context)->numThreads(), 3);
  context.recommended_num_threads = -1;
  ASSERT_EQ(context.eigen->Refresh(&context), kTfLiteOk);
  EXPECT_EQ(eigen_support::GetThreadPoolDevice(&context)->numThreads(), 4);
  eigen_support::DecrementUsageCounter(&context);
}

TEST(EigenSupportTest, LivesAsLongAsItsLastUser) {
  ContextWithThreads context(-1);
  eigen_support::IncrementUsageCounter(&context);
  TfLiteExternalContext* const first = context.eigen;
  eigen_support::IncrementUsageCounter(&context);
  EXPECT_EQ(context.eigen, first);
  eigen_support::DecrementUsageCounter(&context);
  EXPECT_NE(context.eigen, nullptr);
  eigen_support::DecrementUsageCounter(&context);
  EXPECT_EQ(context.eigen, nullptr);
}

using ops::builtin::AddIndices;
using ops::builtin::ArrayContains;
using ops::builtin::ExpandDims;
using ops::builtin::Index;
using ops::builtin::ReadIndexVector;
using ops::builtin::ScatterIndex;
using ops::builtin::TensorIndexToFlat;

TEST(TensorSliceUtilTest, FindsNumbers) {
  const int64_t array[] = {1, 2, 3};
  EXPECT_TRUE(ArrayContains(array, 3, 2));
  EXPECT_FALSE(ArrayContains(array, 3, 4));
  EXPECT_FALSE(ArrayContains(array, 0, 1));
}

TEST(TensorSliceUtilTest, ScattersIndices) {
  const int64_t dims[] = {2, 0};
  EXPECT_THAT(ScatterIndex<int64_t>({4, 5}, dims, 2, 3), ElementsAre(5, 0, 4));
  EXPECT_THAT(ScatterIndex<int64_t>({}, dims, 0, 0), IsEmpty());
  EXPECT_THAT(ScatterIndex<int64_t>({4, 5}, dims, 2, 2), IsEmpty());
}

TEST(TensorSliceUtilTest, CountsElements) {
  const Index<int64_t> scalar = {0};
  EXPECT_EQ(TensorIndexToFlat(scalar.data(), 1, RuntimeShape(0)), 0);
  const Index<int64_t> index = {1, 2, 3};
  EXPECT_EQ(TensorIndexToFlat(index.data(), 3, RuntimeShape({2, 4, 5})), 33);
  const Index<int64_t> start = {0, 1, 1};
  EXPECT_EQ(
      TensorIndexToFlat(index.data(), 3, RuntimeShape({2, 4, 5}), start.data()),
      39);
}

TEST(TensorSliceUtilTest, CombinesIndices) {
  EXPECT_THAT(AddIndices<int32_t>({1, 2}, {3, 4}), ElementsAre(4, 6));
  const int64_t avoided[] = {0, 2};
  EXPECT_THAT(ExpandDims<int32_t>({7, 8}, avoided, 2), ElementsAre(0, 7, 0, 8));
  EXPECT_THAT(ExpandDims<int32_t>({}, avoided, 0), IsEmpty());
}

TEST(TensorSliceUtilTest, ReadsIndices) {
  // [2, 3]: {0 1 2} {3 4 5}
  int32_t data[] = {0, 1, 2, 3, 4, 5};
  TfLiteTensor tensor = {};
  tensor.type = kTfLiteInt32;
  tensor.data.i32 = data;
  const RuntimeShape shape({2, 3});
  EXPECT_THAT(ReadIndexVector<int32_t>(&tensor, shape, {1}, 1),
              ElementsAre(3, 4, 5));
  EXPECT_THAT(ReadIndexVector<int32_t>(&tensor, shape, {2}, 0),
              ElementsAre(2, 5));
}

}  // namespace
}  // namespace tflite
