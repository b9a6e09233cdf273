#include "delegates/gpu/device/vulkan/vulkan_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/test_kernels.h"

namespace tflite::gpu {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

VkPhysicalDeviceMemoryProperties MemoryOf(
    std::initializer_list<VkMemoryPropertyFlags> types) {
  VkPhysicalDeviceMemoryProperties memory = {};
  for (const VkMemoryPropertyFlags flags : types) {
    memory.memoryTypes[memory.memoryTypeCount++].propertyFlags = flags;
  }
  return memory;
}

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

TEST(ChooseMemoryType, TakesWhatSuitsTheUse) {
  // The memory types of a graphics card.
  const auto memory =
      MemoryOf({0, kLocal, kVisible, kVisible | kCached, kLocal | kVisible});
  EXPECT_EQ(ChooseMemoryType(memory, ~0u, GpuUse::kDeviceOnly), 1u);
  EXPECT_EQ(ChooseMemoryType(memory, ~0u, GpuUse::kUpload), 2u);
  EXPECT_EQ(ChooseMemoryType(memory, ~0u, GpuUse::kDownload), 3u);
  EXPECT_EQ(ChooseMemoryType(memory, ~0u, GpuUse::kShared), 4u);
}

TEST(ChooseMemoryType, TakesWhatIsAllowed) {
  const auto memory = MemoryOf({kLocal, kVisible, kVisible | kCached});
  EXPECT_EQ(ChooseMemoryType(memory, 0b110, GpuUse::kDeviceOnly), 1u);
  EXPECT_EQ(ChooseMemoryType(memory, 0b010, GpuUse::kDownload), 1u);
  EXPECT_EQ(ChooseMemoryType(memory, 0b001, GpuUse::kUpload), std::nullopt);
  EXPECT_EQ(ChooseMemoryType(memory, 0, GpuUse::kDeviceOnly), std::nullopt);
}

class VulkanDeviceTest : public ::testing::Test {
 protected:
  void Open(const VulkanOptions& vulkan = VulkanOptions::FromEnvironment()) {
    device_ = nullptr;
    GpuDeviceOptions options;
    options.kernels = &GpuTestKernels();
    options.cache = cache_;
    // Not by the device's own word.
    const auto instance = VulkanInstance::Get(false);
    if (!instance.ok()) GTEST_SKIP() << "not run: " << instance.status();
    if ((*instance)->Devices().empty()) GTEST_SKIP() << "not run: no device";
    auto device = VulkanDevice::Create(options, vulkan);
    ASSERT_EQ(device.status(), OkStatus());
    device_ = *std::move(device);
  }

  void OpenReplacing(std::function<void(VulkanDeviceFunctions&)> replace) {
    VulkanOptions vulkan = VulkanOptions::FromEnvironment();
    vulkan.replace_functions = std::move(replace);
    Open(vulkan);
  }

  // Commands that add 1 to each of 64 zeros; null if they cannot be created.
  std::unique_ptr<GpuCommands> Increment(uint32_t workgroup = 64) {
    const std::vector<int32_t> zeros(64);
    auto data = device_->Allocate(256, GpuUse::kDeviceOnly);
    auto pipeline = device_->Compile({"test_update", {}, {workgroup, 1, 1}});
    if (!data.ok() || !pipeline.ok()) return nullptr;
    data_ = *data;
    if (!device_->Write(*data_, 0, 256, zeros.data()).ok()) return nullptr;
    GpuDispatch dispatch;
    dispatch.pipeline = *pipeline;
    dispatch.buffers = {{data_, 0, 256, true}};
    dispatch.params = {64, 1, 1};
    dispatch.groups = {64 / workgroup, 1, 1};
    auto commands = device_->Record({dispatch});
    return commands.ok() ? *std::move(commands) : nullptr;
  }

  void ExpectIncremented(GpuCommands* commands) {
    ASSERT_NE(commands, nullptr);
    ASSERT_EQ(commands->Run(), OkStatus());
    std::vector<int32_t> values(64);
    ASSERT_EQ(device_->Read(*data_, 0, 256, values.data()), OkStatus());
    EXPECT_THAT(values, Each(1));
  }

