#include "delegates/gpu/device/vulkan/vulkan_instance.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "tensorflow_lite_lite/base/log.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

constexpr char kValidationLayer[] = "VK_LAYER_KHRONOS_validation";

bool HasValidationLayer(const VulkanGlobalFunctions& global) {
  uint32_t count = 0;
  if (global.EnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS) {
    return false;
  }
  std::vector<VkLayerProperties> layers(count);
  if (global.EnumerateInstanceLayerProperties(&count, layers.data()) < 0) {
    return false;
  }
  return std::any_of(layers.begin(), layers.begin() + count,
                     [](const VkLayerProperties& layer) {
                       return std::strcmp(layer.layerName, kValidationLayer) ==
                              0;
                     });
}

// The place of the device among those of other types; the first is preferred.
int64_t Rank(const VkPhysicalDeviceProperties& properties) {
  static constexpr VkPhysicalDeviceType kOrder[] = {
      VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
      VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
      VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_OTHER,
      VK_PHYSICAL_DEVICE_TYPE_CPU};
  return std::find(std::begin(kOrder), std::end(kOrder),
                   properties.deviceType) -
         std::begin(kOrder);
}

}  // namespace

StatusOr<std::shared_ptr<VulkanInstance>> VulkanInstance::Get(bool validation) {
  static auto* mutex = new std::mutex;
  static auto* shared = new std::weak_ptr<VulkanInstance>;
  TFLL_ASSIGN_OR_RETURN(const VulkanGlobalFunctions* global,
                        OpenVulkanLibrary());
  std::lock_guard<std::mutex> lock(*mutex);
  if (validation) return Create(*global, validation);
  std::shared_ptr<VulkanInstance> instance = shared->lock();
  if (instance != nullptr) return instance;
  TFLL_ASSIGN_OR_RETURN(instance, Create(*global, validation));
  *shared = instance;
  return instance;
}

StatusOr<std::shared_ptr<VulkanInstance>> VulkanInstance::Create(
    const VulkanGlobalFunctions& global, bool validation) {
  std::shared_ptr<VulkanInstance> instance(new VulkanInstance);
  TFLL_RETURN_IF_ERROR(instance->Open(global, validation));
  return instance;
}

StatusOr<std::shared_ptr<VulkanInstance>> VulkanInstance::Adopt(
    const VulkanHandles& lent) {
  if (lent.api_version < VK_API_VERSION_1_1) {
    return Invalid("the Vulkan instance is for a version before 1.1");
  }
  VulkanGlobalFunctions global;
  global.GetInstanceProcAddr = lent.get_instance_proc_addr;
  if (global.GetInstanceProcAddr == nullptr) {
    TFLL_ASSIGN_OR_RETURN(const VulkanGlobalFunctions* library,
                          OpenVulkanLibrary());
    global = *library;
  }
  std::shared_ptr<VulkanInstance> instance(new VulkanInstance);
  instance->owned_ = false;
  instance->instance_ = lent.instance;
  instance->api_version_ = lent.api_version;
  TFLL_RETURN_IF_ERROR(
      LoadInstanceFunctions(global, lent.instance, &instance->vk_));
  return instance;
}

