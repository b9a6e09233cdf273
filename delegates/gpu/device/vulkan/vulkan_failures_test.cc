// Lets each call of the Vulkan driver fail: the error must name it, and all
// objects must be destroyed. Compares the calls with those in vulkan_calls.txt.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/call_text.h"
#include "delegates/gpu/device/testing/failing_calls.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {

// The members that are not the driver's, such as the size of its memory.
static std::string DriverStruct(const VkAllocationCallbacks&, CallText&) {
  return "callbacks";
}
static std::string DriverStruct(const VkBufferCreateInfo& x, CallText& text) {
  return text.All(x.size, x.usage, x.sharingMode);
}
static std::string DriverStruct(const VkMemoryAllocateInfo&, CallText&) {
  return "";
}
static std::string DriverStruct(const VkMappedMemoryRange& x, CallText& text) {
  return text.All(x.memory, x.offset, x.size);
}
static std::string DriverStruct(const VkDescriptorPoolSize& x, CallText& text) {
  return text.All(x.type, x.descriptorCount);
}
static std::string DriverStruct(const VkDescriptorPoolCreateInfo& x,
                                CallText& text) {
  return text.All(x.flags, x.maxSets) +
         text.Each(x.pPoolSizes, x.poolSizeCount);
}
static std::string DriverStruct(const VkDescriptorSetAllocateInfo& x,
                                CallText& text) {
  return text.All(x.descriptorPool) +
         text.Each(x.pSetLayouts, x.descriptorSetCount);
}
static std::string DriverStruct(const VkDescriptorBufferInfo& x,
                                CallText& text) {
  return text.All(x.buffer, x.offset, x.range);
}
static std::string DriverStruct(const VkWriteDescriptorSet& x, CallText& text) {
  return text.All(x.dstSet, x.dstBinding, x.dstArrayElement, x.descriptorType) +
         text.Each(x.pBufferInfo, x.descriptorCount);
}
static std::string DriverStruct(const VkCopyDescriptorSet&, CallText&) {
  return "copy";
}
static std::string DriverStruct(const VkDescriptorSetLayoutBinding& x,
                                CallText& text) {
  return text.All(x.binding, x.descriptorType, x.descriptorCount, x.stageFlags);
}
static std::string DriverStruct(const VkDescriptorSetLayoutCreateInfo& x,
                                CallText& text) {
  return text.All(x.flags) + text.Each(x.pBindings, x.bindingCount);
}
static std::string DriverStruct(const VkPushConstantRange& x, CallText& text) {
  return text.All(x.stageFlags, x.offset, x.size);
}
static std::string DriverStruct(const VkPipelineLayoutCreateInfo& x,
                                CallText& text) {
  return text.Each(x.pSetLayouts, x.setLayoutCount) +
         text.Each(x.pPushConstantRanges, x.pushConstantRangeCount);
}
static std::string DriverStruct(const VkSpecializationMapEntry& x,
                                CallText& text) {
  return text.All(x.constantID, x.offset, x.size);
}
static std::string DriverStruct(const VkSpecializationInfo& x, CallText& text) {
  return text.Each(x.pMapEntries, x.mapEntryCount) +
         text.Each(static_cast<const uint32_t*>(x.pData), x.dataSize / 4);
}
static std::string DriverStruct(const VkPipelineShaderStageCreateInfo& x,
                                CallText& text) {
  // Not every driver looks at it.
  EXPECT_EQ(x.sType, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  return text.All(x.flags, x.stage, x.module, x.pSpecializationInfo) + x.pName;
}
static std::string DriverStruct(const VkComputePipelineCreateInfo& x,
                                CallText& text) {
  return text.All(x.flags, x.stage, x.layout);
}
static std::string DriverStruct(const VkShaderModuleCreateInfo&, CallText&) {
  return "";
}
static std::string DriverStruct(const VkPipelineCacheCreateInfo& x,
                                CallText& text) {
  return text.All(x.flags, x.initialDataSize);
}
static std::string DriverStruct(const VkFenceCreateInfo& x, CallText& text) {
  return text.All(x.flags);
}
static std::string DriverStruct(const VkCommandPoolCreateInfo& x,
                                CallText& text) {
  return text.All(x.flags);
}
static std::string DriverStruct(const VkCommandBufferAllocateInfo& x,
                                CallText& text) {
  return text.All(x.commandPool, x.level, x.commandBufferCount);
}
static std::string DriverStruct(const VkCommandBufferBeginInfo& x,
                                CallText& text) {
  return text.All(x.flags);
}
static std::string DriverStruct(const VkQueryPoolCreateInfo& x,
                                CallText& text) {
  return text.All(x.queryType, x.queryCount);
}
static std::string DriverStruct(const VkBufferCopy& x, CallText& text) {
  return text.All(x.srcOffset, x.dstOffset, x.size);
}
static std::string DriverStruct(const VkMemoryBarrier& x, CallText& text) {
  return text.All(x.srcAccessMask, x.dstAccessMask);
}
static std::string DriverStruct(const VkBufferMemoryBarrier&, CallText&) {
  return "buffer";
}
static std::string DriverStruct(const VkImageMemoryBarrier&, CallText&) {
  return "image";
}
static std::string DriverStruct(const VkSubmitInfo& x, CallText& text) {
  return text.All(x.waitSemaphoreCount, x.signalSemaphoreCount) +
         text.Each(x.pCommandBuffers, x.commandBufferCount);
}

namespace {

using base::StartsWith;
using ::testing::Each;
using ::testing::IsSupersetOf;

// Also collects the objects that exist, and the calls.
struct CallLog : FailingCall {
  std::set<const void*> objects;
  CallText text;
};
CallLog* call_log = nullptr;

bool Creates(const std::string& name) {
  return StartsWith(name, "Create") || name == "AllocateMemory";
}
bool Destroys(const std::string& name) {
  return name == "FreeMemory" ||
         (StartsWith(name, "Destroy") && name != "DestroyDevice");
}

// A function of the driver that fails if the log says so.
template <typename Name, typename Function>
struct Logged;
template <typename Name, typename R, typename... Args>
struct Logged<Name, R (*)(Args...)> {
  static inline R (*real)(Args...) = nullptr;  // the driver's

  static R Call(Args... args) {
    const std::string name = Name::Get();
    const auto all = std::tie(args...);
    call_log->text.Add(name, args...);
    if constexpr (std::is_void_v<R>) {
      if constexpr (std::is_invocable_v<R (*)(Args...), VkDevice,
                                        std::nullptr_t,
                                        const VkAllocationCallbacks*>) {
        if (Destroys(name)) {
          call_log->objects.erase(std::get<1>(all));
          call_log->text.Forget(std::get<1>(all));
        }
      }
      real(args...);
    } else {
      const bool fails = call_log->Fails(name);
      if (fails) return VK_ERROR_OUT_OF_HOST_MEMORY;
      const R result = real(args...);
      // The place for a new object, which is a pointer, comes last.
      using Last = std::tuple_element_t<sizeof...(Args) - 1, decltype(all)>;
      if constexpr (std::is_pointer_v<
                        std::remove_pointer_t<std::decay_t<Last>>>) {
        if (Creates(name) && result == VK_SUCCESS) {
          call_log->objects.insert(*std::get<sizeof...(Args) - 1>(all));
        }
      }
      return result;
    }
  }
};

#define TFLL_NAME(name)                        \
  struct name##Name {                          \
    static const char* Get() { return #name; } \
  };
TFLL_VULKAN_DEVICE_FUNCTIONS(TFLL_NAME)
#undef TFLL_NAME

void LogCalls(VulkanDeviceFunctions& vk){
#define TFLL_LOG(name)                                      \
  {                                                         \
    using Function = Logged<name##Name, decltype(vk.name)>; \
    Function::real = vk.name;                               \
    vk.name = &Function::Call;                              \
  }
    TFLL_VULKAN_DEVICE_FUNCTIONS(TFLL_LOG)
#undef TFLL_LOG
}

// Transfers, maps, compiles, and runs; returns the first error.
Status UseDevice(VulkanDevice& device) {
  constexpr uint64_t kBytes = 256;
  const std::vector<int32_t> zeros(64);
  const uint64_t part = std::max(device.caps().offset_alignment, 256u);
  TFLL_ASSIGN_OR_RETURN(const auto data,
                        device.Allocate(part + kBytes, GpuUse::kDeviceOnly));
  TFLL_RETURN_IF_ERROR(device.Write(*data, part, kBytes, zeros.data()));
  TFLL_ASSIGN_OR_RETURN(const auto result,
                        device.Allocate(kBytes, GpuUse::kDownload));
  TFLL_ASSIGN_OR_RETURN(const auto pipeline,
                        device.Compile({"test_update", {}, {64, 1, 1}}));
  GpuDispatch dispatch;
  dispatch.pipeline = pipeline;
  dispatch.buffers = {{data, part, kBytes, true}};
  dispatch.params = {64, 1, 1};
  const GpuCopy copy = {
      {data, part, kBytes, false}, {result, 0, kBytes, true}, "copy"};
  TFLL_ASSIGN_OR_RETURN(const auto commands, device.Record({dispatch, copy}));
  TFLL_RETURN_IF_ERROR(commands->Run());
  TFLL_RETURN_IF_ERROR(commands->RunTimed().status());
  TFLL_RETURN_IF_ERROR(commands->Rebind({{0, 0, {data, part, kBytes, true}}}));
  TFLL_RETURN_IF_ERROR(commands->Run());
  TFLL_RETURN_IF_ERROR(commands->RunTimed().status());
  // Copies that read the same need no barrier in between, others do. A kernel
  // accesses whole vectors, where a tensor ends within one.
  dispatch.buffers = {{data, part, 60, true}};
  dispatch.groups = {2, 3, 4};
  const GpuBinding source = {data, part, 64, false};
  TFLL_RETURN_IF_ERROR(
      device
          .Record(
              {GpuCopy{source, {result, 0, 64, true}, "first"},
               GpuCopy{source, {result, 64, 64, true}, "second"},
               GpuCopy{{result, 0, 64, false}, {result, 128, 64, true}, "3"},
               dispatch})
          .status());
  std::vector<int32_t> values(64);
  TFLL_RETURN_IF_ERROR(device.Read(*result, 0, kBytes, values.data()));
  EXPECT_THAT(values, Each(4));
  TFLL_RETURN_IF_ERROR(device.Read(*data, part, kBytes, values.data()));
  EXPECT_THAT(values, Each(4));
  return OkStatus();
}

class VulkanFailures : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    options_.kernels = &GpuTestKernels();
    options_.force_staging = GetParam();
    const auto instance = VulkanInstance::Get(false);
    if (!instance.ok()) GTEST_SKIP() << "not run: " << instance.status();
    if ((*instance)->Devices().empty()) GTEST_SKIP() << "not run: no device";
    vulkan_ = VulkanOptions::FromEnvironment();
    vulkan_.replace_functions = LogCalls;
    cache_.directory = ::testing::TempDir() + "/vulkan_failures";
    options_.cache = std::make_shared<ProgramCache>(cache_);
  }
  void TearDown() override {
    call_log = nullptr;
    std::filesystem::remove_all(cache_.directory);
  }

  // Opens a device and uses it; returns the first error.
  Status Use(CallLog* log) {
    call_log = log;
    const auto device = VulkanDevice::Create(options_, vulkan_);
    return device.ok() ? UseDevice(**device) : device.status();
  }

  GpuDeviceOptions options_;
  VulkanOptions vulkan_;
  ProgramCache::Options cache_;
};