  std::shared_ptr<ProgramCache> cache_;
  std::shared_ptr<GpuDevice> device_;
  std::shared_ptr<GpuBuffer> data_;
};

TEST_F(VulkanDeviceTest, IsChosenByNumberOrName) {
  Open();
  if (device_ == nullptr) return;
  const std::string name = device_->caps().name;
  VulkanOptions options;
  options.device = name.substr(0, 6);
  Open(options);
  ASSERT_NE(device_, nullptr);
  EXPECT_THAT(device_->caps().name, HasSubstr(options.device));
  options.device = device_->caps().driver;
  Open(options);
  ASSERT_NE(device_, nullptr);
  EXPECT_EQ(device_->caps().driver, options.device);
  options.device = "0";
  Open(options);
  EXPECT_NE(device_, nullptr);

  GpuDeviceOptions device_options;
  options.device = "no such device";
  const auto unnamed = VulkanDevice::Create(device_options, options);
  EXPECT_TRUE(base::IsUnavailable(unnamed.status()));
  EXPECT_THAT(unnamed.status().ToString(),
              HasSubstr("named 'no such device', only: "));
  EXPECT_THAT(unnamed.status().ToString(), HasSubstr(name));
  const auto instance = VulkanInstance::Get(false);
  ASSERT_EQ(instance.status(), OkStatus());
  // The first number behind the devices, and one far behind.
  for (const size_t number : {(*instance)->Devices().size(), size_t{1000}}) {
    options.device = std::to_string(number);
    const auto device = VulkanDevice::Create(device_options, options);
    EXPECT_TRUE(base::IsUnavailable(device.status())) << device.status();
    EXPECT_THAT(device.status().ToString(),
                HasSubstr("no device " + options.device));
  }
}

TEST_F(VulkanDeviceTest, ReportsALostDevice) {
  static bool lost;
  static PFN_vkQueueSubmit submit;
  lost = false;
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    submit = vk.QueueSubmit;
    vk.QueueSubmit = [](VkQueue queue, uint32_t count, const VkSubmitInfo* info,
                        VkFence fence) {
      return lost ? VK_ERROR_DEVICE_LOST : submit(queue, count, info, fence);
    };
  });
  if (device_ == nullptr) return;
  const auto commands = Increment();
  ExpectIncremented(commands.get());
  EXPECT_FALSE(device_->is_lost());
  lost = true;
  EXPECT_THAT(commands->Run().ToString(), HasSubstr("lost"));
  EXPECT_TRUE(device_->is_lost());
  // Permanently, whatever the driver reports afterwards.
  lost = false;
  EXPECT_THAT(commands->Run().ToString(), HasSubstr("lost"));
  EXPECT_THAT(commands->RunTimed().status().ToString(), HasSubstr("lost"));
}

// The caller destroys what unfinished commands use.
TEST_F(VulkanDeviceTest, IsLostWhereCommandsDoNotEnd) {
  static bool endless;
  static int waits;
  static VulkanDeviceFunctions driver;
  endless = false;
  waits = 0;
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    driver = vk;
    vk.WaitForFences = [](VkDevice device, uint32_t count,
                          const VkFence* fences, VkBool32 all,
                          uint64_t timeout) {
      const VkResult result =
          driver.WaitForFences(device, count, fences, all, timeout);
      return endless ? VK_TIMEOUT : result;
    };
    vk.DeviceWaitIdle = [](VkDevice device) {
      ++waits;
      return driver.DeviceWaitIdle(device);
    };
  });
  if (device_ == nullptr) return;
  const auto commands = Increment();
  ExpectIncremented(commands.get());
  EXPECT_EQ(waits, 0);
  endless = true;
  EXPECT_THAT(commands->Run().ToString(), HasSubstr("vkWaitForFences"));
  EXPECT_EQ(waits, 1);
  EXPECT_TRUE(device_->is_lost());
}

