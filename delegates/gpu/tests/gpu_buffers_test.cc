#include "delegates/gpu/api/gpu_buffers.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_opencl.h"
#include "delegates/gpu/api/gpu_parts.h"
#include "delegates/gpu/api/gpu_vulkan.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "delegates/gpu/tests/gpu_application.h"
#include "delegates/gpu/tests/skip.h"
#include "delegates/gpu/tests/sum_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tflite::gpu {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;
using Floats = std::vector<float>;

constexpr size_t kPart = 256;  // an aligned offset on any device

class GpuBuffersOn : public ::testing::TestWithParam<GpuBackend> {
 protected:
  void SetUp() override {
    auto application = GpuApplication::Create(GetParam());
    TFLL_SKIP_WITHOUT_DRIVER(application);
    application_ = *std::move(application);
    directory_ = ::testing::TempDir();
    TfLiteGpuDelegateOptionsV2 options = TfLiteGpuDelegateOptionsV2Default();
    options.serialization_dir = directory_.c_str();
    delegate_.reset(application_->MakeDelegate(options));
    ASSERT_NE(delegate_, nullptr);
  }
  void TearDown() override {
    delegate_.reset();
    if (application_ == nullptr) return;
    EXPECT_EQ(application_->Complaint(), "");
  }

  // Uses a delegate whose device is treated as having memory of its own.
  void UseStaging() {
    GpuOptions options;
    options.keep_programs = false;
    options.force_staging = true;
    auto device = application_->MakeDevice(ToDeviceOptions(options));
    ASSERT_TRUE(device.ok()) << device.status();
    delegate_.reset(CreateGpuDelegate(options, *device));
  }

  // The handle of a buffer; -1 if it cannot be registered.
  TfLiteBufferHandle Handle(int buffer, size_t bytes, size_t offset = 0) {
    TfLiteBufferHandle handle = kTfLiteNullBufferHandle;
    EXPECT_EQ(
        application_->Register(delegate_.get(), buffer, offset, bytes, &handle),
        kTfLiteOk);
    return handle;
  }

  // A new buffer filled with the value, and its handle.
  int Filled(float value, size_t count, TfLiteBufferHandle* handle) {
    const int buffer = application_->NewBuffer(count * sizeof(float));
    application_->Write(buffer, 0, Floats(count, value));
    *handle = Handle(buffer, count * sizeof(float));
    return buffer;
  }

  std::unique_ptr<GpuApplication> application_;
  std::string directory_;
  DelegatePtr delegate_{nullptr, TfLiteGpuDelegateV2Delete};
};

TEST_P(GpuBuffersOn, TensorsAreReadAndWrittenInPlace) {
  SumModel model(64, delegate_.get());
  TfLiteBufferHandle a, b, out;
  Filled(3, 64, &a);
  Filled(4, 64, &b);
  const int result = Filled(0, 64, &out);
  model.SetHandles({a, b, out});
  model.FillHost(-1);
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_TRUE(model.FullyDelegated());
  EXPECT_THAT(application_->Read(result, 0, 64), Each(28));  // (a + b) * b
  for (int t : {0, 1, 3}) {
    EXPECT_THAT(model.Host(t), Each(-1)) << t;
    EXPECT_TRUE(model.tensor(t)->data_is_stale) << t;
  }
  ASSERT_EQ(model.interpreter().EnsureTensorDataIsReadable(3), kTfLiteOk);
  EXPECT_THAT(model.Host(3), Each(28));
  EXPECT_FALSE(model.tensor(3)->data_is_stale);
}

TEST_P(GpuBuffersOn, OutputsReachTheHostUnlessTheyMayStay) {
  SumModel model(64, delegate_.get());
  TfLiteBufferHandle out;
  const int result = Filled(0, 64, &out);
  model.SetHandles({-1, -1, out});
  model.interpreter().SetAllowBufferHandleOutput(false);
  model.FillHost(2);
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.Host(3), Each(8));
  EXPECT_THAT(application_->Read(result, 0, 64), Each(8));
}

