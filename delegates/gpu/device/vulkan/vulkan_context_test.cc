// Devices of drivers that lack a function.
#include "delegates/gpu/device/vulkan/vulkan_context.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

namespace tflite::gpu {
namespace {

// The machine's driver, without vkCmdDispatch.
struct Driver {
  PFN_vkGetInstanceProcAddr get_function = nullptr;
  PFN_vkGetDeviceProcAddr get_device_function = nullptr;
  PFN_vkDestroyDevice destroy = nullptr;
  int destroyed = 0;
};
Driver* driver = nullptr;

VKAPI_ATTR void VKAPI_CALL Destroy(VkDevice device,
                                   const VkAllocationCallbacks* allocation) {
  ++driver->destroyed;
  driver->destroy(device, allocation);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceFunction(VkDevice device,
                                                           const char* name) {
  if (std::strcmp(name, "vkCmdDispatch") == 0) return nullptr;
  const PFN_vkVoidFunction real = driver->get_device_function(device, name);
  if (std::strcmp(name, "vkDestroyDevice") != 0) return real;
  driver->destroy = reinterpret_cast<PFN_vkDestroyDevice>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(Destroy);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetFunction(VkInstance instance,
                                                     const char* name) {
  const PFN_vkVoidFunction real = driver->get_function(instance, name);
  if (std::strcmp(name, "vkGetDeviceProcAddr") != 0) return real;
  driver->get_device_function = reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(GetDeviceFunction);
}

TEST(VulkanContextTest, DestroysADeviceThatLacksAFunction) {
  const auto real = VulkanInstance::Get(false);
  if (!real.ok()) GTEST_SKIP() << "not run: " << real.status();
  const std::vector<VkPhysicalDevice> devices = (*real)->Devices();
  if (devices.empty()) GTEST_SKIP() << "not run: no device";
  Driver fake;
  fake.get_function = (*OpenVulkanLibrary())->GetInstanceProcAddr;
  driver = &fake;
  VulkanHandles lent;
  lent.instance = (*real)->handle();
  lent.api_version = (*real)->api_version();
  lent.get_instance_proc_addr = GetFunction;
  const auto instance = VulkanInstance::Adopt(lent);
  ASSERT_EQ(instance.status(), OkStatus());
  EXPECT_EQ(
      VulkanContext::Create(*instance, devices[0], nullptr).status().message(),
      "Vulkan: no vkCmdDispatch");
  EXPECT_EQ(fake.destroyed, 1);
  driver = nullptr;
}

}  // namespace
}  // namespace tflite::gpu
