// Lets each call of the Vulkan driver fail: the error must name it, and all
// objects must be destroyed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/testing/failing_calls.h"
#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

using base::StartsWith;
using ::testing::Each;
using ::testing::IsSupersetOf;

// Also collects the objects that exist.
struct CallLog : FailingCall {
  std::set<const void*> objects;
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
    if constexpr (std::is_void_v<R>) {
      if constexpr (std::is_invocable_v<R (*)(Args...), VkDevice,
                                        std::nullptr_t,
                                        const VkAllocationCallbacks*>) {
        if (Destroys(name)) call_log->objects.erase(std::get<1>(all));
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
  std::vector<int32_t> values(64);
  TFLL_RETURN_IF_ERROR(device.Read(*result, 0, kBytes, values.data()));
  EXPECT_THAT(values, Each(3));
  TFLL_RETURN_IF_ERROR(device.Read(*data, part, kBytes, values.data()));
  EXPECT_THAT(values, Each(3));
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

}  // namespace
}  // namespace tflite::gpu