TEST_P(GpuBuffersOn, HandlesChangeBetweenRuns) {
  SumModel model(64, delegate_.get());
  TfLiteBufferHandle one, two, five, first, second;
  Filled(1, 64, &one);
  Filled(2, 64, &two);
  const int inputs = Filled(5, 64, &five);
  const int to = Filled(0, 64, &first), also = Filled(0, 64, &second);
  model.SetHandles({one, two, first});
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(application_->Read(to, 0, 64), Each(6));
  model.SetHandles({five, two, second});
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(application_->Read(to, 0, 64), Each(6));
  EXPECT_THAT(application_->Read(also, 0, 64), Each(14));
  // The same buffer with another value.
  application_->Write(inputs, 0, Floats(64, 6));
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(application_->Read(also, 0, 64), Each(16));
  // Back to host memory, and to buffers again.
  model.SetHandles({-1, -1, -1});
  model.FillHost(3);
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_FALSE(model.tensor(3)->data_is_stale);
  EXPECT_THAT(model.Host(3), Each(18));
  model.SetHandles({-1, five, first});
  model.FillHost(1);
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(application_->Read(to, 0, 64), Each(42));
  EXPECT_TRUE(model.FullyDelegated());
}

TEST_P(GpuBuffersOn, PartsOfBuffersLeaveTheRestAlone) {
  // An aligned offset, one that kernels cannot be bound to, and a size that
  // kernels would exceed.
  for (const auto& [offset, count] :
       {std::pair<size_t, size_t>{kPart, 64}, {kPart + 4, 64}, {kPart, 7}}) {
    SumModel model(count, delegate_.get());
    const size_t bytes = count * sizeof(float);
    const int in = application_->NewBuffer(4 * kPart),
              out = application_->NewBuffer(4 * kPart);
    application_->Write(in, 0, Floats(kPart, 9));
    application_->Write(in, offset, Floats(count, 2));
    application_->Write(out, 0, Floats(kPart, 9));
    model.SetHandles({Handle(in, bytes, offset), Handle(in, bytes, offset),
                      Handle(out, bytes, offset)});
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    EXPECT_TRUE(model.FullyDelegated());
    Floats want(kPart, 9);
    std::fill_n(want.begin() + offset / sizeof(float), count, 8.0f);
    EXPECT_EQ(application_->Read(out, 0, kPart), want) << offset;
  }
}

TEST_P(GpuBuffersOn, ResizedTensorsWantBuffersThatAreLargeEnough) {
  SumModel model(64, delegate_.get());
  TfLiteBufferHandle small, large, out;
  Filled(1, 64, &small);
  Filled(2, 128, &large);
  const int result = Filled(0, 128, &out);
  model.SetHandles({small, small, out});
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  ASSERT_EQ(model.Resize(128), kTfLiteOk);
  model.SetHandles({large, large, out});
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_TRUE(model.FullyDelegated());
  EXPECT_THAT(application_->Read(result, 0, 128), Each(8));
  // The CPU cannot use a buffer that is too small either.
  model.SetHandles({small, large, out});
  EXPECT_NE(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.errors(), HasSubstr("has 512 bytes"));
}

TEST_P(GpuBuffersOn, UnknownHandlesAreErrors) {
  SumModel model(64, delegate_.get());
  TfLiteBufferHandle known;
  Filled(1, 64, &known);
  model.SetHandles({known, known, -1});
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  ASSERT_EQ(TfLiteGpuDelegateV2UnregisterBuffer(delegate_.get(), known),
            kTfLiteOk);
  EXPECT_NE(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.errors(), HasSubstr("not one of the delegate's"));
  EXPECT_EQ(TfLiteGpuDelegateV2UnregisterBuffer(delegate_.get(), known),
            kTfLiteError);
  EXPECT_EQ(TfLiteGpuDelegateV2UnregisterBuffer(nullptr, known), kTfLiteError);
}

