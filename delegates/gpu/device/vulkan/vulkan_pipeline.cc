#include "delegates/gpu/device/vulkan/vulkan_pipeline.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "delegates/common/cache/stable_hash.h"
#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/device/vulkan/spirv_prune.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::gpu {
namespace {

// Ids of specialization constants: the workgroup's extents come first, then the
// kernel's constants.
constexpr uint32_t kFirstConstant = 3;

struct Specialization {
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<int32_t> values;

  void Add(uint32_t id, int32_t value) {
    const size_t offset = values.size() * sizeof(int32_t);
    entries.push_back({id, static_cast<uint32_t>(offset), sizeof(int32_t)});
    values.push_back(value);
  }
  std::map<uint32_t, int32_t> ById() const {
    std::map<uint32_t, int32_t> by_id;
    for (size_t i = 0; i < entries.size(); ++i) {
      by_id.emplace(entries[i].constantID, values[i]);
    }
    return by_id;
  }
};

Specialization Specialize(const GpuKernelText& kernel,
                          const GpuKernelSpec& spec) {
  Specialization made;
  for (uint32_t i = 0; i < 3; ++i) {
    made.Add(i, static_cast<int32_t>(spec.workgroup[i]));
  }
  for (const auto& [name, value] : spec.constants) {
    const auto found = std::find_if(
        kernel.constants.begin(), kernel.constants.end(),
        [&name = name](const auto& constant) { return name == constant.name; });
    made.Add(kFirstConstant +
                 static_cast<uint32_t>(found - kernel.constants.begin()),
             value);
  }
  return made;
}

Status CheckFits(const GpuKernelText& kernel, const VulkanCaps& caps) {
  if (kernel.num_buffers > caps.max_bindings) {
    return Unsupported(kernel.name, ": ", kernel.num_buffers,
                       " buffers are more than the device binds");
  }
  if (kernel.num_params * sizeof(uint32_t) > caps.max_params_bytes) {
    return Unsupported(kernel.name, ": ", kernel.num_params,
                       " parameters are more than the device takes");
  }
  return OkStatus();
}

}  // namespace

StatusOr<std::shared_ptr<VulkanPipeline>> VulkanPipeline::Create(
    const std::shared_ptr<const VulkanContext>& context,
    const GpuKernelText& kernel, const GpuKernelSpec& spec,
    VkPipelineCache cache) {
  TFLL_RETURN_IF_ERROR(CheckFits(kernel, context->caps()));
  std::shared_ptr<VulkanPipeline> pipeline(new VulkanPipeline(kernel, spec));
  TFLL_RETURN_IF_ERROR(pipeline->CreateLayouts(context));
  TFLL_RETURN_IF_ERROR(
      Annotate(pipeline->CreatePipeline(context, kernel, spec, cache),
               pipeline->name()));
  return pipeline;
}

