#include "delegates/gpu/device/vulkan/vulkan_commands.h"

#include <algorithm>
#include <set>
#include <string>

#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/device/vulkan/hazards.h"
#include "delegates/gpu/device/vulkan/vulkan_memory.h"
#include "delegates/gpu/device/vulkan/vulkan_recording.h"

namespace tflite::gpu {
namespace {

const VulkanBuffer& BufferOf(const GpuBinding& binding) {
  return static_cast<const VulkanBuffer&>(*binding.buffer);
}

const VulkanPipeline& PipelineOf(const GpuDispatch& dispatch) {
  return static_cast<const VulkanPipeline&>(*dispatch.pipeline);
}

// The bytes that a kernel may access: whole vectors, also at the end of a
// tensor.
uint64_t BoundBytes(const GpuBinding& binding) {
  constexpr uint64_t kVector = 16;
  const uint64_t rest = BufferOf(binding).allocated_bytes() - binding.offset;
  const uint64_t partial = binding.bytes % kVector;
  return std::min(rest, binding.bytes + (partial == 0 ? 0 : kVector - partial));
}

HazardTracker::Access AccessOf(const GpuBinding& binding, uint64_t bytes,
                               bool written) {
  // Several GpuBuffer objects may refer to one buffer of an application.
  return {HandleNumber(BufferOf(binding).handle()), binding.offset,
          binding.offset + bytes, written};
}

std::vector<HazardTracker::Access> AccessesOf(const GpuStep& step) {
  if (const auto* copy = std::get_if<GpuCopy>(&step)) {
    return {AccessOf(copy->from, copy->from.bytes, false),
            AccessOf(copy->to, copy->to.bytes, true)};
  }
  std::vector<HazardTracker::Access> accesses;
  for (const GpuBinding& binding : std::get<GpuDispatch>(step).buffers) {
    accesses.push_back(AccessOf(binding, BoundBytes(binding), binding.written));
  }
  return accesses;
}

}  // namespace

StatusOr<std::unique_ptr<VulkanCommands>> VulkanCommands::Create(
    std::shared_ptr<const VulkanContext> context, std::vector<GpuStep> steps) {
  TFLL_RETURN_IF_ERROR(CheckSteps(steps, context->caps().gpu));
  std::unique_ptr<VulkanCommands> made(
      new VulkanCommands(std::move(context), std::move(steps)));
  TFLL_RETURN_IF_ERROR(made->CreateDescriptorSets());
  TFLL_RETURN_IF_ERROR(made->Record());
  return made;
}

Status VulkanCommands::CreateDescriptorSets() {
  const VulkanDeviceFunctions& vk = context_->vk();
  uint32_t num_sets = 0, num_buffers = 0;
  for (const GpuStep& step : steps_) {
    const auto* dispatch = std::get_if<GpuDispatch>(&step);
    if (dispatch == nullptr) continue;
    ++num_sets;
    num_buffers += static_cast<uint32_t>(dispatch->buffers.size());
  }
  sets_.resize(steps_.size(), VK_NULL_HANDLE);
  if (num_sets == 0) return OkStatus();

  VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, num_buffers};
  VkDescriptorPoolCreateInfo pool = {
      VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  pool.maxSets = num_sets;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  TFLL_ASSIGN_OR_RETURN(descriptors_,
                        CreateVulkanObject(context_, vk.CreateDescriptorPool,
                                           vk.DestroyDescriptorPool, pool,
                                           "vkCreateDescriptorPool"));
  for (size_t i = 0; i < steps_.size(); ++i) {
    const auto* dispatch = std::get_if<GpuDispatch>(&steps_[i]);
    if (dispatch == nullptr) continue;
    const VkDescriptorSetLayout layout = PipelineOf(*dispatch).set_layout();
    VkDescriptorSetAllocateInfo info = {
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = descriptors_.get();
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    TFLL_RETURN_IF_ERROR(context_->Check(
        vk.AllocateDescriptorSets(context_->device(), &info, &sets_[i]),
        "vkAllocateDescriptorSets"));
    WriteDescriptorSet(i);
  }
  return OkStatus();
}

void VulkanCommands::WriteDescriptorSet(size_t step) const {
  const auto* dispatch = std::get_if<GpuDispatch>(&steps_[step]);
  if (dispatch == nullptr) return;
  std::vector<VkDescriptorBufferInfo> buffers;
  for (const GpuBinding& binding : dispatch->buffers) {
    buffers.push_back(
        {BufferOf(binding).handle(), binding.offset, BoundBytes(binding)});
  }
  VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
  write.dstSet = sets_[step];
  // Writes consecutive bindings.
  write.descriptorCount = static_cast<uint32_t>(buffers.size());
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = buffers.data();
  context_->vk().UpdateDescriptorSets(context_->device(), 1, &write, 0,
                                      nullptr);
}

Status VulkanCommands::Rebind(const std::vector<GpuRebinding>& changes) {
  TFLL_RETURN_IF_ERROR(RebindSteps(changes, context_->caps().gpu, &steps_));
  std::set<size_t> steps;
  for (const GpuRebinding& change : changes) steps.insert(change.step);
  for (const size_t step : steps) WriteDescriptorSet(step);
  // Commands that refer to a changed set are invalid. The barriers depend on
  // the buffers, too.
  timed_recorded_ = false;
  return Record();
}

void VulkanCommands::RecordDispatch(VkCommandBuffer commands,
                                    const GpuDispatch& dispatch,
                                    VkDescriptorSet set) const {
  const VulkanDeviceFunctions& vk = context_->vk();
  const VulkanPipeline& pipeline = PipelineOf(dispatch);
  vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                     pipeline.handle());
  vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                           pipeline.layout(), 0, 1, &set, 0, nullptr);
  if (!dispatch.params.empty()) {
    vk.CmdPushConstants(
        commands, pipeline.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
        static_cast<uint32_t>(dispatch.params.size() * sizeof(uint32_t)),
        dispatch.params.data());
  }
  vk.CmdDispatch(commands, dispatch.groups[0], dispatch.groups[1],
                 dispatch.groups[2]);
}

