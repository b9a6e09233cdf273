#include <cstring>
#include <mutex>
#include <utility>

#include "delegates/gpu/api/gpu_vulkan.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "delegates/gpu/tests/gpu_application.h"

namespace tflite::gpu {
namespace {

constexpr char kLayer[] = "VK_LAYER_KHRONOS_validation";

class VulkanApplication final : public GpuApplication {
 public:
  ~VulkanApplication() override {
    for (const Buffer& buffer : buffers_) {
      vk_.DestroyBuffer(objects_.device, buffer.buffer, nullptr);
      vk_.FreeMemory(objects_.device, buffer.memory, nullptr);
    }
    if (objects_.device != VK_NULL_HANDLE) {
      vk_.DestroyDevice(objects_.device, nullptr);
    }
    if (messenger_ != VK_NULL_HANDLE) {
      destroy_messenger_(objects_.instance, messenger_, nullptr);
    }
    if (objects_.instance != VK_NULL_HANDLE) {
      instance_.DestroyInstance(objects_.instance, nullptr);
    }
  }

  Status Open() {
    TFLL_ASSIGN_OR_RETURN(const VulkanGlobalFunctions* global,
                          OpenVulkanLibrary());
    TFLL_RETURN_IF_ERROR(OpenInstance(*global));
    TFLL_RETURN_IF_ERROR(
        LoadInstanceFunctions(*global, objects_.instance, &instance_));
    uint32_t count = 1;
    if (instance_.EnumeratePhysicalDevices(objects_.instance, &count,
                                           &objects_.physical_device) < 0 ||
        count == 0) {
      return base::Unavailable("Vulkan has no device");
    }
    TFLL_RETURN_IF_ERROR(OpenDevice());
    objects_.lock_queue = [](void* self) {
      static_cast<VulkanApplication*>(self)->queue_mutex_.lock();
    };
    objects_.unlock_queue = [](void* self) {
      static_cast<VulkanApplication*>(self)->queue_mutex_.unlock();
    };
    objects_.data = this;
    return OkStatus();
  }

  TfLiteDelegate* MakeDelegate(
      const TfLiteGpuDelegateOptionsV2& options) override {
    return TfLiteGpuDelegateV2CreateOnVulkan(&options, &objects_);
  }
  StatusOr<std::shared_ptr<GpuDevice>> MakeDevice(
      const GpuDeviceOptions& options) override {
    VulkanOptions vulkan;
    vulkan.lent.instance = objects_.instance;
    vulkan.lent.physical_device = objects_.physical_device;
    vulkan.lent.device = objects_.device;
    vulkan.lent.queue_family = objects_.queue_family;
    vulkan.lent.queue = objects_.queue;
    TFLL_ASSIGN_OR_RETURN(std::shared_ptr<GpuDevice> device,
                          VulkanDevice::Create(options, vulkan));
    return device;
  }

  int NewBuffer(size_t bytes) override;
  TfLiteStatus Register(TfLiteDelegate* delegate, int buffer, size_t offset,
                        size_t bytes, TfLiteBufferHandle* handle) override {
    return TfLiteGpuDelegateV2RegisterVulkanBuffer(
        delegate, buffers_[buffer].buffer, offset, bytes, handle);
  }
  void Write(int buffer, size_t offset,
             const std::vector<float>& values) override {
    std::memcpy(buffers_[buffer].host + offset, values.data(),
                values.size() * sizeof(float));
  }
  std::vector<float> Read(int buffer, size_t offset, size_t count) override {
    std::vector<float> values(count);
    std::memcpy(values.data(), buffers_[buffer].host + offset,
                count * sizeof(float));
    return values;
  }
  std::string Complaint() override {
    std::lock_guard<std::mutex> lock(message_mutex_);
    return message_;
  }

 private:
  struct Buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    char* host;
  };

  Status OpenInstance(const VulkanGlobalFunctions& global);
  Status OpenDevice();
  static VKAPI_ATTR VkBool32 VKAPI_CALL OnMessage(
      VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
      const VkDebugUtilsMessengerCallbackDataEXT* message, void* self) {
    auto* application = static_cast<VulkanApplication*>(self);
    std::lock_guard<std::mutex> lock(application->message_mutex_);
    if (application->message_.empty()) {
      application->message_ = message->pMessage;
    }
    return VK_FALSE;
  }