TEST_F(VulkanDeviceTest, ReportsWhatCannotBeAllocated) {
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    vk.AllocateMemory = [](VkDevice, const VkMemoryAllocateInfo*,
                           const VkAllocationCallbacks*,
                           VkDeviceMemory*) -> VkResult {
      return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    };
  });
  if (device_ == nullptr) return;
  const auto buffer = device_->Allocate(1000, GpuUse::kDeviceOnly);
  EXPECT_TRUE(base::IsResourceExhausted(buffer.status()));
  EXPECT_THAT(buffer.status().ToString(), HasSubstr("1000 bytes"));
}

// Drivers need not check sizes.
TEST_F(VulkanDeviceTest, AsksForNoBufferThatIsTooLarge) {
  static int buffers;
  buffers = 0;
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    vk.CreateBuffer = [](VkDevice, const VkBufferCreateInfo*,
                         const VkAllocationCallbacks*, VkBuffer*) -> VkResult {
      ++buffers;
      return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    };
  });
  if (device_ == nullptr) return;
  const uint64_t most = device_->caps().max_buffer_bytes;
  for (const GpuUse use : {GpuUse::kDeviceOnly, GpuUse::kUpload}) {
    const auto buffer = device_->Allocate(most + 1, use);
    EXPECT_TRUE(base::IsResourceExhausted(buffer.status())) << buffer.status();
  }
  EXPECT_EQ(buffers, 0);
  EXPECT_FALSE(device_->Allocate(most, GpuUse::kDeviceOnly).ok());
  EXPECT_EQ(buffers, 1);
}

TEST_F(VulkanDeviceTest, ReportsKernelsThatTheDriverDoesNotCompile) {
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    vk.CreateComputePipelines =
        [](VkDevice, VkPipelineCache, uint32_t,
           const VkComputePipelineCreateInfo*, const VkAllocationCallbacks*,
           VkPipeline*) -> VkResult { return VK_ERROR_INITIALIZATION_FAILED; };
  });
  if (device_ == nullptr) return;
  const auto pipeline = device_->Compile({"test_update", {}, {4, 1, 1}});
  EXPECT_THAT(pipeline.status().ToString(), HasSubstr("test_update 4x1x1"));
}

TEST_F(VulkanDeviceTest, ReportsFailuresToRecord) {
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    vk.AllocateDescriptorSets = [](VkDevice, const VkDescriptorSetAllocateInfo*,
                                   VkDescriptorSet*) -> VkResult {
      return VK_ERROR_OUT_OF_POOL_MEMORY;
    };
  });
  if (device_ == nullptr) return;
  EXPECT_EQ(Increment(), nullptr);
}

// Timestamps are optional.
TEST_F(VulkanDeviceTest, ReportsThatThereAreNoTimes) {
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    vk.CreateQueryPool =
        [](VkDevice, const VkQueryPoolCreateInfo*, const VkAllocationCallbacks*,
           VkQueryPool*) -> VkResult { return VK_ERROR_OUT_OF_HOST_MEMORY; };
  });
  if (device_ == nullptr) return;
  const auto commands = Increment();
  ASSERT_NE(commands, nullptr);
  EXPECT_FALSE(commands->RunTimed().ok());
  ExpectIncremented(commands.get());
}

