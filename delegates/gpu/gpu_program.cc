#include "delegates/gpu/gpu_program.h"

#include <utility>

#include "delegates/common/step_profile.h"
#include "delegates/gpu/graph/memory_plan.h"
#include "delegates/gpu/self_check/self_check.h"

namespace tflite {
namespace {

constexpr uint64_t kPadding = 16;  // what kernels may touch, see GpuValue

uint64_t Padded(uint64_t bytes) {
  return (bytes + kPadding - 1) / kPadding * kPadding;
}

}  // namespace

// Makes one program, step by step.
class GpuProgramMaker {
 public:
  GpuProgramMaker(std::shared_ptr<GpuDevice> device, GpuGraph graph)
      : device_(std::move(device)),
        graph_(std::move(graph)),
        bindings_(graph_.values.size()),
        program_(new GpuProgram(device_)) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Make() {
    FuseGpuGraph(&graph_);
    AddDummy();
    FinishGpuCalls(&graph_, device_->caps(), dummy_);
    TFLL_RETURN_IF_ERROR(PlaceConstants());
    TFLL_RETURN_IF_ERROR(PlaceInner());
    TFLL_RETURN_IF_ERROR(PlaceBorder());
    for (const GpuCall& call : graph_.calls) {
      TFLL_RETURN_IF_ERROR(Annotate(AddCall(call), call.label));
    }
    for (GpuStep& step : downloads_) steps_.push_back(std::move(step));
    for (const GpuStep& step : steps_) {
      program_->labels_.push_back(
          std::visit([](const auto& s) { return s.label; }, step));
    }
    TFLL_ASSIGN_OR_RETURN(program_->commands_,
                          device_->Record(std::move(steps_)));
    return std::unique_ptr<PartitionProgram>(std::move(program_));
  }

 private:
  // What chains without values are bound to.
  void AddDummy() {
    GpuValue value;
    value.kind = GpuValue::Kind::kConstant;
    value.bytes = kPadding;
    value.data.resize(kPadding);
    dummy_ = static_cast<GpuValueId>(graph_.values.size());
    graph_.values.push_back(std::move(value));
    bindings_.emplace_back();
  }

  uint64_t Alignment() const {
    return std::max<uint64_t>(kPadding, device_->caps().offset_alignment);
  }

  Status PlacePlanned(const GpuMemoryPlan& plan, bool constants) {
    const GpuUse use = constants && device_->caps().unified_memory
                           ? GpuUse::kShared
                           : GpuUse::kDeviceOnly;
    std::vector<std::shared_ptr<GpuBuffer>> buffers;
    for (const uint64_t bytes : plan.buffers) {
      TFLL_ASSIGN_OR_RETURN(auto buffer, device_->Allocate(bytes, use));
      buffers.push_back(std::move(buffer));
    }
    for (size_t v = 0; v < plan.places.size(); ++v) {
      const GpuMemoryPlan::Place& place = plan.places[v];
      if (place.buffer < 0) continue;
      bindings_[v] = {buffers[place.buffer], place.offset,
                      Padded(graph_.values[v].bytes)};
    }
    return OkStatus();
  }

  Status PlaceConstants() {
    TFLL_RETURN_IF_ERROR(PlacePlanned(
        PlanConstants(graph_, Alignment(), device_->caps().max_buffer_bytes),
        /*constants=*/true));
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      GpuValue& value = graph_.values[v];
      if (value.kind != GpuValue::Kind::kConstant) continue;
      if (bindings_[v].buffer != nullptr) {
        TFLL_RETURN_IF_ERROR(
            device_->Write(*bindings_[v].buffer, bindings_[v].offset,
                           value.data.size(), value.data.data()));
      }
      value.data = {};  // twice the weights would be a lot
    }
    return OkStatus();
  }

  Status PlaceInner() {
    return PlacePlanned(
        PlanInnerValues(graph_, Alignment(), device_->caps().max_buffer_bytes),
        /*constants=*/false);
  }