TEST_P(GpuBuffersOn, WrongBuffersAreNotRegistered) {
  TfLiteBufferHandle handle = 77;
  const int buffer = application_->NewBuffer(256);
  // Larger than the buffer can be.
  EXPECT_EQ(
      application_->Register(delegate_.get(), buffer, 0, 1 << 20, &handle),
      kTfLiteError);
  EXPECT_EQ(application_->Register(delegate_.get(), buffer, ~size_t{0} - 8, 64,
                                   &handle),
            kTfLiteError);
  EXPECT_EQ(application_->Register(delegate_.get(), buffer, 0, 256, nullptr),
            kTfLiteError);
  EXPECT_EQ(application_->Register(nullptr, buffer, 0, 256, &handle),
            kTfLiteError);
  TfLiteDelegate other = TfLiteDelegateCreate();
  EXPECT_EQ(application_->Register(&other, buffer, 0, 256, &handle),
            kTfLiteError);
  // A buffer of the other back-end.
  EXPECT_EQ(GetParam() == GpuBackend::kOpenCl
                ? TfLiteGpuDelegateV2RegisterVulkanBuffer(
                      delegate_.get(), VK_NULL_HANDLE, 0, 16, &handle)
                : TfLiteGpuDelegateV2RegisterOpenClBuffer(
                      delegate_.get(), nullptr, 0, 16, &handle),
            kTfLiteError);
  EXPECT_EQ(handle, 77);
}

TEST_P(GpuBuffersOn, OneBufferForAnInputAndAnOutputIsTheCpus) {
  SumModel model(64, delegate_.get());
  const int buffer = application_->NewBuffer(1024);
  application_->Write(buffer, 0, Floats(256, 1));
  model.SetHandles({Handle(buffer, 256), -1, Handle(buffer, 512)});
  model.FillHost(1);
  // The CPU writes one value after the other.
  EXPECT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_THAT(model.errors(), HasSubstr("have the same part of a buffer"));
  EXPECT_THAT(application_->Read(buffer, 0, 64), Each(2));
}

TEST_P(GpuBuffersOn, DevicesWithMemoryOfTheirOwnUseThemToo) {
  UseStaging();
  SumModel model(64, delegate_.get());
  TfLiteBufferHandle a, out;
  Filled(3, 64, &a);
  const int result = Filled(0, 64, &out);
  model.FillHost(2);
  for (const auto& handles : {std::vector<TfLiteBufferHandle>{-1, -1, -1},
                              {a, -1, -1},
                              {a, a, out},
                              {-1, a, out},
                              {-1, -1, -1}}) {
    model.SetHandles(handles);
    model.FillHost(2);
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    const float b = handles[1] == a ? 3 : 2;
    const float want = ((handles[0] == a ? 3 : 2) + b) * b;
    EXPECT_THAT(
        handles[2] == out ? application_->Read(result, 0, 64) : model.Host(3),
        Each(want));
  }
  EXPECT_TRUE(model.FullyDelegated());
}

