// What the driver is asked for when kernels are compiled, and what is kept of
// its cache; also on devices with other limits than those of the one at hand.
#include "delegates/gpu/device/vulkan/vulkan_pipeline.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// What the driver is asked for, in place of what it would answer.
struct Asked {
  std::string data;  // of the driver's cache
  std::vector<std::string> loaded;
  int merges = 0;
  VkPipelineCreationFeedbackFlags flags = 0;  // of each pipeline
  std::string constants;                      // of the last pipeline
  uint64_t bound = 0;                         // bytes of the last buffer
  uint32_t family = 0;                        // of the last command pool
  uint32_t real_family = 0;
  uint32_t subgroup_size = 0;  // that the last pipeline has to have; 0: any
  VulkanDeviceFunctions driver;
};
Asked* asked = nullptr;

void Replace(VulkanDeviceFunctions& vk) {
  asked->driver = vk;
  vk.CreatePipelineCache = [](VkDevice device,
                              const VkPipelineCacheCreateInfo* info,
                              const VkAllocationCallbacks* callbacks,
                              VkPipelineCache* cache) {
    const char* const data = static_cast<const char*>(info->pInitialData);
    asked->loaded.push_back(
        data == nullptr ? "" : std::string(data, info->initialDataSize));
    VkPipelineCacheCreateInfo empty = *info;
    empty.initialDataSize = 0;
    return asked->driver.CreatePipelineCache(device, &empty, callbacks, cache);
  };
  vk.MergePipelineCaches = [](VkDevice, VkPipelineCache to, uint32_t count,
                              const VkPipelineCache* from) -> VkResult {
    EXPECT_EQ(count, 1u);
    EXPECT_NE(*from, to);
    ++asked->merges;
    return VK_SUCCESS;
  };
  vk.GetPipelineCacheData = [](VkDevice, VkPipelineCache, size_t* bytes,
                               void* data) -> VkResult {
    *bytes = asked->data.size();
    if (data != nullptr) std::memcpy(data, asked->data.data(), *bytes);
    return VK_SUCCESS;
  };
  vk.CreateCommandPool =
      [](VkDevice device, const VkCommandPoolCreateInfo* info,
         const VkAllocationCallbacks* callbacks, VkCommandPool* pool) {
        asked->family = info->queueFamilyIndex;
        VkCommandPoolCreateInfo real = *info;
        real.queueFamilyIndex = asked->real_family;
        return asked->driver.CreateCommandPool(device, &real, callbacks, pool);
      };
  vk.UpdateDescriptorSets = [](VkDevice, uint32_t,
                               const VkWriteDescriptorSet* writes, uint32_t,
                               const VkCopyDescriptorSet*) {
    asked->bound = writes->pBufferInfo[writes->descriptorCount - 1].range;
  };
  vk.CreateComputePipelines = [](VkDevice device, VkPipelineCache cache,
                                 uint32_t count,
                                 const VkComputePipelineCreateInfo* infos,
                                 const VkAllocationCallbacks* callbacks,
                                 VkPipeline* pipelines) {
    for (auto* next = static_cast<const VkBaseInStructure*>(infos->pNext);
         next != nullptr; next = next->pNext) {
      if (next->sType !=
          VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO) {
        continue;
      }
      const auto& feedback =
          *reinterpret_cast<const VkPipelineCreationFeedbackCreateInfo*>(next);
      feedback.pPipelineCreationFeedback->flags = asked->flags;
      EXPECT_EQ(feedback.pipelineStageCreationFeedbackCount, 1u);
      EXPECT_NE(feedback.pPipelineStageCreationFeedbacks, nullptr);
    }
    const VkSpecializationInfo& given = *infos->stage.pSpecializationInfo;
    asked->constants.clear();
    for (uint32_t i = 0; i < given.mapEntryCount; ++i) {
      const VkSpecializationMapEntry& entry = given.pMapEntries[i];
      EXPECT_EQ(entry.size, sizeof(int32_t));
      int32_t value;
      std::memcpy(&value, static_cast<const char*>(given.pData) + entry.offset,
                  sizeof(value));
      asked->constants += StrCat(entry.constantID, "=", value, " ");
    }
    asked->subgroup_size = 0;
    if (const void* next = infos->stage.pNext; next != nullptr) {
      const auto& size = *static_cast<
          const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo*>(next);
      EXPECT_EQ(
          size.sType,
          VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
      asked->subgroup_size = size.requiredSubgroupSize;
    }
    VkComputePipelineCreateInfo plain = *infos;
    plain.pNext = plain.stage.pNext = nullptr;
    return asked->driver.CreateComputePipelines(device, cache, count, &plain,
                                                callbacks, pipelines);
  };
}

class VulkanPipelineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto instance = VulkanInstance::Get(false);
    if (!instance.ok()) GTEST_SKIP() << "not run: " << instance.status();
    if ((*instance)->Devices().empty()) GTEST_SKIP() << "not run: no device";
    asked = &asked_;
    std::string root = ::testing::TempDir() + "/pipelines_XXXXXX";
    directory_ = mkdtemp(&root[0]);
    ProgramCache::Options cache;
    cache.directory = directory_;
    options_.cache = std::make_shared<ProgramCache>(cache);
    options_.kernels = &GpuTestKernels();
    vulkan_ = VulkanOptions::FromEnvironment();
    vulkan_.replace_functions = Replace;
    Open();
  }
  void TearDown() override {
    pipeline_ = nullptr;
    device_ = nullptr;
    asked = nullptr;
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
  }

  void Open() {
    auto device = VulkanDevice::Create(options_, vulkan_);
    ASSERT_EQ(device.status(), OkStatus());
    device_ = *std::move(device);
  }
  Status Compile(const std::string& kernel, uint32_t workgroup) {
    TFLL_ASSIGN_OR_RETURN(pipeline_,
                          device_->Compile({kernel, {}, {workgroup, 1, 1}}));
    return OkStatus();
  }
  // Compiles for this workgroup, after which the driver's cache is `data`, and
  // ends a program.
  void Add(uint32_t workgroup, const std::string& data) {
    asked_.data = data;
    EXPECT_EQ(Compile("test_update", workgroup), OkStatus());
    EXPECT_EQ(device_->Record({}).status(), OkStatus());
  }
  std::vector<std::string> Loaded() { return std::exchange(asked_.loaded, {}); }

  Asked asked_;
  std::string directory_;
  GpuDeviceOptions options_;
  VulkanOptions vulkan_;
  std::shared_ptr<VulkanDevice> device_;
  std::shared_ptr<GpuPipeline> pipeline_;
};

