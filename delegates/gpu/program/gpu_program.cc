#include "delegates/gpu/program/gpu_program.h"

#include <algorithm>
#include <map>
#include <utility>

#include "delegates/common/host/step_profile.h"
#include "delegates/common/memory_plan.h"
#include "delegates/gpu/device/device_checks.h"
#include "delegates/gpu/program/gpu_constants.h"
#include "tensorflow_lite_lite/base/strings.h"

namespace tflite::gpu {
// Creates one program.
class GpuProgramMaker {
 public:
  GpuProgramMaker(const GpuEnvironment& environment, SettledGpuGraph settled)
      : device_(environment.device),
        settled_(std::move(settled)),
        graph_(settled_.graph),
        program_(new GpuProgram(environment)) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Make(
      const TfLiteContext& context) {
    for (const GpuCall& call : graph_.calls) {
      TFLL_RETURN_IF_ERROR(CheckGpuLimits(graph_, call, device_->caps()));
    }
    bindings_.resize(graph_.values.size());
    TFLL_RETURN_IF_ERROR(PlacePlanned());
    TFLL_RETURN_IF_ERROR(PlaceFaults());
    PlaceBorder();
    TFLL_RETURN_IF_ERROR(CompileAndWriteConstants());
    for (const GpuCall& call : graph_.calls) AddCall(call);
    // Reports memory errors early. Invalid handles are not errors yet: they may
    // be replaced before the first run.
    const Status settled = program_->Settle(context);
    if (!settled.ok() && !IsInvalid(settled)) return settled;
    return std::unique_ptr<PartitionProgram>(std::move(program_));
  }

 private:
  Status PlacePlanned() {
    MemoryLimits limits;
    limits.alignment =
        std::max<uint64_t>(kGpuPadding, device_->caps().offset_alignment);
    limits.most_bytes = device_->caps().max_buffer_bytes;
    const std::vector<Lifetime> lifetimes = LifetimesOf(graph_);
    TFLL_ASSIGN_OR_RETURN(const MemoryPlan constants,
                          PlanConstants(graph_.values, lifetimes, limits));
    TFLL_RETURN_IF_ERROR(Place(constants, HostAndKernels(device_->caps())));
    TFLL_ASSIGN_OR_RETURN(const MemoryPlan inner,
                          PlanInnerValues(graph_.values, lifetimes, limits));
    return Place(inner, GpuUse::kDeviceOnly);
  }

  Status Place(const MemoryPlan& plan, GpuUse use) {
    std::vector<std::shared_ptr<GpuBuffer>> buffers;
    for (const uint64_t bytes : plan.buffers) {
      auto buffer = device_->Allocate(bytes, use);
      TFLL_RETURN_IF_ERROR(NameLargest(buffer.status(), graph_.values, plan,
                                       static_cast<int>(buffers.size())));
      buffers.push_back(*std::move(buffer));
    }
    for (size_t v = 0; v < plan.places.size(); ++v) {
      const MemoryPlan::Place& place = plan.places[v];
      if (place.buffer < 0) continue;
      bindings_[v] = {buffers[place.buffer], place.offset,
                      PaddedGpuBytes(graph_.values[v].bytes)};
    }
    return OkStatus();
  }

  // Writes constants on the threads that compile, in parallel.
  Status CompileAndWriteConstants() {
    GpuConstants constants(device_.get(), &graph_);
    TFLL_RETURN_IF_ERROR(constants.Start(bindings_));
    const Status compiled =
        CompileGpuKernels(*device_, &settled_, constants.TakeJobs());
    TFLL_RETURN_IF_ERROR(constants.Finish());
    return compiled;
  }

  Status PlaceFaults() {
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GpuValue& value = graph_.values[v];
      if (value.kind != GpuValue::Kind::kFaults) continue;
      const std::vector<uint8_t> zeros(PaddedGpuBytes(value.bytes));
      TFLL_ASSIGN_OR_RETURN(
          auto buffer,
          device_->Allocate(zeros.size(), HostAndKernels(device_->caps())));
      TFLL_RETURN_IF_ERROR(
          device_->Write(*buffer, 0, zeros.size(), zeros.data()));
      bindings_[v] = {buffer, 0, zeros.size()};
      program_->fault_words_ = std::move(buffer);
      program_->faults_ = graph_.faults;
    }
    return OkStatus();
  }

