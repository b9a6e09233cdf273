#ifndef DELEGATES_GPU_DEVICE_VULKAN_VULKAN_PIPELINE_H_
#define DELEGATES_GPU_DEVICE_VULKAN_VULKAN_PIPELINE_H_

#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>

#include "delegates/gpu/device/device.h"
#include "delegates/gpu/device/kernel_library.h"
#include "delegates/gpu/device/program_cache.h"
#include "delegates/gpu/device/vulkan/vulkan_context.h"

namespace tflite::gpu {

using namespace delegates;

class VulkanPipeline : public GpuPipeline {
 public:
  // Unsupported if the kernel has more buffers or parameters than the device
  // takes.
  static StatusOr<std::shared_ptr<VulkanPipeline>> Create(
      const std::shared_ptr<const VulkanContext>& context,
      const GpuKernelText& kernel, const GpuKernelSpec& spec,
      VkPipelineCache cache);

  VkPipeline handle() const { return pipeline_.get(); }
  VkPipelineLayout layout() const { return layout_.get(); }
  VkDescriptorSetLayout set_layout() const { return set_layout_.get(); }

 private:
  VulkanPipeline(const GpuKernelText& kernel, const GpuKernelSpec& spec)
      : GpuPipeline(ToString(spec), kernel.num_buffers, kernel.num_params) {}
  Status CreateLayouts(const std::shared_ptr<const VulkanContext>& context);
  Status CreatePipeline(const std::shared_ptr<const VulkanContext>& context,
                        const GpuKernelText& kernel, const GpuKernelSpec& spec,
                        VkPipelineCache cache);

  VulkanHandle<VkDescriptorSetLayout> set_layout_;
  VulkanHandle<VkPipelineLayout> layout_;
  VulkanHandle<VkPipeline> pipeline_;
};

// All pipelines of a device, each compiled once. Data that the driver can reuse
// in other processes is kept in the program cache. Thread-safe.
class VulkanPipelines {
 public:
  // `kernels` must outlive the object; `kernels` and `programs` may be null.
  static StatusOr<std::unique_ptr<VulkanPipelines>> Create(
      std::shared_ptr<const VulkanContext> context,
      const GpuKernelLibrary* kernels,
      std::shared_ptr<const ProgramCache> programs);
  ~VulkanPipelines();

  StatusOr<std::shared_ptr<VulkanPipeline>> Compile(const GpuKernelSpec& spec);

  // Writes new pipelines to the program cache. Failures are ignored.
  void Save();

 private:
  VulkanPipelines(std::shared_ptr<const VulkanContext> context,
                  const GpuKernelLibrary* kernels,
                  std::shared_ptr<const ProgramCache> programs)
      : context_(std::move(context)),
        kernels_(kernels),
        programs_(std::move(programs)) {}
  ProgramKey Key() const;
  StatusOr<VulkanHandle<VkPipelineCache>> LoadCache(uint64_t* hash) const;

  const std::shared_ptr<const VulkanContext> context_;
  const GpuKernelLibrary* const kernels_;
  const std::shared_ptr<const ProgramCache> programs_;  // may be null
  VulkanHandle<VkPipelineCache> cache_;
  std::shared_mutex cache_mutex_;  // shared for compiling, exclusive for
                                   // merging

  std::mutex mutex_;  // protects the members below; locked after cache_mutex_
  std::map<GpuKernelSpec, std::shared_ptr<VulkanPipeline>> pipelines_;
  size_t saved_pipelines_ = 0;
  uint64_t saved_hash_ = 0;  // of the data in the program cache
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_VULKAN_VULKAN_PIPELINE_H_