TEST_F(VulkanPipelineTest, KeepsWhatOtherProcessesCompile) {
  const std::shared_ptr<VulkanDevice> first = device_;
  Open();
  const std::shared_ptr<VulkanDevice> second = device_;
  EXPECT_THAT(Loaded(), ElementsAre("", ""));
  device_ = first;
  Add(64, "of the first");
  EXPECT_THAT(Loaded(), ElementsAre(""));
  Add(64, "of the first");  // which is compiled
  EXPECT_THAT(Loaded(), IsEmpty());
  Add(32, "more of the first");
  EXPECT_THAT(Loaded(), ElementsAre("of the first"));
  EXPECT_EQ(asked_.merges, 0);
  device_ = second;
  Add(64, "of both");
  EXPECT_THAT(Loaded(), ElementsAre("more of the first"));
  EXPECT_EQ(asked_.merges, 1);
  device_ = first;
  Add(16, "more of both");
  EXPECT_THAT(Loaded(), ElementsAre("of both"));
  EXPECT_EQ(asked_.merges, 2);
  Open();
  EXPECT_THAT(Loaded(), ElementsAre("more of both"));
}

TEST_F(VulkanPipelineTest, WritesNothingAgain) {
  Add(64, "data");
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(directory_)) {
    files.push_back(file.path());
  }
  ASSERT_EQ(files.size(), 1u);
  // A file that is written anew is another one.
  const std::string link = directory_ + "/link";
  std::filesystem::create_hard_link(files[0], link);
  Add(32, "data");
  EXPECT_TRUE(std::filesystem::equivalent(files[0], link));
  Add(16, "other");
  EXPECT_FALSE(std::filesystem::equivalent(files[0], link));
  EXPECT_EQ(asked_.merges, 0);
}

