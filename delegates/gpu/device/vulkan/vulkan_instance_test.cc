// What loaders are asked for, of which devices of an instance are chosen, and
// how an instance ends. The loader and its devices only answer questions.
#include "delegates/gpu/device/vulkan/vulkan_instance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/device/vulkan/vulkan_context.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::gpu {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const auto kInstance = reinterpret_cast<VkInstance>(uintptr_t{16});
constexpr char kLayer[] = "VK_LAYER_KHRONOS_validation";

struct FakeLoader {
  uint32_t version = VK_API_VERSION_1_3;
  std::vector<std::string> layers = {"VK_LAYER_other", kLayer};
  uint32_t listed_layers = 2;  // of those
  std::string lacking;         // a function of the instance
  // The answers of calls.
  VkResult on_version = VK_SUCCESS, on_count = VK_SUCCESS, on_list = VK_SUCCESS,
           on_instance = VK_SUCCESS, on_messenger = VK_SUCCESS;
  // What an instance was created with.
  std::string application;
  uint32_t api_version = 0;
  std::vector<std::string> enabled, extensions;
  std::vector<VkValidationFeatureEnableEXT> validated;
  VkDebugUtilsMessengerCreateInfoEXT messenger = {};
  std::string destroyed;
};
FakeLoader* g_loader = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL Version(uint32_t* version) {
  *version = g_loader->version;
  return g_loader->on_version;
}

VKAPI_ATTR VkResult VKAPI_CALL Layers(uint32_t* count,
                                      VkLayerProperties* layers) {
  const auto all = static_cast<uint32_t>(g_loader->layers.size());
  if (layers == nullptr) {
    *count = all;
    return g_loader->on_count;
  }
  EXPECT_EQ(*count, all);
  for (uint32_t i = 0; i < all; ++i) {
    std::snprintf(layers[i].layerName, sizeof(layers[i].layerName), "%s",
                  g_loader->layers[i].c_str());
  }
  *count = g_loader->listed_layers;
  return g_loader->on_list;
}

