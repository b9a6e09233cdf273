// Buffers on devices with other kinds of memory than the one at hand: which
// kind each use gets, what is mapped, flushed and copied. The driver's calls
// are real, but for the number of the memory type.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "delegates/gpu/tests/overlaps.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
namespace {

using base::StrCat;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent =
    VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// What the device is said to have, and the calls so far.
struct Pretended {
  std::vector<VkMemoryPropertyFlags> types;
  uint32_t allowed = ~0u;  // types of each buffer
  // Of the host's memory: types, and what a buffer needs.
  uint32_t importable = ~0u;
  VkDeviceSize least_alignment = 1, more_bytes = 0;
  std::vector<std::string> calls;
  Overlaps copies;

  PFN_vkGetInstanceProcAddr get_function = nullptr;
  PFN_vkGetDeviceProcAddr get_device_function = nullptr;
  VulkanDeviceFunctions real;
};
Pretended* pretended = nullptr;

void Note(const std::string& call) { pretended->calls.push_back(call); }

VKAPI_ATTR void VKAPI_CALL
MemoryProperties(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties* memory) {
  *memory = {};
  for (const VkMemoryPropertyFlags flags : pretended->types) {
    memory->memoryTypes[memory->memoryTypeCount++].propertyFlags = flags;
  }
  memory->memoryHeapCount = 1;
}

VKAPI_ATTR void VKAPI_CALL DeviceProperties(VkPhysicalDevice,
                                            VkPhysicalDeviceProperties* to) {
  *to = {};
  to->apiVersion = VK_API_VERSION_1_1;
  to->deviceType = VK_PHYSICAL_DEVICE_TYPE_CPU;
}

VKAPI_ATTR VkResult VKAPI_CALL HostPointerProperties(
    VkDevice, VkExternalMemoryHandleTypeFlagBits type, const void* pointer,
    VkMemoryHostPointerPropertiesEXT* properties) {
  EXPECT_EQ(type, VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % 4096, 0u);
  properties->memoryTypeBits = pretended->importable;
  return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceFunction(VkDevice device,
                                                           const char* name) {
  if (std::strcmp(name, "vkGetMemoryHostPointerPropertiesEXT") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(HostPointerProperties);
  }
  return pretended->get_device_function(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetFunction(VkInstance instance,
                                                     const char* name) {
  if (std::strcmp(name, "vkGetPhysicalDeviceMemoryProperties") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(MemoryProperties);
  }
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(DeviceProperties);
  }
  const PFN_vkVoidFunction real = pretended->get_function(instance, name);
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
    pretended->get_device_function =
        reinterpret_cast<PFN_vkGetDeviceProcAddr>(real);
    return reinterpret_cast<PFN_vkVoidFunction>(GetDeviceFunction);
  }
  return real;
}

// The size that the driver asked for last.
VkDeviceSize g_needed = 0;
// Memory of the host.
alignas(4096) char g_host[3 * 4096];

void Replace(VulkanDeviceFunctions& vk) {
  pretended->real = vk;
  vk.GetBufferMemoryRequirements = [](VkDevice device, VkBuffer buffer,
                                      VkMemoryRequirements* needs) {
    pretended->real.GetBufferMemoryRequirements(device, buffer, needs);
    needs->memoryTypeBits = pretended->allowed;
    needs->alignment = std::max(needs->alignment, pretended->least_alignment);
    needs->size += pretended->more_bytes;
    g_needed = needs->size;
  };
  vk.CreateBuffer = [](VkDevice device, const VkBufferCreateInfo* info,
                       const VkAllocationCallbacks* callbacks,
                       VkBuffer* buffer) {
    VkBufferCreateInfo plain = *info;
    plain.pNext = nullptr;
    if (info->pNext != nullptr) {
      const auto& external =
          *static_cast<const VkExternalMemoryBufferCreateInfo*>(info->pNext);
      EXPECT_EQ(external.sType,
                VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
      EXPECT_EQ(external.handleTypes,
                VkExternalMemoryHandleTypeFlags{
                    VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT});
      Note("external buffer");
    }
    return pretended->real.CreateBuffer(device, &plain, callbacks, buffer);
  };
  vk.AllocateMemory = [](VkDevice device, const VkMemoryAllocateInfo* info,
                         const VkAllocationCallbacks* callbacks,
                         VkDeviceMemory* memory) {
    VkMemoryAllocateInfo real = *info;
    real.memoryTypeIndex = 0;
    if (info->pNext == nullptr) {
      Note(StrCat("type ", info->memoryTypeIndex, ", ",
                  info->allocationSize - g_needed, " too many"));
    } else {
      // Memory of the device in its place.
      real.pNext = nullptr;
      const auto& import =
          *static_cast<const VkImportMemoryHostPointerInfoEXT*>(info->pNext);
      EXPECT_EQ(import.sType,
                VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT);
      EXPECT_EQ(import.handleType,
                VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT);
      Note(StrCat("type ", info->memoryTypeIndex, ", ", info->allocationSize,
                  " bytes of the host at ",
                  static_cast<const char*>(import.pHostPointer) - g_host));
    }
    return pretended->real.AllocateMemory(device, &real, callbacks, memory);
  };
  vk.BindBufferMemory = [](VkDevice device, VkBuffer buffer,
                           VkDeviceMemory memory, VkDeviceSize offset) {
    if (offset != 0) Note(StrCat("bind from ", offset));
    return pretended->real.BindBufferMemory(device, buffer, memory, offset);
  };
  vk.MapMemory = [](VkDevice device, VkDeviceMemory memory, VkDeviceSize offset,
                    VkDeviceSize size, VkMemoryMapFlags flags, void** data) {
    Note(StrCat("map from ", offset, size == VK_WHOLE_SIZE ? " all" : ""));
    return pretended->real.MapMemory(device, memory, offset, size, flags, data);
  };
  vk.FlushMappedMemoryRanges = [](VkDevice device, uint32_t count,
                                  const VkMappedMemoryRange* ranges) {
    Note(StrCat("flush ", ranges->size == VK_WHOLE_SIZE ? "all" : "some"));
    return pretended->real.FlushMappedMemoryRanges(device, count, ranges);
  };
  vk.InvalidateMappedMemoryRanges = [](VkDevice device, uint32_t count,
                                       const VkMappedMemoryRange* ranges) {
    Note(StrCat("invalidate ", ranges->size == VK_WHOLE_SIZE ? "all" : "some"));
    return pretended->real.InvalidateMappedMemoryRanges(device, count, ranges);
  };
  vk.CmdCopyBuffer = [](VkCommandBuffer commands, VkBuffer from, VkBuffer to,
                        uint32_t count, const VkBufferCopy* regions) {
    pretended->copies.Stay();
    Note(StrCat("copy ", regions->size, " from ", regions->srcOffset, " to ",
                regions->dstOffset));
    pretended->real.CmdCopyBuffer(commands, from, to, count, regions);
  };
}

class VulkanMemory : public ::testing::Test {
 protected:
  // Opens the first device as one that has `types` of memory.
  void Open(std::vector<VkMemoryPropertyFlags> types) {
    GpuDeviceOptions options;
    options.kernels = &GpuTestKernels();
    const auto real = VulkanDevice::Create(options);
    if (!real.ok()) GTEST_SKIP() << "not run: " << real.status();
    real_ = *real;
    const auto library = OpenVulkanLibrary();
    ASSERT_EQ(library.status(), OkStatus());
    VulkanOptions vulkan;
    vulkan.lent = real_->handles();
    vulkan.lent.get_instance_proc_addr = GetFunction;
    vulkan.lent.extensions = {VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME};
    VkPhysicalDeviceMemoryProperties memory;
    const auto instance = VulkanInstance::Get(false);
    ASSERT_EQ(instance.status(), OkStatus());
    (*instance)->vk().GetPhysicalDeviceMemoryProperties(
        vulkan.lent.physical_device, &memory);
    constexpr VkMemoryPropertyFlags kAny = kLocal | kVisible | kCoherent;
    if ((memory.memoryTypes[0].propertyFlags & kAny) != kAny) {
      GTEST_SKIP() << "not run: memory 0 cannot stand for all others";
    }
    pretended_.types = std::move(types);
    pretended_.get_function = (*library)->GetInstanceProcAddr;
    pretended = &pretended_;
    vulkan.replace_functions = Replace;
    auto device = VulkanDevice::Create(options, vulkan);
    ASSERT_EQ(device.status(), OkStatus());
    device_ = *std::move(device);
  }
  void TearDown() override {
    device_ = nullptr;
    pretended = nullptr;
  }

  std::vector<std::string> Calls() { return std::move(pretended_.calls); }
  std::shared_ptr<GpuBuffer> Allocated(uint64_t bytes, GpuUse use) {
    auto buffer = device_->Allocate(bytes, use);
    EXPECT_EQ(buffer.status(), OkStatus());
    return buffer.ok() ? *std::move(buffer) : nullptr;
  }
  // Writes at an offset and reads back.
  void ExpectKept(GpuBuffer& buffer, uint64_t offset, size_t bytes) {
    std::vector<uint8_t> in(bytes), out(bytes);
    for (size_t i = 0; i < bytes; ++i) {
      in[i] = static_cast<uint8_t>(i * 7 + (i >> 16));
    }
    ASSERT_EQ(device_->Write(buffer, offset, bytes, in.data()), OkStatus());
    written_ = Calls();
    ASSERT_EQ(device_->Read(buffer, offset, bytes, out.data()), OkStatus());
    read_ = Calls();
    EXPECT_TRUE(in == out);
  }

  Pretended pretended_;
  std::shared_ptr<VulkanDevice> real_, device_;
  std::vector<std::string> written_, read_;  // the calls
};

TEST_F(VulkanMemory, ThatIsNotCoherentIsFlushed) {
  Open({kLocal | kVisible});
  if (device_ == nullptr) return;
  for (const GpuUse use : {GpuUse::kUpload, GpuUse::kDownload}) {
    const auto buffer = Allocated(1000, use);
    ASSERT_NE(buffer, nullptr);
    EXPECT_THAT(Calls(), ElementsAre("type 0, 0 too many", "map from 0 all"));
    ExpectKept(*buffer, 12, 800);
    EXPECT_THAT(written_, ElementsAre("flush all"));
    EXPECT_THAT(read_, ElementsAre("invalidate all"));
  }
}

TEST_F(VulkanMemory, ThatIsCoherentIsNot) {
  Open({kLocal | kVisible | kCoherent});
  if (device_ == nullptr) return;
  const auto buffer = Allocated(1000, GpuUse::kUpload);
  ASSERT_NE(buffer, nullptr);
  EXPECT_THAT(Calls(), ElementsAre("type 0, 0 too many", "map from 0 all"));
  ExpectKept(*buffer, 12, 800);
  EXPECT_THAT(written_, IsEmpty());
  EXPECT_THAT(read_, IsEmpty());
}

// The memory types of a graphics card.
TEST_F(VulkanMemory, OfACardIsReachedByStaging) {
  Open({kLocal, kVisible | kCoherent, kVisible | kCoherent | kCached});
  if (device_ == nullptr) return;
  constexpr uint64_t kStaging = 32 << 20;
  const auto buffer = Allocated(kStaging + 5000, GpuUse::kDeviceOnly);
  ASSERT_NE(buffer, nullptr);
  EXPECT_THAT(Calls(), ElementsAre("type 0, 0 too many"));
  // At first as much as is transferred, of a least size, and no more than so
  // much at a time.
  ExpectKept(*buffer, 16, 100);
  EXPECT_THAT(written_, ElementsAre("type 2, 0 too many", "map from 0 all",
                                    "copy 100 from 0 to 16"));
  EXPECT_THAT(read_, ElementsAre("copy 100 from 16 to 0"));
  ExpectKept(*buffer, 0, 65536);
  EXPECT_THAT(written_, ElementsAre("copy 65536 from 0 to 0"));
  ExpectKept(*buffer, 4, 65540);
  EXPECT_THAT(written_, ElementsAre("type 2, 0 too many", "map from 0 all",
                                    "copy 65540 from 0 to 4"));
  ExpectKept(*buffer, 8, kStaging + 4000);
  EXPECT_THAT(written_,
              ElementsAre("type 2, 0 too many", "map from 0 all",
                          StrCat("copy ", kStaging, " from 0 to 8"),
                          StrCat("copy 4000 from 0 to ", kStaging + 8)));
  EXPECT_THAT(read_,
              ElementsAre(StrCat("copy ", kStaging, " from 8 to 0"),
                          StrCat("copy 4000 from ", kStaging + 8, " to 0")));
}

TEST_F(VulkanMemory, IsOfATypeThatTheBufferMayHave) {
  Open({kLocal, kVisible | kCoherent, kVisible | kCoherent | kCached});
  if (device_ == nullptr) return;
  pretended_.allowed = 0b011;
  ASSERT_NE(Allocated(64, GpuUse::kDownload), nullptr);
  EXPECT_THAT(Calls(), ElementsAre("type 1, 0 too many", "map from 0 all"));
  pretended_.allowed = 0b001;
  const auto none = device_->Allocate(64, GpuUse::kUpload);
  EXPECT_THAT(none.status().ToString(), HasSubstr("has no memory for it"));
  EXPECT_THAT(none.status().ToString(), HasSubstr("a buffer of 64 bytes"));
  EXPECT_THAT(Calls(), IsEmpty());
}

TEST_F(VulkanMemory, OfNoBytesIsRefused) {
  Open({kLocal | kVisible | kCoherent});
  if (device_ == nullptr) return;
  const auto none = device_->Allocate(0, GpuUse::kUpload);
  EXPECT_THAT(none.status().ToString(), HasSubstr("a buffer of 0 bytes"));
  EXPECT_THAT(Calls(), IsEmpty());
}

// Whole pages, of the first type that is coherent and possible.
TEST_F(VulkanMemory, OfTheHostIsImportedByPages) {
  Open({kLocal | kVisible | kCached, kLocal | kVisible | kCoherent,
        kVisible | kCoherent, kVisible | kCoherent});
  if (device_ == nullptr) return;
  if (device_->caps().import_alignment != 4096) {
    GTEST_SKIP() << "not run: memory is not imported, or by other pages";
  }
  const auto import = [this](size_t offset, uint64_t bytes) {
    return device_->Import(g_host + offset, bytes).status();
  };
  EXPECT_EQ(import(4096, 4096), OkStatus());
  EXPECT_THAT(Calls(), ElementsAre("external buffer",
                                   "type 1, 4096 bytes of the host at 4096"));
  EXPECT_EQ(import(4096 + 256, 4096), OkStatus());
  EXPECT_THAT(Calls(), ElementsAre("external buffer",
                                   "type 1, 8192 bytes of the host at 4096",
                                   "bind from 256"));
  EXPECT_EQ(import(256, 4096 - 256), OkStatus());
  EXPECT_THAT(Calls(), ElementsAre("external buffer",
                                   "type 1, 4096 bytes of the host at 0",
                                   "bind from 256"));
  pretended_.allowed = 0b1101;
  pretended_.importable = 0b1011;
  EXPECT_EQ(import(0, 64), OkStatus());
  EXPECT_THAT(Calls(), ElementsAre("external buffer",
                                   "type 3, 4096 bytes of the host at 0"));
  pretended_.importable = 0b0011;
  EXPECT_TRUE(base::IsUnsupported(import(0, 64)));
  pretended_.importable = pretended_.allowed = ~0u;
  pretended_.least_alignment = 512;
  EXPECT_TRUE(base::IsUnsupported(import(256, 64)));
  EXPECT_EQ(import(512, 64), OkStatus());
  pretended_.more_bytes = 16;
  EXPECT_TRUE(base::IsUnsupported(import(512, 64)));
}

TEST_F(VulkanMemory, IsStagedByOneThreadAtATime) {
  Open({kLocal, kVisible | kCoherent});
  if (device_ == nullptr) return;
  std::vector<std::function<void()>> jobs;
  for (uint8_t thread = 1; thread <= 4; ++thread) {
    jobs.push_back([this, thread, buffer = Allocated(64, GpuUse::kDeviceOnly)] {
      const std::vector<uint8_t> in(64, thread);
      std::vector<uint8_t> out(64);
      EXPECT_TRUE(device_->Write(*buffer, 0, 64, in.data()).ok());
      EXPECT_TRUE(device_->Read(*buffer, 0, 64, out.data()).ok());
      EXPECT_EQ(in, out);
    });
  }
  RunTogether(jobs);
  EXPECT_EQ(pretended_.copies.count(), 0);
}

}  // namespace
}  // namespace tflite::gpu