  void PlaceBorder() {
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GpuValue& value = graph_.values[v];
      if (value.kind != GpuValue::Kind::kInput &&
          value.kind != GpuValue::Kind::kOutput) {
        continue;
      }
      border_of_.emplace(static_cast<GpuValueId>(v), program_->borders_.size());
      program_->borders_.emplace_back(value, device_);
    }
  }

  void AddCall(const GpuCall& call) {
    std::vector<GpuStep>& steps = program_->calls_;
    std::vector<GpuBinding> buffers;
    for (const GpuOperand& operand : call.operands) {
      const auto border = border_of_.find(operand.value);
      if (border != border_of_.end()) {
        program_->uses_.push_back(
            {steps.size(), buffers.size(), border->second});
      }
      buffers.push_back(bindings_[operand.value]);
      buffers.back().written = operand.written;
    }
    if (call.kind == GpuCall::Kind::kCopy) {
      steps.push_back(GpuCopy{buffers[0], buffers[1], call.label});
      return;
    }
    GpuDispatch dispatch;
    dispatch.pipeline = settled_.pipelines.at(call.spec);
    dispatch.buffers = std::move(buffers);
    dispatch.params = call.params;
    dispatch.groups = call.groups;
    dispatch.label = call.label;
    steps.push_back(std::move(dispatch));
  }

  const std::shared_ptr<GpuDevice> device_;
  SettledGpuGraph settled_;
  GpuGraph& graph_;                   // of settled_
  std::vector<GpuBinding> bindings_;  // indexed by value; empty for the
                                      // boundary
  std::map<GpuValueId, size_t> border_of_;
  std::unique_ptr<GpuProgram> program_;
};

StatusOr<std::unique_ptr<PartitionProgram>> GpuProgram::Create(
    const GpuEnvironment& environment, TfLiteContext* context,
    SettledGpuGraph settled) {
  return GpuProgramMaker(environment, std::move(settled)).Make(*context);
}

GpuCopy GpuProgram::CopyOf(const GpuBorder& border) const {
  GpuBinding inner = border.inner();
  inner.bytes = border.outer().bytes;
  if (border.is_input()) return {border.outer(), inner, "upload"};
  return {inner, border.outer(), "download"};
}

Status GpuProgram::Record() {
  std::vector<GpuStep> steps;
  copies_.resize(borders_.size());
  const auto add_copies = [&](bool inputs) {
    for (size_t b = 0; b < borders_.size(); ++b) {
      if (borders_[b].is_input() != inputs || !borders_[b].has_copy()) continue;
      copies_[b] = steps.size();
      steps.push_back(CopyOf(borders_[b]));
    }
  };
  add_copies(true);
  first_call_ = steps.size();
  steps.insert(steps.end(), calls_.begin(), calls_.end());
  for (const Use& use : uses_) {
    GpuBinding* binding =
        BindingAt(&steps[first_call_ + use.call], use.operand);
    const bool written = binding->written;
    *binding = borders_[use.border].inner();
    binding->written = written;
  }
  add_copies(false);
  labels_.clear();
  for (const GpuStep& step : steps) {
    labels_.push_back(std::visit([](const auto& s) { return s.label; }, step));
  }
  TFLL_ASSIGN_OR_RETURN(commands_,
                        environment_.device->Record(std::move(steps)));
  return OkStatus();
}

Status GpuProgram::Rebind(const std::vector<bool>& changed) {
  std::vector<GpuRebinding> changes;
  for (const Use& use : uses_) {
    if (!changed[use.border]) continue;
    changes.push_back(
        {first_call_ + use.call, use.operand, borders_[use.border].inner()});
  }
  for (size_t b = 0; b < borders_.size(); ++b) {
    if (!changed[b] || !borders_[b].has_copy()) continue;
    const GpuCopy copy = CopyOf(borders_[b]);
    changes.push_back({copies_[b], 0, copy.from});
    changes.push_back({copies_[b], 1, copy.to});
  }
  return changes.empty() ? OkStatus() : commands_->Rebind(changes);
}

