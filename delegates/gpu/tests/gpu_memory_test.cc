// Tensors in host memory, and runs that fail.
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_parts.h"
#include "delegates/gpu/tests/counting_device.h"
#include "delegates/gpu/tests/skip.h"
#include "delegates/gpu/tests/sum_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite::gpu {
namespace {

using ::testing::Each;

using Floats = std::vector<float>;

// A delegate on a device that counts calls.
class GpuMemoryOn : public ::testing::TestWithParam<GpuBackend> {
 protected:
  void SetUp() override {
    GpuOptions options;
    options.keep_programs = false;
    options.backend = GetParam() == GpuBackend::kOpenCl
                          ? GpuBackendChoice::kOpenCl
                          : GpuBackendChoice::kVulkan;
    auto device = AcquireGpuDevice(options);
    TFLL_SKIP_WITHOUT_DRIVER(device);
    device_ = std::make_shared<CountingDevice>(*device);
    delegate_.reset(CreateGpuDelegate(options, device_));
  }

  std::shared_ptr<CountingDevice> device_;
  std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate_{
      nullptr, TfLiteGpuDelegateV2Delete};
};

struct Free {
  void operator()(float* data) const { std::free(data); }
};
std::unique_ptr<float, Free> NewMemory(size_t count) {
  return std::unique_ptr<float, Free>(
      static_cast<float*>(std::aligned_alloc(4096, count * sizeof(float))));
}

TEST_P(GpuMemoryOn, CustomAllocationsAreUsedInPlace) {
  if (device_->caps().import_alignment == 0) {
    GTEST_SKIP() << "not run: memory is not imported";
  }
  SumModel model(1024, delegate_.get());
  std::vector<std::unique_ptr<float, Free>> memory;
  const auto use = [&](int tensor) {
    memory.push_back(NewMemory(1024));
    EXPECT_EQ(model.interpreter().SetCustomAllocationForTensor(
                  tensor, {memory.back().get(), 4096}),
              kTfLiteOk);
  };
  for (int t : {0, 1, 3}) use(t);
  ASSERT_EQ(model.interpreter().AllocateTensors(), kTfLiteOk);
  device_->Reset();
  for (const float value : {2.0f, 3.0f}) {
    model.FillHost(value);
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    EXPECT_THAT(model.Host(3), Each(2 * value * value));
  }
  EXPECT_EQ(device_->imports(), 3);
  EXPECT_EQ(device_->copies(), 0);

  // Other memory, with and without a new preparation.
  use(3);
  ASSERT_EQ(model.interpreter().AllocateTensors(), kTfLiteOk);
  model.FillHost(4);
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.Host(3), Each(32));
  use(0);
  model.FillHost(5);
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.Host(3), Each(50));
  EXPECT_EQ(device_->copies(), 0);
}

TEST_P(GpuMemoryOn, ArenasAreFollowed) {
  SumModel model(2048, delegate_.get());
  const bool imports =
      device_->caps().software && device_->caps().import_alignment > 0;
  for (const int count : {2048, 4096, 1024, 2048}) {
    ASSERT_EQ(model.Resize(count), kTfLiteOk);
    device_->Reset();  // kernels may have been checked
    model.FillHost(2);
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    EXPECT_THAT(model.Host(3), Each(8));
    EXPECT_EQ(model.interpreter().ReleaseNonPersistentMemory(), kTfLiteOk);
    ASSERT_EQ(model.interpreter().AllocateTensors(), kTfLiteOk);
    model.FillHost(3);
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    EXPECT_THAT(model.Host(3), Each(18));
    EXPECT_EQ(device_->copies(), imports ? 0 : 6);
  }
}

TEST_P(GpuMemoryOn, WhatCannotBeImportedIsCopied) {
  device_->RefuseImports();
  SumModel model(2048, delegate_.get());
  device_->Reset();
  model.FillHost(2);
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.Host(3), Each(8));
  EXPECT_EQ(device_->copies(), 3);
  EXPECT_TRUE(model.FullyDelegated());
}

// As on a GPU with memory of its own.
TEST_P(GpuMemoryOn, MemoryOfTheDeviceIsStagedUnlessTheDriverDoes) {
  GpuCaps& caps = device_->mutable_caps();
  caps.unified_memory = false;
  caps.import_alignment = 0;
  for (const bool direct : {false, true}) {
    caps.direct_transfers = direct;
    device_->Reset();
    SumModel model(2048, delegate_.get());
    model.FillHost(2);
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    EXPECT_THAT(model.Host(3), Each(8));
    EXPECT_EQ(device_->staging(), direct ? 0 : 3);
    EXPECT_TRUE(model.FullyDelegated());
  }
}

TEST_P(GpuMemoryOn, AFailedRunLeavesInputsWhereTheyAre) {
  SumModel model(1024, delegate_.get());
  TfLiteBufferHandle a;
  const auto parts = PartsOfGpuDelegate(delegate_.get());
  ASSERT_TRUE(parts.ok());
  auto buffer = device_->Allocate(4096, GpuUse::kDeviceOnly);
  ASSERT_TRUE(buffer.ok());
  const Floats sevens(1024, 7);
  ASSERT_TRUE(device_->Write(**buffer, 0, 4096, sevens.data()).ok());
  GpuForeignBuffer foreign;
  foreign.part = {*buffer, 0, 4096};
  a = parts->buffers->Add(
      std::make_shared<const GpuForeignBuffer>(std::move(foreign)));
  model.SetHandles({a, -1, -1});
  model.FillHost(2);
  device_->FailRuns();
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_FALSE(model.FullyDelegated());
  EXPECT_THAT(model.Host(3), Each(18));  // (7 + 2) * 2, by the CPU
}

TEST_P(GpuMemoryOn, AFailedRunStillFillsOutputs) {
  SumModel model(64, delegate_.get());
  const auto parts = PartsOfGpuDelegate(delegate_.get());
  ASSERT_TRUE(parts.ok());
  auto buffer = device_->Allocate(256, GpuUse::kDeviceOnly);
  ASSERT_TRUE(buffer.ok());
  GpuForeignBuffer foreign;
  foreign.part = {*buffer, 0, 256};
  model.SetHandles(
      {-1, -1,
       parts->buffers->Add(
           std::make_shared<const GpuForeignBuffer>(std::move(foreign)))});
  model.FillHost(2);
  device_->FailRuns();
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    Floats result(64);
    ASSERT_TRUE(device_->Read(**buffer, 0, 256, result.data()).ok());
    EXPECT_THAT(result, Each(8));
    const Floats zeros(64);
    ASSERT_TRUE(device_->Write(**buffer, 0, 256, zeros.data()).ok());
  }
  EXPECT_FALSE(model.FullyDelegated());
}

INSTANTIATE_TEST_SUITE_P(All, GpuMemoryOn,
                         ::testing::Values(GpuBackend::kOpenCl,
                                           GpuBackend::kVulkan),
                         [](const auto& info) {
                           return std::string(GpuBackendName(info.param));
                         });

}  // namespace
}  // namespace tflite::gpu
