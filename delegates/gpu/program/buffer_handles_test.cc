#include "delegates/gpu/program/buffer_handles.h"

#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace tflite::gpu {
namespace {

TEST(BufferHandles, FindWhatWasAddedUntilItIsRemoved) {
  BufferHandles<int> handles;
  const TfLiteBufferHandle three = handles.Add(std::make_shared<int>(3));
  const TfLiteBufferHandle four = handles.Add(std::make_shared<int>(4));
  EXPECT_NE(three, kTfLiteNullBufferHandle);
  ASSERT_NE(handles.Find(three), nullptr);
  EXPECT_EQ(*handles.Find(three), 3);
  EXPECT_EQ(*handles.Find(four), 4);
  const auto kept = handles.Find(three);
  EXPECT_TRUE(handles.Remove(three));
  EXPECT_FALSE(handles.Remove(three));
  EXPECT_EQ(handles.Find(three), nullptr);
  EXPECT_EQ(*kept, 3);
}

TEST(BufferHandles, DifferAmongDelegates) {
  BufferHandles<int> one, other;
  const TfLiteBufferHandle handle = one.Add(std::make_shared<int>(1));
  other.Add(std::make_shared<int>(2));
  EXPECT_EQ(other.Find(handle), nullptr);
  EXPECT_EQ(one.Find(kTfLiteNullBufferHandle), nullptr);
}

TEST(BufferHandles, AreAddedOnAnyThread) {
  BufferHandles<int> handles;
  std::vector<std::vector<TfLiteBufferHandle>> added(4);
  std::vector<std::thread> threads;
  for (auto& list : added) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        list.push_back(handles.Add(std::make_shared<int>(i)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<TfLiteBufferHandle> all;
  for (const auto& list : added) all.insert(list.begin(), list.end());
  EXPECT_EQ(all.size(), 400u);
  EXPECT_EQ(*handles.Find(added[2][7]), 7);
}

TEST(BufferHandles, BelongToTheTensorsDelegate) {
  TfLiteDelegate mine = TfLiteDelegateCreate(), other = TfLiteDelegateCreate();
  TfLiteTensor tensor{};
  tensor.buffer_handle = 5;
  EXPECT_EQ(HandleOfDelegate(tensor, &mine), kTfLiteNullBufferHandle);
  EXPECT_EQ(HandleOfDelegate(tensor, nullptr), kTfLiteNullBufferHandle);
  tensor.delegate = &mine;
  EXPECT_EQ(HandleOfDelegate(tensor, &mine), 5);
  EXPECT_EQ(HandleOfDelegate(tensor, &other), kTfLiteNullBufferHandle);
}

}  // namespace
}  // namespace tflite::gpu