TEST_F(VulkanDeviceTest, TimesAreDifferencesOfTimestamps) {
  OpenReplacing([](VulkanDeviceFunctions& vk) {
    vk.GetQueryPoolResults = [](VkDevice, VkQueryPool, uint32_t first,
                                uint32_t count, size_t, void* data,
                                VkDeviceSize stride, VkQueryResultFlags) {
      EXPECT_EQ(first, 0u);
      EXPECT_EQ(stride, sizeof(uint64_t));
      for (uint64_t i = 0; i < count; ++i) {
        static_cast<uint64_t*>(data)[i] = 5000 + 1000 * i * i;
      }
      return VK_SUCCESS;
    };
  });
  if (device_ == nullptr) return;
  ASSERT_NE(Increment(), nullptr);
  const auto other = device_->Allocate(256, GpuUse::kDeviceOnly);
  ASSERT_EQ(other.status(), OkStatus());
  const auto commands = device_->Record(
      {GpuCopy{{data_, 0, 128, false}, {*other, 0, 128, true}, "half"},
       GpuCopy{{data_, 128, 128, false}, {*other, 128, 128, true}, "rest"}});
  ASSERT_EQ(commands.status(), OkStatus());
  const auto times = (*commands)->RunTimed();
  if (base::IsUnsupported(times.status())) GTEST_SKIP() << times.status();
  ASSERT_EQ(times.status(), OkStatus());
  double unit = 0;  // of the device
  for (const VkPhysicalDevice device :
       (*VulkanInstance::Get(false))->Devices()) {
    const VulkanCaps caps = ReadVulkanCaps((*VulkanInstance::Get(false))->vk(),
                                           device, VK_API_VERSION_1_1, nullptr);
    if (caps.gpu.name == device_->caps().name) unit = caps.timestamp_ns;
  }
  ASSERT_GT(unit, 0);
  EXPECT_THAT(*times, ElementsAre(static_cast<uint64_t>(1000 * unit),
                                  static_cast<uint64_t>(3000 * unit)));
}

// The layer detects errors, here a missing barrier.
TEST_F(VulkanDeviceTest, TurnsMessagesOfTheValidationLayerIntoErrors) {
  VulkanOptions vulkan = VulkanOptions::FromEnvironment();
  vulkan.validation = true;
  vulkan.replace_functions = [](VulkanDeviceFunctions& vk) {
    vk.CmdPipelineBarrier = [](VkCommandBuffer, VkPipelineStageFlags,
                               VkPipelineStageFlags, VkDependencyFlags,
                               uint32_t, const VkMemoryBarrier*, uint32_t,
                               const VkBufferMemoryBarrier*, uint32_t,
                               const VkImageMemoryBarrier*) {};
  };
  Open(vulkan);
  if (device_ == nullptr) return;
  ASSERT_NE(Increment(), nullptr);
  const auto other = device_->Allocate(256, GpuUse::kDeviceOnly);
  ASSERT_EQ(other.status(), OkStatus());
  const auto commands = device_->Record(
      {GpuCopy{{data_, 0, 256, false}, {*other, 0, 256, true}, "there"},
       GpuCopy{{*other, 0, 256, false}, {data_, 0, 256, true}, "back"}});
  EXPECT_THAT(commands.status().ToString(), HasSubstr("SYNC-HAZARD"));
}

// What a later version of Vulkan includes is an extension for an instance of an
// earlier version, even if the device has the later one.
TEST(VulkanCaps, AreOfTheVersionOfTheInstance) {
  const auto instance = VulkanInstance::Get(false);
  if (!instance.ok()) GTEST_SKIP() << "not run: " << instance.status();
  const auto devices = (*instance)->Devices();
  if (devices.empty()) GTEST_SKIP() << "not run: no device";
  const VulkanCaps caps = ReadVulkanCaps((*instance)->vk(), devices[0],
                                         VK_API_VERSION_1_1, nullptr);
  EXPECT_EQ(caps.version, VK_API_VERSION_1_1);
  const VulkanFeatures features(caps);
  const std::vector<std::string> enabled(features.extensions().begin(),
                                         features.extensions().end());
  for (const char* name : {VK_KHR_8BIT_STORAGE_EXTENSION_NAME,
                           VK_KHR_SHADER_INTEGER_DOT_PRODUCT_EXTENSION_NAME}) {
    EXPECT_EQ(std::count(enabled.begin(), enabled.end(), name),
              caps.extensions.count(name))
        << name;
  }
}