void VulkanCommands::RecordStep(VkCommandBuffer commands, size_t index) const {
  if (const auto* dispatch = std::get_if<GpuDispatch>(&steps_[index])) {
    RecordDispatch(commands, *dispatch, sets_[index]);
    return;
  }
  const auto& copy = std::get<GpuCopy>(steps_[index]);
  const VkBufferCopy region = {copy.from.offset, copy.to.offset,
                               copy.from.bytes};
  context_->vk().CmdCopyBuffer(commands, BufferOf(copy.from).handle(),
                               BufferOf(copy.to).handle(), 1, &region);
}

Status VulkanCommands::Record() {
  if (commands_ == VK_NULL_HANDLE) {
    TFLL_ASSIGN_OR_RETURN(fence_, CreateFence(context_));
    TFLL_ASSIGN_OR_RETURN(pool_, CreateCommandPool(context_));
    TFLL_ASSIGN_OR_RETURN(commands_,
                          AllocateCommandBuffer(*context_, pool_.get()));
  }
  TFLL_RETURN_IF_ERROR(BeginCommands(*context_, commands_));
  HazardTracker hazards;
  for (size_t i = 0; i < steps_.size(); ++i) {
    if (hazards.Add(AccessesOf(steps_[i]))) RecordBarrier(*context_, commands_);
    RecordStep(commands_, i);
  }
  return EndCommands(*context_, commands_);
}

Status VulkanCommands::Run() {
  return context_->Submit(commands_, fence_.get());
}

Status VulkanCommands::CreateTimes() {
  const VulkanDeviceFunctions& vk = context_->vk();
  if (context_->caps().timestamp_bits == 0) {
    return Unsupported("the device has no time stamps");
  }
  VkQueryPoolCreateInfo info = {VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = static_cast<uint32_t>(steps_.size() + 1);
  TFLL_ASSIGN_OR_RETURN(times_, CreateVulkanObject(context_, vk.CreateQueryPool,
                                                   vk.DestroyQueryPool, info,
                                                   "vkCreateQueryPool"));
  TFLL_ASSIGN_OR_RETURN(timed_commands_,
                        AllocateCommandBuffer(*context_, pool_.get()));
  return OkStatus();
}

Status VulkanCommands::RecordTimed() {
  const VulkanDeviceFunctions& vk = context_->vk();
  if (timed_commands_ == VK_NULL_HANDLE) TFLL_RETURN_IF_ERROR(CreateTimes());
  const VkCommandBuffer commands = timed_commands_;
  TFLL_RETURN_IF_ERROR(BeginCommands(*context_, commands));
  vk.CmdResetQueryPool(commands, times_.get(), 0,
                       static_cast<uint32_t>(steps_.size() + 1));
  const auto stamp = [&](size_t index) {
    vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                         times_.get(), static_cast<uint32_t>(index));
  };
  stamp(0);
  for (size_t i = 0; i < steps_.size(); ++i) {
    // Each step starts after the end of the previous one, so that the times add
    // up.
    if (i > 0) RecordBarrier(*context_, commands);
    RecordStep(commands, i);
    stamp(i + 1);
  }
  TFLL_RETURN_IF_ERROR(EndCommands(*context_, commands));
  timed_recorded_ = true;
  return OkStatus();
}

StatusOr<std::vector<uint64_t>> VulkanCommands::RunTimed() {
  if (!timed_recorded_) TFLL_RETURN_IF_ERROR(RecordTimed());
  TFLL_RETURN_IF_ERROR(context_->Submit(timed_commands_, fence_.get()));
  std::vector<uint64_t> stamps(steps_.size() + 1);
  TFLL_RETURN_IF_ERROR(context_->Check(
      context_->vk().GetQueryPoolResults(
          context_->device(), times_.get(), 0,
          static_cast<uint32_t>(stamps.size()),
          stamps.size() * sizeof(uint64_t), stamps.data(), sizeof(uint64_t),
          VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
      "vkGetQueryPoolResults"));
  const VulkanCaps& caps = context_->caps();
  const uint64_t mask = caps.timestamp_bits >= 64
                            ? ~uint64_t{0}
                            : (uint64_t{1} << caps.timestamp_bits) - 1;
  std::vector<uint64_t> nanoseconds(steps_.size());
  for (size_t i = 0; i < nanoseconds.size(); ++i) {
    const uint64_t ticks = (stamps[i + 1] - stamps[i]) & mask;
    nanoseconds[i] =
        static_cast<uint64_t>(static_cast<double>(ticks) * caps.timestamp_ns);
  }
  return nanoseconds;
}

}  // namespace tflite::gpu