Status VulkanPipeline::CreateLayouts(
    const std::shared_ptr<const VulkanContext>& context) {
  const VulkanDeviceFunctions& vk = context->vk();
  std::vector<VkDescriptorSetLayoutBinding> bindings(num_buffers());
  for (uint32_t i = 0; i < num_buffers(); ++i) {
    bindings[i].binding = i;
    bindings[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  VkDescriptorSetLayoutCreateInfo set_info = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  set_info.bindingCount = num_buffers();
  set_info.pBindings = bindings.data();
  TFLL_ASSIGN_OR_RETURN(
      set_layout_, CreateVulkanObject(context, vk.CreateDescriptorSetLayout,
                                      vk.DestroyDescriptorSetLayout, set_info,
                                      "vkCreateDescriptorSetLayout"));

  const VkDescriptorSetLayout set_layout = set_layout_.get();
  VkPushConstantRange params = {};
  params.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  params.size = static_cast<uint32_t>(num_params() * sizeof(uint32_t));
  VkPipelineLayoutCreateInfo info = {
      VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout;
  info.pushConstantRangeCount = num_params() > 0 ? 1 : 0;
  info.pPushConstantRanges = &params;
  TFLL_ASSIGN_OR_RETURN(layout_,
                        CreateVulkanObject(context, vk.CreatePipelineLayout,
                                           vk.DestroyPipelineLayout, info,
                                           "vkCreatePipelineLayout"));
  return OkStatus();
}

Status VulkanPipeline::CreatePipeline(
    const std::shared_ptr<const VulkanContext>& context,
    const GpuKernelText& kernel, const GpuKernelSpec& spec,
    VkPipelineCache cache) {
  const VulkanDeviceFunctions& vk = context->vk();
  const Specialization constants = Specialize(kernel, spec);
  const std::vector<uint32_t> code = PruneSpirv(kernel.spirv, constants.ById());
  VkShaderModuleCreateInfo module_info = {
      VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  module_info.codeSize = code.size() * sizeof(uint32_t);
  module_info.pCode = code.data();
  TFLL_ASSIGN_OR_RETURN(
      const VulkanHandle<VkShaderModule> module,
      CreateVulkanObject(context, vk.CreateShaderModule, vk.DestroyShaderModule,
                         module_info, "vkCreateShaderModule"));

  VkSpecializationInfo specialization = {};
  specialization.mapEntryCount =
      static_cast<uint32_t>(constants.entries.size());
  specialization.pMapEntries = constants.entries.data();
  specialization.dataSize = constants.values.size() * sizeof(int32_t);
  specialization.pData = constants.values.data();

  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup_size = {
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
  subgroup_size.requiredSubgroupSize = context->caps().gpu.subgroup_size;
  VkComputePipelineCreateInfo info = {
      VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  if (uint64_t{spec.workgroup[0]} * spec.workgroup[1] * spec.workgroup[2] <=
      context->caps().max_sized_invocations) {
    info.stage.pNext = &subgroup_size;
  }
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module.get();
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &specialization;
  info.layout = layout_.get();
  VkPipelineCreationFeedback whole = {}, stage = {};
  VkPipelineCreationFeedbackCreateInfo feedback = {
      VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO};
  feedback.pPipelineCreationFeedback = &whole;
  feedback.pipelineStageCreationFeedbackCount = 1;
  feedback.pPipelineStageCreationFeedbacks = &stage;
  if (context->caps().creation_feedback) info.pNext = &feedback;
  VkPipeline made = VK_NULL_HANDLE;
  const VkResult result = vk.CreateComputePipelines(context->device(), cache, 1,
                                                    &info, nullptr, &made);
  pipeline_ = VulkanHandle<VkPipeline>(context, vk.DestroyPipeline, made);
  constexpr VkPipelineCreationFeedbackFlags kHit =
      VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT |
      VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
  is_cached_ = (whole.flags & kHit) == kHit;
  return context->Check(result, "vkCreateComputePipelines");
}

StatusOr<std::unique_ptr<VulkanPipelines>> VulkanPipelines::Create(
    std::shared_ptr<const VulkanContext> context,
    const GpuKernelLibrary* kernels,
    std::shared_ptr<const ProgramCache> programs) {
  std::unique_ptr<VulkanPipelines> made(
      new VulkanPipelines(std::move(context), kernels, std::move(programs)));
  TFLL_ASSIGN_OR_RETURN(made->cache_, made->LoadCache(&made->saved_hash_));
  return made;
}

VulkanPipelines::~VulkanPipelines() { Save(); }

ProgramKey VulkanPipelines::Key() const {
  const GpuCaps& caps = context_->caps().gpu;
  return ProgramKey().Add("vulkan pipelines").Add(caps.name).Add(caps.driver);
}

StatusOr<VulkanHandle<VkPipelineCache>> VulkanPipelines::LoadCache(
    uint64_t* hash) const {
  std::optional<std::vector<uint8_t>> stored;
  if (programs_ != nullptr) stored = programs_->Load(Key());
  VkPipelineCacheCreateInfo info = {
      VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  *hash = 0;
  if (stored) {
    info.initialDataSize = stored->size();
    info.pInitialData = stored->data();
    *hash = StableHash(stored->data(), stored->size());
  }
  const VulkanDeviceFunctions& vk = context_->vk();
  return CreateVulkanObject(context_, vk.CreatePipelineCache,
                            vk.DestroyPipelineCache, info,
                            "vkCreatePipelineCache");
}

StatusOr<std::shared_ptr<VulkanPipeline>> VulkanPipelines::Compile(
    const GpuKernelSpec& spec) {
  TFLL_ASSIGN_OR_RETURN(const GpuKernelText* kernel,
                        FindKernel(kernels_, spec, context_->caps().gpu));
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = pipelines_.find(spec);
    if (found != pipelines_.end()) return found->second;
  }
  // Several threads may compile at the same time.
  std::shared_lock<std::shared_mutex> use(cache_mutex_);
  TFLL_ASSIGN_OR_RETURN(
      std::shared_ptr<VulkanPipeline> pipeline,
      VulkanPipeline::Create(context_, *kernel, spec, cache_.get()));
  std::lock_guard<std::mutex> lock(mutex_);
  return pipelines_.emplace(spec, std::move(pipeline)).first->second;
}

void VulkanPipelines::Save() {
  std::unique_lock<std::shared_mutex> change(cache_mutex_);
  std::lock_guard<std::mutex> lock(mutex_);
  if (programs_ == nullptr || saved_pipelines_ == pipelines_.size()) return;
  saved_pipelines_ = pipelines_.size();
  const VulkanDeviceFunctions& vk = context_->vk();

  // Another process may have added pipelines.
  uint64_t present = 0;
  const auto others = LoadCache(&present);
  if (!others.ok()) return;
  if (present != 0 && present != saved_hash_) {
    const VkPipelineCache from = others->get();
    vk.MergePipelineCaches(context_->device(), cache_.get(), 1, &from);
  }
  size_t bytes = 0;
  if (vk.GetPipelineCacheData(context_->device(), cache_.get(), &bytes,
                              nullptr) != VK_SUCCESS) {
    return;
  }
  std::vector<uint8_t> data(bytes);
  if (vk.GetPipelineCacheData(context_->device(), cache_.get(), &bytes,
                              data.data()) != VK_SUCCESS) {
    return;
  }
  saved_hash_ = StableHash(data.data(), bytes);
  if (saved_hash_ == present) return;
  const Status stored = programs_->Store(Key(), data.data(), bytes);
  if (!stored.ok()) {
    Log(LogLevel::kVerbose, "%s", std::string(stored.message()).c_str());
  }
}

}  // namespace tflite::gpu