TEST_F(VulkanPipelineTest, TellsWhatTheDriverFound) {
  constexpr VkPipelineCreationFeedbackFlags kValid =
      VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT;
  constexpr VkPipelineCreationFeedbackFlags kHit =
      VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
  const VulkanCaps caps = ReadVulkanCaps(
      (*VulkanInstance::Get(false))->vk(), device_->handles().physical_device,
      device_->handles().api_version, nullptr);
  uint32_t workgroup = 1;
  for (const auto& [flags, cached] :
       {std::pair(VkPipelineCreationFeedbackFlags{0}, false),
        {kValid, false},
        {kHit, false},
        {kValid | kHit, caps.creation_feedback}}) {
    asked_.flags = flags;
    ASSERT_EQ(Compile("test_update", workgroup++), OkStatus());
    EXPECT_EQ(pipeline_->is_cached(), cached) << flags;
  }
}

// A kernel may access whole vectors, but nothing behind the buffer.
TEST_F(VulkanPipelineTest, BindsWholeVectorsThatTheBufferHas) {
  ASSERT_EQ(Compile("test_update", 8), OkStatus());
  const auto own = device_->Allocate(60, GpuUse::kDeviceOnly);
  ASSERT_EQ(own.status(), OkStatus());
  const auto wrapped =
      device_->Wrap(static_cast<const VulkanBuffer&>(**own).handle(), 0, 60);
  ASSERT_EQ(wrapped.status(), OkStatus());
  const auto end =
      device_->Wrap(static_cast<const VulkanBuffer&>(**own).handle(), 16, 44);
  ASSERT_EQ(end.status(), OkStatus());
  EXPECT_EQ(end->part.offset, 16u);
  EXPECT_EQ(end->part.bytes, 44u);
  EXPECT_EQ(end->memory, wrapped->memory);
  const auto bound = [this](const GpuBinding& binding) {
    GpuDispatch dispatch;
    dispatch.pipeline = pipeline_;
    dispatch.buffers = {binding};
    dispatch.params = {1, 1, 1};
    EXPECT_EQ(device_->Record({dispatch}).status(), OkStatus());
    return asked_.bound;
  };
  EXPECT_EQ(bound({*own, 0, 60, true}), 64u);
  EXPECT_EQ(bound({*own, 0, 17, true}), 32u);
  EXPECT_EQ(bound({*own, 0, 48, true}), 48u);
  EXPECT_EQ(bound(wrapped->part), 60u);
  GpuBinding part = wrapped->part;
  part.bytes = 33;
  EXPECT_EQ(bound(part), 48u);
}

// The workgroup's extents first, then those of the kernel by their order.
TEST_F(VulkanPipelineTest, NumbersConstants) {
  ASSERT_EQ(
      device_->Compile({"map_float", {{"POST2", 0}, {"POST0", 1}}, {8, 4, 2}})
          .status(),
      OkStatus());
  EXPECT_EQ(asked_.constants, "0=8 1=4 2=2 5=0 3=1 ");
}

TEST_F(VulkanPipelineTest, IsCompiledAgainIfItCannotBeKept) {
  std::vector<std::string> lines;
  SetLogSink([&lines](LogLevel, const char* line) { lines.push_back(line); });
  const LogLevel before = SetMinLogLevel(LogLevel::kVerbose);
  Add(64, "data");
  EXPECT_THAT(lines, IsEmpty());
  ProgramCache::Options nowhere;
  nowhere.directory = "/dev/null/programs";
  options_.cache = std::make_shared<ProgramCache>(nowhere);
  Open();
  Add(64, "data");
  EXPECT_THAT(lines, ElementsAre(HasSubstr("/dev/null/programs")));
  SetMinLogLevel(before);
  SetLogSink(nullptr);
}

