// Devices that fail while interpreters use them.
#include <atomic>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "delegates/gpu/api/gpu_device.h"
#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/device/opencl/opencl_device.h"
#include "delegates/gpu/device/vulkan/vulkan_device.h"
#include "delegates/gpu/tests/skip.h"
#include "delegates/gpu/tests/sum_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using ::testing::AnyOf;
using ::testing::Each;
using ::testing::HasSubstr;

// The behavior of the driver from now on.
std::atomic<bool> lost{false};
std::atomic<bool> no_memory{false};

void ReplaceOpenCl(OpenClFunctions& cl) {
  static OpenClFunctions driver;
  driver = cl;
  cl.clFinish = [](cl_command_queue queue) -> cl_int {
    return lost ? CL_DEVICE_NOT_AVAILABLE : driver.clFinish(queue);
  };
  cl.clCreateBuffer = [](cl_context context, cl_mem_flags flags, size_t bytes,
                         void* host, cl_int* error) -> cl_mem {
    if (!no_memory) {
      return driver.clCreateBuffer(context, flags, bytes, host, error);
    }
    *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return nullptr;
  };
}

void ReplaceVulkan(VulkanDeviceFunctions& vk) {
  static VulkanDeviceFunctions driver;
  driver = vk;
  vk.QueueSubmit = [](VkQueue queue, uint32_t count, const VkSubmitInfo* info,
                      VkFence fence) -> VkResult {
    return lost ? VK_ERROR_DEVICE_LOST
                : driver.QueueSubmit(queue, count, info, fence);
  };
  vk.AllocateMemory = [](VkDevice device, const VkMemoryAllocateInfo* info,
                         const VkAllocationCallbacks* callbacks,
                         VkDeviceMemory* memory) -> VkResult {
    return no_memory ? VK_ERROR_OUT_OF_DEVICE_MEMORY
                     : driver.AllocateMemory(device, info, callbacks, memory);
  };
}

StatusOr<std::shared_ptr<GpuDevice>> FailingDevice(GpuBackend backend,
                                                   const GpuOptions& options) {
  std::shared_ptr<GpuDevice> device;
  if (backend == GpuBackend::kOpenCl) {
    OpenClOptions opencl;
    opencl.replace_functions = ReplaceOpenCl;
    TFLL_ASSIGN_OR_RETURN(
        device, OpenClDevice::Create(ToDeviceOptions(options), opencl));
  } else {
    VulkanOptions vulkan = VulkanOptions::FromEnvironment();
    vulkan.replace_functions = ReplaceVulkan;
    TFLL_ASSIGN_OR_RETURN(
        device, VulkanDevice::Create(ToDeviceOptions(options), vulkan));
  }
  return device;
}

// A back-end, and whether the device's memory is one of its own, to which
// constants are copied by commands.
class GpuLossOn
    : public ::testing::TestWithParam<std::tuple<GpuBackend, bool>> {
 protected:
  void SetUp() override {
    lost = no_memory = false;
    GpuOptions options;
    options.keep_programs = false;
    options.force_staging = std::get<1>(GetParam());
    auto device = FailingDevice(std::get<0>(GetParam()), options);
    TFLL_SKIP_WITHOUT_DRIVER(device);
    device_ = *device;
    delegate_.reset(CreateGpuDelegate(options, *device));
  }

  void ExpectRight(SumModel* model, float value) {
    model->FillHost(value);
    ASSERT_EQ(model->Invoke(), kTfLiteOk);
    EXPECT_THAT(model->Host(3), Each(2 * value * value));
  }

  std::shared_ptr<GpuDevice> device_;
  std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)> delegate_{
      nullptr, TfLiteGpuDelegateV2Delete};
};

TEST_P(GpuLossOn, TheCpuGoesOnWithTheRun) {
  SumModel model(2048, delegate_.get()), other(64, delegate_.get());
  ExpectRight(&model, 1);
  EXPECT_TRUE(model.FullyDelegated());
  lost = true;
  ExpectRight(&model, 2);
  EXPECT_FALSE(model.FullyDelegated());
  EXPECT_TRUE(device_->is_lost());
  EXPECT_THAT(conformance::Refusals(model.interpreter()),
              AnyOf(HasSubstr("the device is lost"),
                    HasSubstr("CL_DEVICE_NOT_AVAILABLE")));
  // The device stays lost, for all interpreters that use it.
  lost = false;
  ExpectRight(&model, 3);
  ExpectRight(&other, 4);
  EXPECT_FALSE(other.FullyDelegated());
  EXPECT_THAT(conformance::Refusals(other.interpreter()), HasSubstr("lost"));
  ASSERT_EQ(model.Resize(128), kTfLiteOk);
  ExpectRight(&model, 5);
}

TEST_P(GpuLossOn, MemoryThatIsShortLeavesThePartitionToTheCpu) {
  SumModel model(64, delegate_.get());
  ExpectRight(&model, 1);
  no_memory = true;
  // The delegate cannot be applied to the new shapes.
  EXPECT_EQ(model.Resize(100), kTfLiteOk);
  ExpectRight(&model, 2);
  EXPECT_FALSE(model.FullyDelegated());
  EXPECT_THAT(conformance::Refusals(model.interpreter()),
              AnyOf(HasSubstr("out of device memory"),
                    HasSubstr("CL_MEM_OBJECT_ALLOCATION_FAILURE")));
  EXPECT_FALSE(device_->is_lost());
  // Another interpreter can use the device when memory is available again.
  no_memory = false;
  SumModel later(64, delegate_.get());
  ExpectRight(&later, 3);
  EXPECT_TRUE(later.FullyDelegated());
}

INSTANTIATE_TEST_SUITE_P(
    All, GpuLossOn,
    ::testing::Combine(::testing::Values(GpuBackend::kOpenCl,
                                         GpuBackend::kVulkan),
                       ::testing::Bool()),
    [](const auto& info) {
      return std::string(GpuBackendName(std::get<0>(info.param))) +
             (std::get<1>(info.param) ? "Copying" : "");
    });

}  // namespace
}  // namespace tflite::gpu
