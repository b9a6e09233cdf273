#include "delegates/gpu/device/device_checks.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

namespace tflite::gpu {
namespace {

Status CheckBinding(const GpuBinding& binding) {
  if (binding.buffer == nullptr) return Invalid("no buffer");
  if (binding.bytes == 0) return Invalid("an empty part of a buffer");
  return CheckRange(*binding.buffer, binding.offset, binding.bytes);
}

Status CheckDispatch(const GpuDispatch& dispatch, const GpuCaps& caps) {
  if (dispatch.pipeline == nullptr) return Invalid("no pipeline");
  const GpuPipeline& pipeline = *dispatch.pipeline;
  if (dispatch.buffers.size() != pipeline.num_buffers() ||
      dispatch.params.size() != pipeline.num_params()) {
    return Invalid(pipeline.name(), " takes ", pipeline.num_buffers(),
                   " buffers and ", pipeline.num_params(),
                   " parameters, and is given ", dispatch.buffers.size(),
                   " and ", dispatch.params.size());
  }
  for (const GpuBinding& binding : dispatch.buffers) {
    TFLL_RETURN_IF_ERROR(CheckBinding(binding));
    if (binding.offset % caps.offset_alignment != 0) {
      return Invalid("offset ", binding.offset, " is not a multiple of ",
                     caps.offset_alignment);
    }
    if (binding.bytes > caps.max_buffer_bytes) {
      return Invalid(binding.bytes, " bytes are more than the device binds, ",
                     caps.max_buffer_bytes);
    }
  }
  for (int i = 0; i < 3; ++i) {
    if (dispatch.groups[i] > caps.max_groups[i]) {
      return Invalid(dispatch.groups[i],
                     " workgroups are too many for the device");
    }
  }
  return OkStatus();
}

Status CheckCopy(const GpuCopy& copy) {
  TFLL_RETURN_IF_ERROR(CheckBinding(copy.from));
  TFLL_RETURN_IF_ERROR(CheckBinding(copy.to));
  if (copy.from.bytes != copy.to.bytes) {
    return Invalid("a copy of ", copy.from.bytes, " bytes to ", copy.to.bytes);
  }
  const bool apart = copy.from.offset + copy.from.bytes <= copy.to.offset ||
                     copy.to.offset + copy.to.bytes <= copy.from.offset;
  if (copy.from.buffer == copy.to.buffer && !apart) {
    return Invalid("a copy of a buffer's part onto itself");
  }
  return OkStatus();
}

Status CheckWorkgroup(const GpuKernelSpec& spec, const GpuCaps& caps) {
  uint64_t invocations = 1;
  for (int i = 0; i < 3; ++i) {
    const uint32_t extent = spec.workgroup[i];
    invocations *= extent;
    if (extent == 0 || extent > caps.max_workgroup[i] ||
        invocations > caps.max_invocations) {
      return Unsupported(ToString(spec), ": the device has no such workgroups");
    }
  }
  return OkStatus();
}

}  // namespace

StatusOr<const GpuKernelText*> FindKernel(const GpuKernelLibrary* library,
                                          const GpuKernelSpec& spec,
                                          const GpuCaps& caps) {
  const GpuKernelText* text =
      library != nullptr ? library->Find(spec.kernel) : nullptr;
  const bool has_form = text != nullptr && (caps.backend == GpuBackend::kOpenCl
                                                ? text->opencl != nullptr
                                                : !text->spirv.empty());
  if (!has_form) {
    return Internal("there is no kernel ", spec.kernel, " for ",
                    GpuBackendName(caps.backend));
  }
  if (text->int8_dot && !caps.int8_dot) {
    return Internal("kernel ", spec.kernel,
                    " wants dot products, which the device does not have");
  }
  for (const auto& constant : spec.constants) {
    if (std::none_of(text->constants.begin(), text->constants.end(),
                     [&constant](const GpuKernelText::Constant& known) {
                       return constant.first == known.name;
                     })) {
      return Internal("kernel ", spec.kernel, " has no constant ",
                      constant.first);
    }
  }
  TFLL_RETURN_IF_ERROR(CheckWorkgroup(spec, caps));
  return text;
}

Status CheckRange(const GpuBuffer& buffer, uint64_t offset, uint64_t bytes) {
  if (offset <= buffer.bytes() && bytes <= buffer.bytes() - offset) {
    return OkStatus();
  }
  return Invalid(bytes, " bytes at ", offset, " are not in a buffer of ",
                 buffer.bytes());
}

Status CheckSteps(const std::vector<GpuStep>& steps, const GpuCaps& caps) {
  for (const GpuStep& step : steps) {
    const auto* dispatch = std::get_if<GpuDispatch>(&step);
    const auto* copy = std::get_if<GpuCopy>(&step);
    TFLL_RETURN_IF_ERROR(
        dispatch != nullptr
            ? Annotate(CheckDispatch(*dispatch, caps), dispatch->label)
            : Annotate(CheckCopy(*copy), copy->label));
  }
  return OkStatus();
}

GpuBinding* BindingAt(GpuStep* step, size_t operand) {
  if (auto* copy = std::get_if<GpuCopy>(step)) {
    if (operand > 1) return nullptr;
    return operand == 0 ? &copy->from : &copy->to;
  }
  auto& buffers = std::get<GpuDispatch>(*step).buffers;
  return operand < buffers.size() ? &buffers[operand] : nullptr;
}

Status RebindSteps(const std::vector<GpuRebinding>& changes,
                   const GpuCaps& caps, std::vector<GpuStep>* steps) {
  std::vector<GpuStep> changed;
  std::map<size_t, size_t> places;  // index in `changed`, by step
  for (const GpuRebinding& change : changes) {
    if (change.step >= steps->size()) {
      return Invalid("there is no step ", change.step);
    }
    const auto [at, added] = places.emplace(change.step, changed.size());
    if (added) changed.push_back((*steps)[change.step]);
    GpuBinding* binding = BindingAt(&changed[at->second], change.operand);
    if (binding == nullptr) {
      return Invalid("step ", change.step, " has no operand ", change.operand);
    }
    const bool written = binding->written;
    *binding = change.binding;
    binding->written = written;
  }
  TFLL_RETURN_IF_ERROR(CheckSteps(changed, caps));
  for (const auto& [step, place] : places) {
    (*steps)[step] = std::move(changed[place]);
  }
  return OkStatus();
}

}  // namespace tflite::gpu