Status GpuProgram::Settle(const TfLiteContext& context) {
  std::vector<bool> changed(borders_.size());
  bool any = false;
  for (size_t b = 0; b < borders_.size(); ++b) {
    GpuBorder& border = borders_[b];
    const TfLiteTensor& tensor = context.tensors[border.tensor()];
    const bool had_copy = border.has_copy();
    auto settled = border.Settle(tensor, environment_);
    if (!settled.ok()) {
      commands_ = nullptr;
      return Annotate(settled.status(),
                      StrCat("tensor ", border.tensor(), " '",
                             tensor.name == nullptr ? "" : tensor.name, "'"));
    }
    changed[b] = *settled;
    any = any || changed[b];
    if (border.has_copy() != had_copy) commands_ = nullptr;
  }
  if (!any && commands_ != nullptr) return OkStatus();
  Status bound = CheckApart(borders_);
  if (bound.ok()) bound = commands_ == nullptr ? Record() : Rebind(changed);
  // The next call starts anew, even if nothing has changed by then.
  if (!bound.ok()) commands_ = nullptr;
  return bound;
}

Status GpuProgram::Prepare(TfLiteContext*) {
  for (GpuBorder& border : borders_) border.Forget();
  return OkStatus();
}

Status GpuProgram::RunProfiled(const TfLiteContext& context) {
  const auto times = commands_->RunTimed();
  // A device that cannot measure time still computes.
  if (IsUnsupported(times.status())) return commands_->Run();
  TFLL_RETURN_IF_ERROR(times.status());
  for (size_t i = 0; i < times->size(); ++i) {
    AddStepProfile(context, labels_[i], static_cast<int>(i), (*times)[i]);
  }
  return OkStatus();
}

Status GpuProgram::CheckFaults() {
  if (fault_words_ == nullptr) return OkStatus();
  std::vector<uint32_t> words(faults_.size());
  const uint64_t bytes = words.size() * sizeof(uint32_t);
  TFLL_RETURN_IF_ERROR(
      environment_.device->Read(*fault_words_, 0, bytes, words.data()));
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == 0) continue;
    // In case the program runs again.
    const std::vector<uint32_t> zeros(words.size());
    TFLL_RETURN_IF_ERROR(
        environment_.device->Write(*fault_words_, 0, bytes, zeros.data()));
    return Invalid(faults_[i]);
  }
  return OkStatus();
}

Status GpuProgram::RunCommands(const TfLiteContext& context) {
  for (GpuBorder& border : borders_) {
    TFLL_RETURN_IF_ERROR(border.Start(context.tensors[border.tensor()]));
  }
  TFLL_RETURN_IF_ERROR(WantsStepProfile(context) ? RunProfiled(context)
                                                 : commands_->Run());
  return CheckFaults();
}

Status GpuProgram::Run(TfLiteContext* context) {
  // If this fails, the CPU's nodes take over and must also read inputs from
  // their buffers.
  for (const GpuBorder& border : borders_) {
    TfLiteTensor& tensor = context->tensors[border.tensor()];
    if (HandleOfDelegate(tensor, environment_.delegate) !=
        kTfLiteNullBufferHandle) {
      tensor.data_is_stale = true;
    }
  }
  TFLL_RETURN_IF_ERROR(Settle(*context));
  Status ran = RunCommands(*context);
  for (size_t b = 0; ran.ok() && b < borders_.size(); ++b) {
    ran = borders_[b].Finish(&context->tensors[borders_[b].tensor()],
                             environment_.delegate);
  }
  if (!ran.ok()) {
    for (GpuBorder& border : borders_) border.Abandon();
  }
  return ran;
}

}  // namespace tflite::gpu
