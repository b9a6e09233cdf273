// Buffers on devices with other kinds of memory than the one at hand: which
// kind each use gets, what is mapped, flushed and copied. The driver's calls
// are real, but for the number of the memory type.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "delegates/gpu/device/testing/test_kernels.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
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
  std::vector<std::string> calls;

  PFN_vkGetInstanceProcAddr get_function = nullptr;
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

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetFunction(VkInstance instance,
                                                     const char* name) {
  if (std::strcmp(name, "vkGetPhysicalDeviceMemoryProperties") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(MemoryProperties);
  }
  return pretended->get_function(instance, name);
}

// The size that the driver asked for last.
VkDeviceSize g_needed = 0;

void Replace(VulkanDeviceFunctions& vk) {
  pretended->real = vk;
  vk.GetBufferMemoryRequirements = [](VkDevice device, VkBuffer buffer,
                                      VkMemoryRequirements* needs) {
    pretended->real.GetBufferMemoryRequirements(device, buffer, needs);
    needs->memoryTypeBits = pretended->allowed;
    g_needed = needs->size;
  };
  vk.AllocateMemory = [](VkDevice device, const VkMemoryAllocateInfo* info,
                         const VkAllocationCallbacks* callbacks,
                         VkDeviceMemory* memory) {
    Note(StrCat("type ", info->memoryTypeIndex, ", ",
                info->allocationSize - g_needed, " too many"));
    VkMemoryAllocateInfo real = *info;
    real.memoryTypeIndex = 0;
    return pretended->real.AllocateMemory(device, &real, callbacks, memory);
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

}  // namespace
}  // namespace tflite::gpu
