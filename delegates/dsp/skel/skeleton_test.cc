#include "delegates/dsp/skel/skeleton.h"

#include "gtest/gtest.h"

namespace tflite::dsp {
namespace {

constexpr int kBadParameter = 14, kNoMemory = 2;

int Open(uint64_t* handle) {
  uint32_t bytes = 0;
  RemoteArg args[3] = {};
  args[0].buffer = {&bytes, sizeof(bytes)};
  args[2].buffer = {handle, sizeof(*handle)};
  return tflite_dsp_skel_handle_invoke(0, MakeScalars(0, 2, 1), args);
}

int Close(uint64_t handle) {
  return tflite_dsp_skel_handle_invoke(handle, MakeScalars(1, 0, 0), nullptr);
}

TEST(Skeleton, OpensAsManyHandlesAsItHas) {
  uint64_t handle = 0;
  for (uint64_t i = 1; i <= 32; ++i) {
    ASSERT_EQ(Open(&handle), 0);
    EXPECT_EQ(handle, i);
  }
  EXPECT_EQ(Open(&handle), kNoMemory);
  EXPECT_EQ(Close(7), 0);
  EXPECT_EQ(Open(&handle), 0);
  EXPECT_EQ(handle, 7u);
  for (uint64_t i = 1; i <= 32; ++i) EXPECT_EQ(Close(i), 0);
}

TEST(Skeleton, RefusesHandlesThatAreNotOpen) {
  uint64_t handle = 0;
  ASSERT_EQ(Open(&handle), 0);
  for (const uint64_t wrong : {0, 2, 33}) {
    EXPECT_EQ(Close(wrong), kBadParameter) << wrong;
  }
  EXPECT_EQ(Close(handle), 0);
  EXPECT_EQ(Close(handle), kBadParameter);
}

}  // namespace
}  // namespace tflite::dsp