TEST_P(GpuBuffersOn, InterpretersOnThreadsShareTheDelegate) {
  struct Run {
    std::unique_ptr<SumModel> model;
    int in, out;
  };
  std::vector<Run> runs(3);
  for (size_t i = 0; i < runs.size(); ++i) {
    Run& run = runs[i];
    run.model = std::make_unique<SumModel>(64, delegate_.get());
    TfLiteBufferHandle in, out;
    run.in = Filled(static_cast<float>(i), 64, &in);
    run.out = Filled(0, 64, &out);
    run.model->SetHandles({in, in, out});
  }
  std::vector<std::thread> threads;
  for (Run& run : runs) {
    threads.emplace_back([&run] {
      for (int i = 0; i < 20; ++i) EXPECT_EQ(run.model->Invoke(), kTfLiteOk);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < runs.size(); ++i) {
    EXPECT_TRUE(runs[i].model->FullyDelegated());
    EXPECT_THAT(application_->Read(runs[i].out, 0, 64), Each(2.0f * i * i));
  }
}

TEST_P(GpuBuffersOn, TheCpuReadsInputsFromTheirBuffers) {
  SumModel model(64, delegate_.get(), /*last_node_on_cpu=*/true);
  TfLiteBufferHandle a, b, between;
  Filled(3, 64, &a);
  const int second = Filled(4, 64, &b);
  const int inner = Filled(0, 64, &between);
  model.SetHandles({a, b, -1});
  ASSERT_EQ(model.interpreter().SetBufferHandle(2, between, delegate_.get()),
            kTfLiteOk);
  for (const float value : {4.0f, 5.0f}) {
    application_->Write(second, 0, Floats(64, value));
    ASSERT_EQ(model.Invoke(), kTfLiteOk);
    EXPECT_THAT(application_->Read(inner, 0, 64), Each(3 + value));
    EXPECT_THAT(model.Host(3), Each((3 + value) * value));
  }
  EXPECT_FALSE(model.FullyDelegated());
}

// Buffers of a delegate's own context can be registered, too.
TEST_P(GpuBuffersOn, DelegatesShowWhatTheyWorkWith) {
  TfLiteGpuOpenClObjects opencl = {};
  TfLiteGpuVulkanObjects vulkan = {};
  const bool is_opencl = GetParam() == GpuBackend::kOpenCl;
  EXPECT_EQ(TfLiteGpuDelegateV2GetOpenCl(delegate_.get(), &opencl),
            is_opencl ? kTfLiteOk : kTfLiteError);
  EXPECT_EQ(TfLiteGpuDelegateV2GetVulkan(delegate_.get(), &vulkan),
            is_opencl ? kTfLiteError : kTfLiteOk);
  EXPECT_EQ(TfLiteGpuDelegateV2GetOpenCl(delegate_.get(), nullptr),
            kTfLiteError);
  EXPECT_EQ(TfLiteGpuDelegateV2GetVulkan(delegate_.get(), nullptr),
            kTfLiteError);
  // These objects can be used by another delegate, whose buffers work in the
  // same way.
  TfLiteGpuDelegateOptionsV2 options = TfLiteGpuDelegateOptionsV2Default();
  options.serialization_dir = directory_.c_str();
  delegate_.reset(is_opencl
                      ? TfLiteGpuDelegateV2CreateOnOpenCl(&options, &opencl)
                      : TfLiteGpuDelegateV2CreateOnVulkan(&options, &vulkan));
  ASSERT_NE(delegate_, nullptr);
  SumModel model(64, delegate_.get());
  TfLiteBufferHandle in, out;
  Filled(3, 64, &in);
  const int result = Filled(0, 64, &out);
  model.SetHandles({in, in, out});
  ASSERT_EQ(model.Invoke(), kTfLiteOk);
  EXPECT_TRUE(model.FullyDelegated());
  EXPECT_THAT(application_->Read(result, 0, 64), Each(18));
}

TEST(GpuObjects, ThatAreMissingMakeNoDelegate) {
  EXPECT_EQ(TfLiteGpuDelegateV2CreateOnOpenCl(nullptr, nullptr), nullptr);
  EXPECT_EQ(TfLiteGpuDelegateV2CreateOnVulkan(nullptr, nullptr), nullptr);
  const TfLiteGpuOpenClObjects opencl = {};
  EXPECT_EQ(TfLiteGpuDelegateV2CreateOnOpenCl(nullptr, &opencl), nullptr);
  const TfLiteGpuVulkanObjects vulkan = {};
  EXPECT_EQ(TfLiteGpuDelegateV2CreateOnVulkan(nullptr, &vulkan), nullptr);
}

// Objects of a device that the test has opened.
class GpuVulkanObjects : public ::testing::Test {
 protected:
  void SetUp() override {
    GpuOptions all;
    all.keep_programs = false;
    auto device = VulkanDevice::Create(ToDeviceOptions(all));
    TFLL_SKIP_WITHOUT_DRIVER(device);
    device_ = *std::move(device);
    const VulkanHandles handles = device_->handles();
    objects_.instance = handles.instance;
    objects_.physical_device = handles.physical_device;
    objects_.device = handles.device;
    objects_.queue_family = handles.queue_family;
    objects_.queue = handles.queue;
    objects_.api_version = handles.api_version;
  }

  DelegatePtr Create() const {
    return {TfLiteGpuDelegateV2CreateOnVulkan(&options_, &objects_),
            TfLiteGpuDelegateV2Delete};
  }
  // The properties of a delegate's device.
  GpuCaps Caps() const {
    const DelegatePtr delegate = Create();
    const auto parts = PartsOfGpuDelegate(delegate.get());
    EXPECT_TRUE(parts.ok()) << parts.status();
    return parts.ok() ? parts->device->caps() : GpuCaps();
  }

  std::shared_ptr<VulkanDevice> device_;
  TfLiteGpuVulkanObjects objects_ = {};
  TfLiteGpuDelegateOptionsV2 options_ = TfLiteGpuDelegateOptionsV2Default();
};

// A device's extensions are used if they are named: this one imports memory of
// the host.
TEST_F(GpuVulkanObjects, NamesOfExtensionsCount) {
  if (device_->caps().import_alignment == 0) {
    GTEST_SKIP() << "not run: the driver lacks the extension";
  }
  const char* names[] = {VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME};
  objects_.extensions = names;
  for (const size_t count : {0, 1}) {
    objects_.num_extensions = count;
    EXPECT_EQ(Caps().import_alignment != 0, count == 1);
  }
  names[0] = nullptr;
  EXPECT_EQ(Create(), nullptr);
}

TEST_F(GpuVulkanObjects, FeaturesCount) {
  VkPhysicalDevice16BitStorageFeatures storage = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
  storage.storageBuffer16BitAccess = VK_TRUE;
  VkPhysicalDeviceFeatures2 features = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  features.pNext = &storage;
  EXPECT_FALSE(Caps().fp16_storage);
  objects_.features = &features;
  EXPECT_TRUE(Caps().fp16_storage);
}

TEST_F(GpuVulkanObjects, ThatDoNotGoTogetherMakeNoDelegate) {
  EXPECT_NE(Create(), nullptr);
  const auto without = [this](auto TfLiteGpuVulkanObjects::*object) {
    const TfLiteGpuVulkanObjects all = objects_;
    objects_.*object = VK_NULL_HANDLE;
    const bool created = Create() != nullptr;
    objects_ = all;
    return !created;
  };
  EXPECT_TRUE(without(&TfLiteGpuVulkanObjects::instance));
  EXPECT_TRUE(without(&TfLiteGpuVulkanObjects::physical_device));
  EXPECT_TRUE(without(&TfLiteGpuVulkanObjects::device));
  EXPECT_TRUE(without(&TfLiteGpuVulkanObjects::queue));
  objects_.num_extensions = 1;  // without a list
  EXPECT_EQ(Create(), nullptr);
  objects_.num_extensions = 0;
  const auto nothing = [](void*) {};
  objects_.lock_queue = nothing;
  EXPECT_EQ(Create(), nullptr);
  objects_.unlock_queue = nothing;
  EXPECT_NE(Create(), nullptr);
  objects_.lock_queue = nullptr;
  EXPECT_EQ(Create(), nullptr);
  objects_.unlock_queue = nullptr;
  options_.experimental_flags = TFLITE_GPU_EXPERIMENTAL_FLAGS_CL_ONLY;
  EXPECT_EQ(Create(), nullptr);
}

std::string NameOf(const ::testing::TestParamInfo<GpuBackend>& info) {
  return GpuBackendName(info.param);
}
INSTANTIATE_TEST_SUITE_P(All, GpuBuffersOn,
                         ::testing::Values(GpuBackend::kOpenCl,
                                           GpuBackend::kVulkan),
                         NameOf);
}  // namespace
}  // namespace tflite::gpu