// The limits and queues that the machine's device is said to have.
struct Pretended {
  uint32_t bindings = 8, params_bytes = 128, timestamp_bits = 64;
  bool only_last_computes = false;  // of the families of queues
  // What a device is created with.
  std::vector<std::string> extensions;
  uint32_t created_family = 0;
  PFN_vkGetInstanceProcAddr get_function = nullptr;
  PFN_vkGetPhysicalDeviceProperties2 properties = nullptr;
  PFN_vkGetPhysicalDeviceQueueFamilyProperties families = nullptr;
};
Pretended* pretended = nullptr;

VKAPI_ATTR void VKAPI_CALL
PretendedProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* to) {
  pretended->properties(device, to);
  VkPhysicalDeviceLimits& limits = to->properties.limits;
  limits.maxPerStageDescriptorStorageBuffers = pretended->bindings;
  limits.maxDescriptorSetStorageBuffers = pretended->bindings;
  limits.maxPushConstantsSize = pretended->params_bytes;
  limits.timestampPeriod = 2.5f;
  for (auto* next = static_cast<VkBaseOutStructure*>(to->pNext);
       next != nullptr; next = next->pNext) {
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
      reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(next)
          ->subgroupSize = 8;
    } else if (
        next->sType ==
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
      auto& sizes =
          *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(
              next);
      sizes.minSubgroupSize = 4;
      sizes.maxSubgroupSize = 16;
      sizes.maxComputeWorkgroupSubgroups = 3;
      sizes.requiredSubgroupSizeStages = VK_SHADER_STAGE_COMPUTE_BIT;
    }
  }
}

VKAPI_ATTR void VKAPI_CALL PretendedFamilies(VkPhysicalDevice device,
                                             uint32_t* count,
                                             VkQueueFamilyProperties* to) {
  // One more than there are.
  if (to == nullptr) {
    pretended->families(device, count, nullptr);
    ++*count;
    return;
  }
  --*count;
  pretended->families(device, count, to);
  to[*count] = to[asked->real_family];
  ++*count;
  for (uint32_t i = 0; i < *count; ++i) {
    to[i].timestampValidBits = pretended->timestamp_bits;
    if (pretended->only_last_computes && i + 1 < *count) {
      to[i].queueFlags = VK_QUEUE_TRANSFER_BIT;
    }
  }
}