TEST(VulkanFeatures, AreThoseOfTheDevicesChain) {
  VulkanCaps caps;
  caps.version = VK_API_VERSION_1_3;
  // Each feature as a separate structure, and in the structure of its version.
  VkPhysicalDevice16BitStorageFeatures storage16 = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
  storage16.storageBuffer16BitAccess = VK_TRUE;
  VkPhysicalDeviceVulkan12Features v12 = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  v12.pNext = &storage16;
  v12.shaderInt8 = v12.storageBuffer8BitAccess = VK_TRUE;
  VkPhysicalDeviceShaderIntegerDotProductFeatures dot = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES};
  dot.pNext = &v12;
  dot.shaderIntegerDotProduct = VK_TRUE;
  VkPhysicalDeviceFeatures2 chain = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  chain.pNext = &dot;

  VulkanFeatures features(caps);
  features.Take(&chain);
  GpuCaps gpu;
  features.FillIn(&gpu);
  EXPECT_TRUE(gpu.fp16_storage);
  EXPECT_FALSE(gpu.fp16_math);
  EXPECT_TRUE(gpu.int8_storage);
  EXPECT_TRUE(gpu.int8_dot);
  EXPECT_FALSE(features.subgroup_size_control());

  VulkanFeatures none(caps);
  none.Take(nullptr);
  none.FillIn(&gpu);
  EXPECT_FALSE(gpu.fp16_storage || gpu.int8_storage || gpu.int8_dot);
}

class PipelineCacheTest : public VulkanDeviceTest {
 protected:
  void SetUp() override {
    std::string root = ::testing::TempDir() + "/pipelines_XXXXXX";
    directory_ = mkdtemp(&root[0]);
    ProgramCache::Options options;
    options.directory = directory_;
    cache_ = std::make_shared<ProgramCache>(options);
  }

  std::vector<std::filesystem::path> Files() const {
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(directory_)) {
      files.push_back(file.path());
    }
    return files;
  }

  std::string directory_;
};

TEST_F(PipelineCacheTest, IsWrittenWhenAProgramIsRecorded) {
  Open();
  if (device_ == nullptr) return;
  EXPECT_TRUE(Files().empty());
  ASSERT_NE(Increment(), nullptr);
  EXPECT_EQ(Files().size(), 1u);
  Open();
  ExpectIncremented(Increment(32).get());
  EXPECT_EQ(Files().size(), 1u);
}

TEST_F(PipelineCacheTest, IsRebuiltWhenItIsCorrupt) {
  Open();
  if (device_ == nullptr) return;
  ASSERT_NE(Increment(), nullptr);
  ASSERT_EQ(Files().size(), 1u);
  const std::filesystem::path file = Files()[0];
  const auto size = std::filesystem::file_size(file);
  device_ = nullptr;
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      << std::string(size, 'x');
  Open();
  ExpectIncremented(Increment().get());
  std::string magic(8, '\0');
  std::ifstream(file, std::ios::binary).read(&magic[0], 8);
  EXPECT_EQ(magic, "TFLLPROG");
}

// Counts devices that are destroyed.
int g_destroyed = 0;
VulkanDeviceFunctions g_driver;
void CountDestroyed(VulkanDeviceFunctions& vk) {
  g_destroyed = 0;
  g_driver = vk;
  vk.DestroyDevice = [](VkDevice device,
                        const VkAllocationCallbacks* callbacks) {
    ++g_destroyed;
    g_driver.DestroyDevice(device, callbacks);
  };
}

TEST_F(VulkanDeviceTest, IsDestroyedWithItsLastObject) {
  OpenReplacing(CountDestroyed);
  if (device_ == nullptr) return;
  ExpectIncremented(Increment().get());
  device_ = nullptr;
  EXPECT_EQ(g_destroyed, 0);
  data_ = nullptr;
  EXPECT_EQ(g_destroyed, 1);
}

TEST_F(VulkanDeviceTest, OfAnApplicationIsNotDestroyed) {
  Open();
  if (device_ == nullptr) return;
  const auto owner = std::static_pointer_cast<VulkanDevice>(device_);
  VulkanOptions vulkan;
  vulkan.lent = owner->handles();
  vulkan.replace_functions = CountDestroyed;
  const auto instance = VulkanInstance::Get(false);
  ASSERT_EQ(instance.status(), OkStatus());
  EXPECT_EQ(vulkan.lent.instance, (*instance)->handle());
  EXPECT_EQ(vulkan.lent.api_version, (*instance)->api_version());
  Open(vulkan);
  ExpectIncremented(Increment().get());
  data_ = nullptr;
  device_ = nullptr;
  EXPECT_EQ(g_destroyed, 0);
  device_ = owner;
  ExpectIncremented(Increment().get());
}