VKAPI_ATTR VkResult VKAPI_CALL Create(const VkInstanceCreateInfo* info,
                                      const VkAllocationCallbacks*,
                                      VkInstance* instance) {
  if (g_loader->on_instance != VK_SUCCESS) return g_loader->on_instance;
  g_loader->application = info->pApplicationInfo->pApplicationName;
  g_loader->api_version = info->pApplicationInfo->apiVersion;
  g_loader->enabled.assign(info->ppEnabledLayerNames,
                           info->ppEnabledLayerNames + info->enabledLayerCount);
  g_loader->extensions.assign(
      info->ppEnabledExtensionNames,
      info->ppEnabledExtensionNames + info->enabledExtensionCount);
  if (info->pNext != nullptr) {
    const auto& features =
        *static_cast<const VkValidationFeaturesEXT*>(info->pNext);
    EXPECT_EQ(features.sType, VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
    g_loader->validated.assign(features.pEnabledValidationFeatures,
                               features.pEnabledValidationFeatures +
                                   features.enabledValidationFeatureCount);
  }
  *instance = kInstance;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
CreateMessenger(VkInstance, const VkDebugUtilsMessengerCreateInfoEXT* info,
                const VkAllocationCallbacks*, VkDebugUtilsMessengerEXT* made) {
  g_loader->messenger = *info;
  if (g_loader->on_messenger != VK_SUCCESS) return g_loader->on_messenger;
  *made = (VkDebugUtilsMessengerEXT)(uintptr_t{32});
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyMessenger(VkInstance instance,
                                            VkDebugUtilsMessengerEXT messenger,
                                            const VkAllocationCallbacks*) {
  EXPECT_EQ(instance, kInstance);
  EXPECT_NE(messenger, VkDebugUtilsMessengerEXT{});
  g_loader->destroyed += "messenger ";
}

VKAPI_ATTR void VKAPI_CALL Destroy(VkInstance instance,
                                   const VkAllocationCallbacks*) {
  EXPECT_EQ(instance, kInstance);
  g_loader->destroyed += "instance ";
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL FunctionOf(VkInstance,
                                                    const char* name) {
  const std::string wanted = name;
  if (wanted == g_loader->lacking) return nullptr;
  if (wanted == "vkDestroyInstance") {
    return reinterpret_cast<PFN_vkVoidFunction>(Destroy);
  }
  if (wanted == "vkCreateDebugUtilsMessengerEXT") {
    return reinterpret_cast<PFN_vkVoidFunction>(CreateMessenger);
  }
  if (wanted == "vkDestroyDebugUtilsMessengerEXT") {
    return reinterpret_cast<PFN_vkVoidFunction>(DestroyMessenger);
  }
  // Others are not called.
  return reinterpret_cast<PFN_vkVoidFunction>(Destroy);
}

class VulkanLoader : public ::testing::Test {
 protected:
  VulkanLoader() { g_loader = &loader_; }
  ~VulkanLoader() override { g_loader = nullptr; }

  static StatusOr<std::shared_ptr<VulkanInstance>> Instance(bool validation) {
    VulkanGlobalFunctions global;
    global.GetInstanceProcAddr = FunctionOf;
    global.CreateInstance = Create;
    global.EnumerateInstanceLayerProperties = Layers;
    global.EnumerateInstanceVersion = Version;
    return VulkanInstance::Create(global, validation);
  }
  static std::string Error(bool validation) {
    const auto instance = Instance(validation);
    return std::string(instance.status().message());
  }

  FakeLoader loader_;
};

TEST_F(VulkanLoader, IsAskedForAPlainInstance) {
  {
    const auto instance = Instance(false);
    ASSERT_EQ(instance.status(), OkStatus());
    EXPECT_EQ((*instance)->handle(), kInstance);
    EXPECT_EQ((*instance)->api_version(), VK_API_VERSION_1_3);
    EXPECT_EQ((*instance)->ValidationStatus(), OkStatus());
    EXPECT_EQ(loader_.application, "tensorflow_lite_lite");
    EXPECT_EQ(loader_.api_version, VK_API_VERSION_1_3);
    EXPECT_THAT(loader_.enabled, IsEmpty());
    EXPECT_THAT(loader_.extensions, IsEmpty());
    EXPECT_THAT(loader_.validated, IsEmpty());
    EXPECT_EQ(loader_.destroyed, "");
  }
  EXPECT_EQ(loader_.destroyed, "instance ");
}

TEST_F(VulkanLoader, HasAVersionThatSuffices) {
  for (const auto& [of_loader, asked] :
       {std::pair{VK_API_VERSION_1_1, VK_API_VERSION_1_1},
        {VK_API_VERSION_1_2 + 7, VK_API_VERSION_1_2 + 7},
        {VK_API_VERSION_1_3 + 7, VK_API_VERSION_1_3},
        {VK_MAKE_API_VERSION(0, 1, 4, 0), VK_API_VERSION_1_3}}) {
    loader_.version = of_loader;
    const auto instance = Instance(false);
    ASSERT_EQ(instance.status(), OkStatus());
    EXPECT_EQ(loader_.api_version, asked);
    EXPECT_EQ((*instance)->api_version(), asked);
  }
  loader_.version = VK_API_VERSION_1_1 - 1;
  EXPECT_TRUE(base::IsUnavailable(Instance(false).status()));
  EXPECT_EQ(Error(false), "the Vulkan loader is older than 1.1");
}

TEST_F(VulkanLoader, MayFail) {
  loader_.on_version = VK_ERROR_OUT_OF_HOST_MEMORY;
  EXPECT_EQ(Error(false), "vkEnumerateInstanceVersion: out of host memory");
  loader_.on_version = VK_SUCCESS;
  loader_.on_instance = VK_ERROR_INCOMPATIBLE_DRIVER;
  EXPECT_THAT(Error(false), HasSubstr("vkCreateInstance"));
  EXPECT_EQ(loader_.destroyed, "");
  loader_.on_instance = VK_SUCCESS;
  loader_.lacking = "vkEnumeratePhysicalDevices";
  EXPECT_EQ(Error(false), "Vulkan: no vkEnumeratePhysicalDevices");
  EXPECT_EQ(loader_.destroyed, "instance ");
}

TEST_F(VulkanLoader, IsAskedForValidation) {
  std::string lines;
  SetLogSink([&lines](LogLevel, const char* line) { lines += line; });
  {
    const auto instance = Instance(true);
    ASSERT_EQ(instance.status(), OkStatus());
    EXPECT_THAT(loader_.enabled, ElementsAre(kLayer));
    EXPECT_THAT(loader_.extensions,
                ElementsAre(VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                            VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME));
    EXPECT_THAT(
        loader_.validated,
        ElementsAre(
            VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT));
    const VkDebugUtilsMessengerCreateInfoEXT& info = loader_.messenger;
    EXPECT_EQ(info.sType,
              VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
    EXPECT_EQ(info.messageSeverity,
              VkFlags{VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                      VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT});
    EXPECT_EQ(info.messageType,
              VkFlags{VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT});
    EXPECT_EQ((*instance)->ValidationStatus(), OkStatus());
    for (const char* text : {"the first", "the second"}) {
      VkDebugUtilsMessengerCallbackDataEXT message = {};
      message.pMessage = text;
      EXPECT_EQ(
          info.pfnUserCallback(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                               VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
                               &message, info.pUserData),
          VkBool32{VK_FALSE});
      EXPECT_EQ((*instance)->ValidationStatus().message(),
                "Vulkan validation: the first");
      EXPECT_THAT(lines, HasSubstr(text));
    }
    EXPECT_EQ(loader_.destroyed, "");
  }
  EXPECT_EQ(loader_.destroyed, "messenger instance ");
  SetLogSink(nullptr);
}

TEST_F(VulkanLoader, NeedsTheValidationLayer) {
  const auto expect_no_layer = [] {
    EXPECT_TRUE(base::IsUnavailable(Instance(true).status()));
    EXPECT_EQ(Error(true), std::string("Vulkan: no layer ") + kLayer);
  };
  // There may be more of them than before.
  loader_.on_list = VK_INCOMPLETE;
  EXPECT_EQ(Error(true), "");
  loader_.on_list = VK_ERROR_OUT_OF_HOST_MEMORY;
  expect_no_layer();
  loader_.on_list = VK_SUCCESS;
  loader_.on_count = VK_ERROR_OUT_OF_HOST_MEMORY;
  expect_no_layer();
  loader_.on_count = VK_SUCCESS;
  loader_.listed_layers = 1;
  expect_no_layer();
  loader_.layers.pop_back();
  expect_no_layer();
}

TEST_F(VulkanLoader, NeedsMessengersForValidation) {
  for (const char* name :
       {"vkCreateDebugUtilsMessengerEXT", "vkDestroyDebugUtilsMessengerEXT"}) {
    loader_.lacking = name;
    loader_.destroyed.clear();
    EXPECT_EQ(Error(true), "Vulkan: no debug messengers");
    EXPECT_EQ(loader_.destroyed, "instance ");
  }
  loader_.lacking.clear();
  loader_.destroyed.clear();
  loader_.on_messenger = VK_ERROR_OUT_OF_HOST_MEMORY;
  EXPECT_EQ(Error(true), "vkCreateDebugUtilsMessengerEXT: out of host memory");
  EXPECT_EQ(loader_.destroyed, "instance ");
}

TEST(VulkanInstance, IsSharedWithoutValidation) {
  const auto instance = VulkanInstance::Get(false);
  if (!instance.ok()) GTEST_SKIP() << "not run: " << instance.status();
  const auto same = VulkanInstance::Get(false);
  ASSERT_EQ(same.status(), OkStatus());
  EXPECT_EQ(*same, *instance);
  const auto validated = VulkanInstance::Get(true);
  if (!validated.ok()) GTEST_SKIP() << "not run: " << validated.status();
  const auto other = VulkanInstance::Get(true);
  ASSERT_EQ(other.status(), OkStatus());
  EXPECT_NE(*other, *validated);
  EXPECT_EQ(*VulkanInstance::Get(false), *instance);
}

// The devices of an instance, with only what they are chosen by.
struct FakeDevice {
  VkPhysicalDeviceType type;
  uint32_t version = VK_API_VERSION_1_1;
  VkQueueFlags queue = VK_QUEUE_COMPUTE_BIT;
};
std::vector<FakeDevice>* fake_devices = nullptr;
// Of counting them, and of listing them.
VkResult fake_result = VK_SUCCESS, fake_list_result = VK_SUCCESS;
int fake_destroyed = 0;

const FakeDevice& FakeOf(VkPhysicalDevice device) {
  return *reinterpret_cast<const FakeDevice*>(device);
}

PFN_vkVoidFunction FunctionOfFakes(VkInstance, const char* name) {
  const PFN_vkEnumeratePhysicalDevices all = [](VkInstance, uint32_t* count,
                                                VkPhysicalDevice* devices) {
    *count = static_cast<uint32_t>(fake_devices->size());
    for (uint32_t i = 0; devices != nullptr && i < *count; ++i) {
      devices[i] = reinterpret_cast<VkPhysicalDevice>(&(*fake_devices)[i]);
    }
    return devices == nullptr ? fake_result : fake_list_result;
  };
  const PFN_vkGetPhysicalDeviceProperties properties =
      [](VkPhysicalDevice device, VkPhysicalDeviceProperties* to) {
        *to = {};
        to->apiVersion = FakeOf(device).version;
        to->deviceType = FakeOf(device).type;
      };
  const PFN_vkGetPhysicalDeviceQueueFamilyProperties families =
      [](VkPhysicalDevice device, uint32_t* count,
         VkQueueFamilyProperties* to) {
        *count = 1;
        if (to != nullptr) *to = {FakeOf(device).queue, 1, 0, {}};
      };
  const PFN_vkDestroyInstance destroy =
      [](VkInstance, const VkAllocationCallbacks*) { ++fake_destroyed; };
  const std::string wanted = name;
  if (wanted == "vkDestroyInstance") {
    return reinterpret_cast<PFN_vkVoidFunction>(destroy);
  }
  if (wanted == "vkEnumeratePhysicalDevices") {
    return reinterpret_cast<PFN_vkVoidFunction>(all);
  }
  if (wanted == "vkGetPhysicalDeviceQueueFamilyProperties") {
    return reinterpret_cast<PFN_vkVoidFunction>(families);
  }
  // Others are not called.
  return reinterpret_cast<PFN_vkVoidFunction>(properties);
}

TEST(VulkanInstance, OfAnApplicationIsNotDestroyed) {
  fake_destroyed = 0;
  VulkanHandles lent;
  lent.instance = kInstance;
  lent.api_version = VK_API_VERSION_1_2;
  lent.get_instance_proc_addr = FunctionOfFakes;
  {
    const auto instance = VulkanInstance::Adopt(lent);
    ASSERT_EQ(instance.status(), OkStatus());
    EXPECT_EQ((*instance)->handle(), kInstance);
    EXPECT_EQ((*instance)->api_version(), VK_API_VERSION_1_2);
  }
  EXPECT_EQ(fake_destroyed, 0);
}

TEST(VulkanInstance, PutsDevicesOfTheirOwnFirst) {
  std::vector<FakeDevice> devices = {
      {VK_PHYSICAL_DEVICE_TYPE_CPU},
      {VK_PHYSICAL_DEVICE_TYPE_OTHER},
      {VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU},
      {VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU},
      {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_API_VERSION_1_0},
      {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_API_VERSION_1_1,
       VK_QUEUE_GRAPHICS_BIT},
      {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU},
      {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_API_VERSION_1_3}};
  fake_devices = &devices;
  VulkanHandles lent;
  lent.get_instance_proc_addr = FunctionOfFakes;
  const auto instance = VulkanInstance::Adopt(lent);
  ASSERT_EQ(instance.status(), OkStatus());
  std::vector<size_t> order;
  for (const VkPhysicalDevice device : (*instance)->Devices()) {
    order.push_back(&FakeOf(device) - devices.data());
  }
  EXPECT_THAT(order, ElementsAre(6, 7, 3, 2, 1, 0));
  for (VkResult* const result : {&fake_result, &fake_list_result}) {
    *result = VK_ERROR_INITIALIZATION_FAILED;
    EXPECT_THAT((*instance)->Devices(), IsEmpty());
    *result = VK_INCOMPLETE;  // there may be more of them than before
    EXPECT_EQ((*instance)->Devices().size(), order.size());
    *result = VK_SUCCESS;
  }

  // An application's device needs a queue for computing.
  lent.physical_device = reinterpret_cast<VkPhysicalDevice>(&devices[5]);
  for (const uint32_t family : {0u, 1u}) {
    lent.queue_family = family;
    EXPECT_EQ(
        VulkanContext::Adopt(*instance, lent, nullptr).status().message(),
        "Vulkan: queue family " + std::to_string(family) + " does not compute");
    lent.physical_device = reinterpret_cast<VkPhysicalDevice>(&devices[6]);
  }
  lent.api_version = VK_API_VERSION_1_0;
  EXPECT_TRUE(base::IsInvalid(VulkanInstance::Adopt(lent).status()));
}

TEST(ComputeQueueFamily, IsTheFirstOfEqualOnes) {
  static std::vector<VkQueueFlags> flags;
  VulkanInstanceFunctions vk;
  vk.GetPhysicalDeviceQueueFamilyProperties =
      [](VkPhysicalDevice, uint32_t* count, VkQueueFamilyProperties* families) {
        for (size_t i = 0; families != nullptr && i < flags.size(); ++i) {
          families[i] = {flags[i], 1, 0, {}};
        }
        *count = static_cast<uint32_t>(flags.size());
      };
  const auto family = [&vk] { return ComputeQueueFamily(vk, VK_NULL_HANDLE); };
  constexpr VkQueueFlags kBoth = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  EXPECT_EQ(family(), -1);
  flags = {VK_QUEUE_TRANSFER_BIT, VK_QUEUE_GRAPHICS_BIT};
  EXPECT_EQ(family(), -1);
  flags = {kBoth, kBoth};
  EXPECT_EQ(family(), 0);
  flags = {VK_QUEUE_TRANSFER_BIT, kBoth, kBoth};
  EXPECT_EQ(family(), 1);
  flags = {kBoth, VK_QUEUE_COMPUTE_BIT, VK_QUEUE_COMPUTE_BIT};
  EXPECT_EQ(family(), 1);
}

}  // namespace
}  // namespace tflite::gpu