TEST_P(VulkanFailures, AreReported) {
  // Pipelines are compiled again if their cache cannot be used.
  const std::set<std::string> may_fail = {
      "CreatePipelineCache", "GetPipelineCacheData", "MergePipelineCaches"};
  const auto optional = FailEachCall<CallLog>(
      [this](CallLog* log) { return Use(log); },
      [](const std::string& name) { return "vk" + name; });
  EXPECT_THAT(may_fail, IsSupersetOf(optional));
}

INSTANTIATE_TEST_SUITE_P(Staging, VulkanFailures, ::testing::Bool());

// With staging memory, all devices get the same calls. Results of the device at
// hand show few mistakes in them.
class VulkanCalls : public VulkanFailures {};

TEST_P(VulkanCalls, AreTheRecordedOnes) {
  CallLog log;
  ASSERT_EQ(Use(&log), OkStatus());
  std::ifstream in("delegates/gpu/device/vulkan/vulkan_calls.txt");
  EXPECT_EQ(base::StrJoin(log.text.lines(), "\n") + "\n",
            std::string(std::istreambuf_iterator<char>(in), {}));
}
INSTANTIATE_TEST_SUITE_P(Staging, VulkanCalls, ::testing::Values(true));

}  // namespace
}  // namespace tflite::gpu