Status VulkanInstance::Open(const VulkanGlobalFunctions& global,
                            bool validation) {
  uint32_t version = VK_API_VERSION_1_0;
  TFLL_RETURN_IF_ERROR(VulkanStatus(global.EnumerateInstanceVersion(&version),
                                    "vkEnumerateInstanceVersion"));
  if (version < VK_API_VERSION_1_1) {
    return Unavailable("the Vulkan loader is older than 1.1");
  }
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pApplicationName = "tensorflow_lite_lite";
  // Features beyond 1.1 are used through their own structures.
  api_version_ = std::min(version, VK_API_VERSION_1_3);
  application.apiVersion = api_version_;
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;

  const char* const layer = kValidationLayer;
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                    VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  const VkValidationFeatureEnableEXT enabled =
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  VkValidationFeaturesEXT features = {
      VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = &enabled;
  if (validation) {
    if (!HasValidationLayer(global)) {
      return Unavailable(StrCat("Vulkan: no layer ", kValidationLayer));
    }
    info.pNext = &features;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &layer;
    info.enabledExtensionCount = 2;
    info.ppEnabledExtensionNames = extensions;
  }
  TFLL_RETURN_IF_ERROR(VulkanStatus(
      global.CreateInstance(&info, nullptr, &instance_), "vkCreateInstance"));
  TFLL_RETURN_IF_ERROR(LoadInstanceFunctions(global, instance_, &vk_));
  return validation ? CreateMessenger(global) : OkStatus();
}

Status VulkanInstance::CreateMessenger(const VulkanGlobalFunctions& global) {
  const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      global.GetInstanceProcAddr(instance_, "vkCreateDebugUtilsMessengerEXT"));
  destroy_messenger_ = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
      global.GetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
  if (create == nullptr || destroy_messenger_ == nullptr) {
    return Unavailable("Vulkan: no debug messengers");
  }
  VkDebugUtilsMessengerCreateInfoEXT info = {
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = OnMessage;
  info.pUserData = this;
  return VulkanStatus(create(instance_, &info, nullptr, &messenger_),
                      "vkCreateDebugUtilsMessengerEXT");
}

VulkanInstance::~VulkanInstance() {
  if (messenger_ != VK_NULL_HANDLE) {
    destroy_messenger_(instance_, messenger_, nullptr);
  }
  if (owned_ && instance_ != VK_NULL_HANDLE && vk_.DestroyInstance != nullptr) {
    vk_.DestroyInstance(instance_, nullptr);
  }
}

std::vector<VkPhysicalDevice> VulkanInstance::Devices() const {
  uint32_t count = 0;
  if (vk_.EnumeratePhysicalDevices(instance_, &count, nullptr) < 0) return {};
  std::vector<VkPhysicalDevice> devices(count);
  if (vk_.EnumeratePhysicalDevices(instance_, &count, devices.data()) < 0) {
    return {};
  }
  devices.resize(count);

  const auto properties_of = [this](VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    vk_.GetPhysicalDeviceProperties(device, &properties);
    return properties;
  };
  devices.erase(std::remove_if(devices.begin(), devices.end(),
                               [&](VkPhysicalDevice device) {
                                 return properties_of(device).apiVersion <
                                            VK_API_VERSION_1_1 ||
                                        ComputeQueueFamily(vk_, device) < 0;
                               }),
                devices.end());
  std::stable_sort(devices.begin(), devices.end(),
                   [&](VkPhysicalDevice a, VkPhysicalDevice b) {
                     return Rank(properties_of(a)) < Rank(properties_of(b));
                   });
  return devices;
}

Status VulkanInstance::ValidationStatus() const {
  if (messenger_ == VK_NULL_HANDLE) return OkStatus();
  std::lock_guard<std::mutex> lock(mutex_);
  if (first_message_.empty()) return OkStatus();
  return Internal("Vulkan validation: ", first_message_);
}

VkBool32 VulkanInstance::OnMessage(
    VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
    const VkDebugUtilsMessengerCallbackDataEXT* message, void* self) {
  auto* instance = static_cast<VulkanInstance*>(self);
  Log(LogLevel::kError, "Vulkan validation: %s", message->pMessage);
  std::lock_guard<std::mutex> lock(instance->mutex_);
  if (instance->first_message_.empty()) {
    instance->first_message_ = message->pMessage;
  }
  return VK_FALSE;
}

int ComputeQueueFamily(const VulkanInstanceFunctions& vk,
                       VkPhysicalDevice device) {
  uint32_t count = 0;
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk.GetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  int found = -1;
  for (uint32_t i = 0; i < count; ++i) {
    const VkQueueFlags flags = families[i].queueFlags;
    if ((flags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
    if ((flags & VK_QUEUE_GRAPHICS_BIT) == 0) return static_cast<int>(i);
    if (found < 0) found = static_cast<int>(i);
  }
  return found;
}

}  // namespace tflite::gpu
