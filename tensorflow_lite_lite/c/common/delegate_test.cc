#include "tensorflow_lite_lite/c/common/delegate.h"

#include <gtest/gtest.h>

#include "tensorflow_lite_lite/c/common/node.h"

namespace tflite {
namespace {

TEST(Delegate, CreateGivesZeros) {
  const TfLiteDelegate delegate = TfLiteDelegateCreate();
  EXPECT_EQ(delegate.data_, nullptr);
  EXPECT_EQ(delegate.Prepare, nullptr);
  EXPECT_EQ(delegate.flags, 0);
  EXPECT_EQ(delegate.opaque_delegate_builder, nullptr);
}

TEST(OpaqueDelegate, KeepsACopyOfItsBuilder) {
  int data = 5;
  TfLiteOpaqueDelegateBuilder builder{};
  builder.data = &data;
  builder.flags = kTfLiteDelegateFlagsAllowDynamicTensors;
  TfLiteOpaqueDelegate* delegate = TfLiteOpaqueDelegateCreate(&builder);
  builder = {};
  ASSERT_NE(delegate, nullptr);
  EXPECT_EQ(TfLiteOpaqueDelegateGetData(delegate), &data);
  ASSERT_NE(delegate->opaque_delegate_builder, nullptr);
  EXPECT_EQ(delegate->opaque_delegate_builder->flags,
            kTfLiteDelegateFlagsAllowDynamicTensors);
  // The conditions for an opaque delegate.
  EXPECT_EQ(delegate->Prepare, nullptr);
  EXPECT_EQ(delegate->CopyFromBufferHandle, nullptr);
  EXPECT_EQ(delegate->FreeBufferHandle, nullptr);
  TfLiteOpaqueDelegateDelete(delegate);
}

TEST(OpaqueDelegate, AllowsNull) {
  EXPECT_EQ(TfLiteOpaqueDelegateCreate(nullptr), nullptr);
  EXPECT_EQ(TfLiteOpaqueDelegateGetData(nullptr), nullptr);
  TfLiteOpaqueDelegateDelete(nullptr);
}

TEST(OpaqueDelegate, GetDataOfAClassicDelegate) {
  int data = 5;
  TfLiteDelegate delegate = TfLiteDelegateCreate();
  delegate.data_ = &data;
  EXPECT_EQ(TfLiteOpaqueDelegateGetData(&delegate), &data);
}

TEST(KernelInitFailed, IsNoAddressOfAnObject) {
  EXPECT_NE(TfLiteKernelInitFailed(), nullptr);
  EXPECT_EQ(reinterpret_cast<intptr_t>(TfLiteKernelInitFailed()), -1);
}

}  // namespace
}  // namespace tflite