// An application may use its queue on other threads.
TEST_F(VulkanDeviceTest, LocksTheApplicationsQueue) {
  Open();
  if (device_ == nullptr) return;
  const auto owner = std::static_pointer_cast<VulkanDevice>(device_);
  static bool locked;
  static VulkanDeviceFunctions driver;
  std::string calls;
  VulkanOptions vulkan;
  vulkan.lent = owner->handles();
  vulkan.lent.lock_queue = [&] { calls += "lock ", locked = true; };
  vulkan.replace_functions = [](VulkanDeviceFunctions& vk) {
    driver = vk;
    vk.QueueSubmit = [](VkQueue queue, uint32_t count, const VkSubmitInfo* info,
                        VkFence fence) {
      EXPECT_TRUE(locked);
      return driver.QueueSubmit(queue, count, info, fence);
    };
    vk.WaitForFences = [](VkDevice device, uint32_t count,
                          const VkFence* fences, VkBool32 all,
                          uint64_t timeout) {
      EXPECT_FALSE(locked);
      return driver.WaitForFences(device, count, fences, all, timeout);
    };
  };
  vulkan.lent.unlock_queue = [&] { calls += "unlock ", locked = false; };
  Open(vulkan);
  ExpectIncremented(Increment().get());
  EXPECT_THAT(calls, HasSubstr("lock unlock "));
  // Only together.
  calls.clear();
  vulkan.lent.unlock_queue = nullptr;
  vulkan.replace_functions = nullptr;
  Open(vulkan);
  ExpectIncremented(Increment().get());
  EXPECT_EQ(calls, "");
  data_ = nullptr;  // before its owner
  device_ = nullptr;
}

TEST(VulkanOptions, AreThoseOfTheEnvironment) {
  const auto with = [](const char* device, const char* validation) {
    device != nullptr ? setenv("TFLL_VULKAN_DEVICE", device, 1)
                      : unsetenv("TFLL_VULKAN_DEVICE");
    validation != nullptr ? setenv("TFLL_VULKAN_VALIDATION", validation, 1)
                          : unsetenv("TFLL_VULKAN_VALIDATION");
    return VulkanOptions::FromEnvironment();
  };
  const char* const before = std::getenv("TFLL_VULKAN_DEVICE");
  const std::string device = before != nullptr ? before : "";
  EXPECT_EQ(with("Card", "1").device, "Card");
  EXPECT_EQ(with(nullptr, "1").device, "");
  EXPECT_TRUE(with(nullptr, "1").validation);
  EXPECT_FALSE(with("Card", "0").validation);
  EXPECT_FALSE(with("Card", nullptr).validation);
  with(before != nullptr ? device.c_str() : nullptr, nullptr);
}

TEST(VulkanStatus, NamesTheCallAndTheErrorsKind) {
  EXPECT_EQ(VulkanStatus(VK_SUCCESS, "vkCall"), OkStatus());
  for (const VkResult result :
       {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY}) {
    EXPECT_TRUE(base::IsResourceExhausted(VulkanStatus(result, "vkCall")));
  }
  const Status driver = VulkanStatus(VK_ERROR_INCOMPATIBLE_DRIVER, "vkCall");
  EXPECT_TRUE(base::IsUnavailable(driver));
  EXPECT_THAT(driver.ToString(), HasSubstr("finds no driver"));
  const Status lost = VulkanStatus(VK_ERROR_DEVICE_LOST, "vkCall");
  EXPECT_TRUE(base::IsInternal(lost));
  EXPECT_EQ(lost.message(), "vkCall: the device is lost");
  EXPECT_EQ(VulkanStatus(VK_ERROR_FRAGMENTED_POOL, "vkCall").message(),
            "vkCall: VkResult -12");
}

}  // namespace
}  // namespace tflite::gpu