  TfLiteGpuVulkanObjects objects_ = {};
  VulkanInstanceFunctions instance_;
  VulkanDeviceFunctions vk_;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  PFN_vkDestroyDebugUtilsMessengerEXT destroy_messenger_ = nullptr;
  std::vector<Buffer> buffers_;
  std::mutex queue_mutex_;
  std::mutex message_mutex_;
  std::string message_;  // the first one, guarded by message_mutex_
};

Status VulkanApplication::OpenInstance(const VulkanGlobalFunctions& global) {
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = objects_.api_version = VK_API_VERSION_1_2;
  const char* const layers[] = {kLayer};
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  info.enabledLayerCount = info.enabledExtensionCount = 1;
  info.ppEnabledLayerNames = layers;
  info.ppEnabledExtensionNames = extensions;
  if (global.CreateInstance(&info, nullptr, &objects_.instance) != VK_SUCCESS) {
    // Retry without the layer.
    info.enabledLayerCount = info.enabledExtensionCount = 0;
    return VulkanStatus(
        global.CreateInstance(&info, nullptr, &objects_.instance),
        "vkCreateInstance");
  }
  const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      global.GetInstanceProcAddr(objects_.instance,
                                 "vkCreateDebugUtilsMessengerEXT"));
  destroy_messenger_ = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
      global.GetInstanceProcAddr(objects_.instance,
                                 "vkDestroyDebugUtilsMessengerEXT"));
  VkDebugUtilsMessengerCreateInfoEXT messages = {
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  messages.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                             VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messages.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  messages.pfnUserCallback = OnMessage;
  messages.pUserData = this;
  return VulkanStatus(
      create(objects_.instance, &messages, nullptr, &messenger_),
      "vkCreateDebugUtilsMessengerEXT");
}

Status VulkanApplication::OpenDevice() {
  const int family = ComputeQueueFamily(instance_, objects_.physical_device);
  if (family < 0) return base::Unavailable("the device does not compute");
  objects_.queue_family = static_cast<uint32_t>(family);
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = objects_.queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  TFLL_RETURN_IF_ERROR(
      VulkanStatus(instance_.CreateDevice(objects_.physical_device, &info,
                                          nullptr, &objects_.device),
                   "vkCreateDevice"));
  TFLL_RETURN_IF_ERROR(LoadDeviceFunctions(instance_, objects_.device, &vk_));
  vk_.GetDeviceQueue(objects_.device, objects_.queue_family, 0,
                     &objects_.queue);
  return OkStatus();
}

int VulkanApplication::NewBuffer(size_t bytes) {
  Buffer made = {};
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  vk_.CreateBuffer(objects_.device, &info, nullptr, &made.buffer);
  VkMemoryRequirements needs;
  vk_.GetBufferMemoryRequirements(objects_.device, made.buffer, &needs);
  VkPhysicalDeviceMemoryProperties memory;
  instance_.GetPhysicalDeviceMemoryProperties(objects_.physical_device,
                                              &memory);
  constexpr VkMemoryPropertyFlags kWanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  allocation.allocationSize = needs.size;
  while ((needs.memoryTypeBits >> allocation.memoryTypeIndex & 1) == 0 ||
         (memory.memoryTypes[allocation.memoryTypeIndex].propertyFlags &
          kWanted) != kWanted) {
    ++allocation.memoryTypeIndex;
  }
  vk_.AllocateMemory(objects_.device, &allocation, nullptr, &made.memory);
  vk_.BindBufferMemory(objects_.device, made.buffer, made.memory, 0);
  void* host = nullptr;
  vk_.MapMemory(objects_.device, made.memory, 0, VK_WHOLE_SIZE, 0, &host);
  made.host = static_cast<char*>(host);
  buffers_.push_back(made);
  return static_cast<int>(buffers_.size()) - 1;
}

}  // namespace

StatusOr<std::unique_ptr<GpuApplication>> CreateVulkanApplication() {
  auto application = std::make_unique<VulkanApplication>();
  TFLL_RETURN_IF_ERROR(application->Open());
  return std::unique_ptr<GpuApplication>(std::move(application));
}

}  // namespace tflite::gpu
