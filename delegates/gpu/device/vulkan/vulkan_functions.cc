#include "delegates/gpu/device/vulkan/vulkan_functions.h"

#include <dlfcn.h>

#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

constexpr char kLibrary[] = "libvulkan.so.1";

StatusOr<VulkanGlobalFunctions> LoadGlobalFunctions() {
  void* library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Unavailable(StrCat("no Vulkan: ", dlerror()));
  }
  VulkanGlobalFunctions functions;
  functions.GetInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(library, "vkGetInstanceProcAddr"));
  if (functions.GetInstanceProcAddr == nullptr) {
    return Unavailable(StrCat(kLibrary, " has no vkGetInstanceProcAddr"));
  }
#define TFLL_LOAD(name)                                               \
  functions.name = reinterpret_cast<PFN_vk##name>(                    \
      functions.GetInstanceProcAddr(nullptr, "vk" #name));            \
  if (functions.name == nullptr) {                                    \
    return Unavailable(StrCat(kLibrary, " is too old: no vk" #name)); \
  }
  TFLL_VULKAN_GLOBAL_FUNCTIONS(TFLL_LOAD)
#undef TFLL_LOAD
  return functions;
}

const char* Describe(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "out of host memory";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "out of device memory";
    case VK_ERROR_DEVICE_LOST:
      return "the device is lost";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "initialization failed";
    case VK_ERROR_MEMORY_MAP_FAILED:
      return "memory cannot be mapped";
    case VK_ERROR_TOO_MANY_OBJECTS:
      return "too many objects";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "the driver is incompatible";
    case VK_ERROR_OUT_OF_POOL_MEMORY:
      return "out of pool memory";
    default:
      return nullptr;
  }
}

Status NoneIsMissing(const char* missing) {
  if (missing != nullptr) return Unavailable("Vulkan: no ", missing);
  return OkStatus();
}

}  // namespace

StatusOr<const VulkanGlobalFunctions*> OpenVulkanLibrary() {
  // Never destroyed: destructors of other objects may run later.
  static const auto* functions =
      new StatusOr<VulkanGlobalFunctions>(LoadGlobalFunctions());
  if (!functions->ok()) return functions->status();
  return &**functions;
}

// Of TFLL_VULKAN_INSTANCE_FUNCTIONS or TFLL_VULKAN_DEVICE_FUNCTIONS.
#define TFLL_LOAD(name)                                              \
  functions->name = reinterpret_cast<PFN_vk##name>(get("vk" #name)); \
  if (functions->name == nullptr && missing == nullptr) missing = "vk" #name;

Status LoadInstanceFunctions(const VulkanGlobalFunctions& global,
                             VkInstance instance,
                             VulkanInstanceFunctions* functions) {
  const auto get = [&](const char* name) {
    return global.GetInstanceProcAddr(instance, name);
  };
  const char* missing = nullptr;
  TFLL_VULKAN_INSTANCE_FUNCTIONS(TFLL_LOAD)
  return NoneIsMissing(missing);
}

Status LoadDeviceFunctions(const VulkanInstanceFunctions& instance,
                           VkDevice device, VulkanDeviceFunctions* functions) {
  const auto get = [&](const char* name) {
    return instance.GetDeviceProcAddr(device, name);
  };
  const char* missing = nullptr;
  TFLL_VULKAN_DEVICE_FUNCTIONS(TFLL_LOAD)
  return NoneIsMissing(missing);
}
#undef TFLL_LOAD

Status VulkanStatus(VkResult result, const char* call) {
  if (result == VK_SUCCESS) return OkStatus();
  const char* what = Describe(result);
  const std::string text = what != nullptr
                               ? StrCat(call, ": ", what)
                               : StrCat(call, ": VkResult ", int{result});
  if (result == VK_ERROR_OUT_OF_HOST_MEMORY ||
      result == VK_ERROR_OUT_OF_DEVICE_MEMORY) {
    return ResourceExhausted(text);
  }
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
    return Unavailable(StrCat(
        "Vulkan: libvulkan.so.1 finds no driver by VK_ICD_FILENAMES or in the "
        "folders vulkan/icd.d (",
        text, ")"));
  }
  return Internal(text);
}

}  // namespace tflite::gpu