  Status PlaceBorder() {
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GpuValue& value = graph_.values[v];
      const bool input = value.kind == GpuValue::Kind::kInput;
      if (!input && value.kind != GpuValue::Kind::kOutput) continue;
      const uint64_t bytes = Padded(value.bytes);
      const bool shared = device_->caps().unified_memory;
      TFLL_ASSIGN_OR_RETURN(
          auto buffer, device_->Allocate(bytes, shared ? GpuUse::kShared
                                                       : GpuUse::kDeviceOnly));
      bindings_[v] = {buffer, 0, bytes};
      if (!shared) {
        TFLL_ASSIGN_OR_RETURN(buffer, Stage(bindings_[v], input));
      }
      (input ? program_->inputs_ : program_->outputs_)
          .push_back({value.tensor, std::move(buffer)});
    }
    return OkStatus();
  }

  // Memory that the host sees, copied to or from the device's own.
  StatusOr<std::shared_ptr<GpuBuffer>> Stage(const GpuBinding& binding,
                                             bool input) {
    TFLL_ASSIGN_OR_RETURN(
        std::shared_ptr<GpuBuffer> buffer,
        device_->Allocate(binding.bytes,
                          input ? GpuUse::kUpload : GpuUse::kDownload));
    GpuBinding there = binding, here = {buffer, 0, binding.bytes};
    (input ? there : here).written = true;
    if (input) {
      steps_.push_back(GpuCopy{here, there, "upload"});
    } else {
      downloads_.push_back(GpuCopy{there, here, "download"});
    }
    return buffer;
  }

  Status AddCall(const GpuCall& call) {
    std::vector<GpuBinding> buffers;
    for (const GpuOperand& operand : call.operands) {
      buffers.push_back(bindings_[operand.value]);
      buffers.back().written = operand.written;
    }
    if (call.kind == GpuCall::Kind::kCopy) {
      steps_.push_back(GpuCopy{buffers[0], buffers[1], call.label});
      return OkStatus();
    }
    GpuDispatch dispatch;
    TFLL_RETURN_IF_ERROR(CheckGpuKernel(*device_, call.spec));
    TFLL_ASSIGN_OR_RETURN(dispatch.pipeline, device_->Compile(call.spec));
    dispatch.buffers = std::move(buffers);
    dispatch.params = call.params;
    dispatch.groups = call.groups;
    dispatch.label = call.label;
    steps_.push_back(std::move(dispatch));
    return OkStatus();
  }

  const std::shared_ptr<GpuDevice> device_;
  GpuGraph graph_;
  std::vector<GpuBinding> bindings_;  // by value
  std::unique_ptr<GpuProgram> program_;
  std::vector<GpuStep> steps_, downloads_;
  GpuValueId dummy_ = kNoGpuValue;
};

StatusOr<std::unique_ptr<PartitionProgram>> GpuProgram::Create(
    std::shared_ptr<GpuDevice> device, GpuGraph graph) {
  return GpuProgramMaker(std::move(device), std::move(graph)).Make();
}

Status GpuProgram::RunProfiled(const TfLiteContext& context) {
  const auto times = commands_->RunTimed();
  // A device without clocks still computes.
  if (absl::IsUnimplemented(times.status())) return commands_->Run();
  TFLL_RETURN_IF_ERROR(times.status());
  for (size_t i = 0; i < times->size() && i < labels_.size(); ++i) {
    AddStepProfile(context, labels_[i], static_cast<int>(i), (*times)[i]);
  }
  return OkStatus();
}

Status GpuProgram::Run(TfLiteContext* context) {
  for (const Border& border : inputs_) {
    const TfLiteTensor& tensor = context->tensors[border.tensor];
    TFLL_RETURN_IF_ERROR(
        device_->Write(*border.buffer, 0, tensor.bytes, tensor.data.data));
  }
  TFLL_RETURN_IF_ERROR(WantsStepProfile(*context) ? RunProfiled(*context)
                                                  : commands_->Run());
  for (const Border& border : outputs_) {
    const TfLiteTensor& tensor = context->tensors[border.tensor];
    TFLL_RETURN_IF_ERROR(
        device_->Read(*border.buffer, 0, tensor.bytes, tensor.data.data));
  }
  return OkStatus();
}

}  // namespace tflite