VKAPI_ATTR VkResult VKAPI_CALL CreateNoDevice(VkPhysicalDevice,
                                              const VkDeviceCreateInfo* info,
                                              const VkAllocationCallbacks*,
                                              VkDevice*) {
  EXPECT_EQ(info->queueCreateInfoCount, 1u);
  EXPECT_EQ(info->pQueueCreateInfos->queueCount, 1u);
  EXPECT_EQ(*info->pQueueCreateInfos->pQueuePriorities, 1.0f);
  EXPECT_EQ(static_cast<const VkBaseInStructure*>(info->pNext)->sType,
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  pretended->created_family = info->pQueueCreateInfos->queueFamilyIndex;
  pretended->extensions.assign(
      info->ppEnabledExtensionNames,
      info->ppEnabledExtensionNames + info->enabledExtensionCount);
  return VK_ERROR_INITIALIZATION_FAILED;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetFunction(VkInstance instance,
                                                     const char* name) {
  const PFN_vkVoidFunction real = pretended->get_function(instance, name);
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties2") == 0) {
    pretended->properties =
        reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(PretendedProperties);
  }
  if (std::strcmp(name, "vkCreateDevice") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(CreateNoDevice);
  }
  if (std::strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties") == 0) {
    pretended->families =
        reinterpret_cast<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(PretendedFamilies);
  }
  return real;
}

class VulkanLimits : public VulkanPipelineTest {
 protected:
  void SetUp() override {
    VulkanPipelineTest::SetUp();
    if (device_ == nullptr) return;
    real_ = device_;
    const auto library = OpenVulkanLibrary();
    ASSERT_EQ(library.status(), OkStatus());
    pretended_.get_function = (*library)->GetInstanceProcAddr;
    pretended = &pretended_;
    vulkan_.lent = real_->handles();
    asked_.real_family = vulkan_.lent.queue_family;
    vulkan_.lent.get_instance_proc_addr = GetFunction;
    vulkan_.lent.extensions = {VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME};
    sizes_.subgroupSizeControl = VK_TRUE;
    vulkan_.lent.features = &features_;
  }
  void TearDown() override {
    VulkanPipelineTest::TearDown();
    real_ = nullptr;
    pretended = nullptr;
  }
  void OpenWith(const Pretended& limits) {
    const PFN_vkGetInstanceProcAddr get_function = pretended_.get_function;
    pretended_ = limits;
    pretended_.get_function = get_function;
    Open();
  }

  Pretended pretended_;
  std::shared_ptr<VulkanDevice> real_;
  VkPhysicalDeviceSubgroupSizeControlFeatures sizes_ = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
  VkPhysicalDeviceFeatures2 features_ = {
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &sizes_, {}};
};

// test_scale has two buffers and two parameters.
TEST_F(VulkanLimits, OfBindingsAndParametersAreKept) {
  OpenWith({2, 8});
  EXPECT_EQ(Compile("test_scale", 8), OkStatus());
  const auto expect_refusal = [this](const std::string& why) {
    const Status refused = Compile("test_scale", 8);
    EXPECT_TRUE(base::IsUnsupported(refused)) << refused;
    EXPECT_THAT(refused.message(), HasSubstr(why));
  };
  OpenWith({1, 8});
  expect_refusal("test_scale: 2 buffers are more than");
  OpenWith({2, 7});
  expect_refusal("test_scale: 2 parameters are more than");
}

// Up to three subgroups of eight.
TEST_F(VulkanLimits, OfWorkgroupsWhoseSubgroupsHaveASizeAreKept) {
  OpenWith({});
  for (const auto& [workgroup, size] :
       {std::pair(1u, 8u), {24u, 8u}, {25u, 0u}}) {
    ASSERT_EQ(Compile("test_update", workgroup), OkStatus());
    EXPECT_EQ(asked_.subgroup_size, size) << workgroup;
  }
  const auto flat = device_->Compile({"test_update", {}, {4, 3, 2}});
  ASSERT_EQ(flat.status(), OkStatus());
  EXPECT_EQ(asked_.subgroup_size, 8u);
  sizes_.subgroupSizeControl = VK_FALSE;
  OpenWith({});
  ASSERT_EQ(Compile("test_update", 8), OkStatus());
  EXPECT_EQ(asked_.subgroup_size, 0u);
}

TEST_F(VulkanLimits, OfQueuesAreThoseOfTheirFamily) {
  uint32_t families = 0;
  (*VulkanInstance::Get(false))
      ->vk()
      .GetPhysicalDeviceQueueFamilyProperties(real_->handles().physical_device,
                                              &families, nullptr);
  vulkan_.lent.queue_family = families;  // the additional one
  OpenWith({});
  EXPECT_EQ(device_->Record({}).status(), OkStatus());
  EXPECT_EQ(asked_.family, families);
  EXPECT_EQ(device_->handles().queue_family, families);
}

TEST_F(VulkanLimits, DecideWhatADeviceIsCreatedWith) {
  pretended_.only_last_computes = true;
  for (const uint32_t version : {VK_API_VERSION_1_1, VK_API_VERSION_1_3}) {
    vulkan_.lent.api_version = version;
    const auto instance = VulkanInstance::Adopt(vulkan_.lent);
    ASSERT_EQ(instance.status(), OkStatus());
    const VkPhysicalDevice device = vulkan_.lent.physical_device;
    const VulkanCaps caps =
        ReadVulkanCaps((*instance)->vk(), device, version, nullptr);
    EXPECT_EQ(
        VulkanContext::Create(*instance, device, nullptr).status().message(),
        "vkCreateDevice: initialization failed");
    EXPECT_EQ(pretended_.created_family, caps.queue_family);
    EXPECT_GT(caps.queue_family, 0u);
    std::vector<std::string> expected;
    const VulkanFeatures features(caps);
    for (const char* name : features.extensions()) expected.push_back(name);
    if (caps.import_alignment > 0) {
      expected.push_back(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
    }
    if (version < VK_API_VERSION_1_3 &&
        caps.extensions.count(
            VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME) != 0) {
      expected.push_back(VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME);
    }
    EXPECT_EQ(pretended_.extensions, expected);
  }
}

// Time stamps have a number of bits, and begin again after the last.
TEST_F(VulkanLimits, OfTimeStampsAreKept) {
  static uint64_t stamps[2];
  vulkan_.replace_functions = [](VulkanDeviceFunctions& vk) {
    vk.GetQueryPoolResults = [](VkDevice, VkQueryPool, uint32_t, uint32_t,
                                size_t, void* data, VkDeviceSize,
                                VkQueryResultFlags) {
      std::memcpy(data, stamps, sizeof(stamps));
      return VK_SUCCESS;
    };
  };
  struct Stamps {
    uint32_t bits;
    uint64_t first, second, time;  // 2.5 ns each
  };
  for (const Stamps& s : {Stamps{8, 250, 6, 30},
                          {8, 6, 16, 25},
                          {63, (uint64_t{1} << 63) - 2, 4, 15},
                          {64, ~uint64_t{0}, 4, 12}}) {
    OpenWith({8, 128, s.bits});
    stamps[0] = s.first;
    stamps[1] = s.second;
    const auto data = device_->Allocate(256, GpuUse::kDeviceOnly);
    ASSERT_EQ(data.status(), OkStatus());
    const auto commands = device_->Record(
        {GpuCopy{{*data, 0, 128}, {*data, 128, 128, true}, "copy"}});
    ASSERT_EQ(commands.status(), OkStatus());
    const auto times = (*commands)->RunTimed();
    ASSERT_EQ(times.status(), OkStatus());
    EXPECT_THAT(*times, ElementsAre(s.time)) << s.bits;
  }
  OpenWith({8, 128, 0});
  const auto commands = device_->Record({});
  ASSERT_EQ(commands.status(), OkStatus());
  EXPECT_TRUE(base::IsUnsupported((*commands)->RunTimed().status()));
}

// Tests are skipped where no device can be opened; not because of a mistake.
TEST(VulkanDevices, AreOpenedWhereTheMachineHasOne) {
  void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) GTEST_SKIP() << "not run: no library";
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(
      dlsym(library, "vkCreateInstance"));
  const auto devices_of = reinterpret_cast<PFN_vkEnumeratePhysicalDevices>(
      dlsym(library, "vkEnumeratePhysicalDevices"));
  const auto properties_of =
      reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(
          dlsym(library, "vkGetPhysicalDeviceProperties"));
  const auto destroy = reinterpret_cast<PFN_vkDestroyInstance>(
      dlsym(library, "vkDestroyInstance"));
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  if (create(&info, nullptr, &instance) != VK_SUCCESS) {
    GTEST_SKIP() << "not run: no driver";
  }
  VkPhysicalDevice devices[16] = {};
  uint32_t count = 16;
  devices_of(instance, &count, devices);
  const bool any = std::any_of(devices, devices + count, [&](auto device) {
    VkPhysicalDeviceProperties properties;
    properties_of(device, &properties);
    return properties.apiVersion >= VK_API_VERSION_1_1;
  });
  destroy(instance, nullptr);
  if (!any) GTEST_SKIP() << "not run: no device";
  const auto device = VulkanDevice::Create({});
  ASSERT_EQ(device.status(), OkStatus());
  // With the extensions that this needs.
  const VulkanHandles handles = (*device)->handles();
  const VulkanCaps caps =
      ReadVulkanCaps((*VulkanInstance::Get(false))->vk(),
                     handles.physical_device, handles.api_version, nullptr);
  EXPECT_EQ((*device)->caps().import_alignment, caps.import_alignment);
}

}  // namespace
}  // namespace tflite::gpu
