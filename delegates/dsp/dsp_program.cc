#include "delegates/dsp/dsp_program.h"

#include <algorithm>
#include <utility>

#include "delegates/common/host/step_profile.h"
#include "delegates/common/memory_plan.h"
#include "delegates/dsp/session/device_clock.h"
#include "delegates/dsp/wire/check.h"

namespace tflite::dsp {
namespace {

uint64_t Aligned(uint64_t bytes) {
  return (bytes + kPieceAlignment - 1) & ~uint64_t{kPieceAlignment - 1};
}

// The size of a value including the memory that kernels may access behind it.
uint64_t Spaced(uint64_t bytes) { return Aligned(bytes) + kPieceSlack; }

uint64_t ProgramBytes(const DspGraph& graph) {
  uint64_t bytes = sizeof(ProgramHeader);
  for (const DspStep& step : graph.steps) {
    bytes += sizeof(StepHeader) + step.params.size();
  }
  return bytes;
}

// Of the steps that are divided (skel/parts.h), these need scratch memory.
bool IsDivided(Opcode opcode) {
  return opcode == Opcode::kConv2d || opcode == Opcode::kDepthwiseConv2d ||
         opcode == Opcode::kFullyConnected;
}

uint64_t ScratchOf(const DspGraph& graph, uint32_t threads) {
  uint64_t bytes = 0;
  for (const DspStep& step : graph.steps) {
    const uint64_t whole = Aligned(step.scratch_bytes);
    bytes = std::max(bytes, IsDivided(step.opcode) ? whole * threads : whole);
  }
  return bytes;
}

Piece& PieceAt(DspStep& step, uint32_t at) {
  return *reinterpret_cast<Piece*>(step.params.data() + at);
}
const Piece& PieceAt(const DspStep& step, uint32_t at) {
  return *reinterpret_cast<const Piece*>(step.params.data() + at);
}

// The memory that a program needs in addition to its constants, per value. The
// last element is the scratch memory.
struct MemoryNeeds {
  std::vector<uint64_t> bytes;
  std::vector<Lifetime> lifetimes;
};

MemoryNeeds NeedsOf(const DspGraph& graph, uint32_t threads) {
  const size_t values = graph.values.size();
  const int end = static_cast<int>(graph.steps.size());
  MemoryNeeds needs;
  needs.lifetimes.resize(values);
  for (int i = 0; i < end; ++i) {
    for (const uint32_t at : graph.steps[i].pieces) {
      Lifetime& l = needs.lifetimes[PieceAt(graph.steps[i], at).offset];
      if (!l.is_used()) l.first = i;
      l.last = i;
    }
  }
  for (size_t v = 0; v < values; ++v) {
    const DspValue& value = graph.values[v];
    needs.bytes.push_back(Spaced(value.bytes));
    Lifetime& l = needs.lifetimes[v];
    switch (value.kind) {
      case DspValue::Kind::kInner:
        break;
      case DspValue::Kind::kInput:
        l.first = 0;
        break;
      case DspValue::Kind::kOutput:
        l.last = end;
        break;
      case DspValue::Kind::kState:
        l = {0, end};
        break;
      case DspValue::Kind::kConstant:
        l = {};
        break;
    }
  }
  needs.bytes.push_back(Spaced(ScratchOf(graph, threads)));
  needs.lifetimes.push_back({0, end});
  return needs;
}

DeviceClock::Reading ReadingOf(const Counts& counts) {
  return {counts.packets, counts.instructions, counts.vector_instructions};
}

// The counts of the steps, if the guest counts. They are equal in every run.
std::string CountsText(const RunReply& reply) {
  static const auto* const kClock =
      new DeviceClock({"packets", "instructions", "of vectors"});
  const std::string text =
      kClock->Text(ReadingOf(reply.before), ReadingOf(reply.after));
  return text.empty() ? "" : text + ": ";
}

// For errors: the nodes of the partition by their first outputs.
std::string NodesOf(const DspGraph& graph) {
  return StrCat("the partition from '", graph.nodes.front(), "' to '",
                graph.nodes.back(), "'");
}

}  // namespace

StatusOr<std::unique_ptr<PartitionProgram>> DspProgram::Create(
    std::shared_ptr<DspDevices> devices, std::shared_ptr<DspDevice> device,
    DspGraph graph) {
  std::unique_ptr<DspProgram> program(
      new DspProgram(std::move(devices), std::move(device)));
  std::vector<Piece> places(graph.values.size());
  TFLL_RETURN_IF_ERROR(program->Place(graph, &places));
  TFLL_RETURN_IF_ERROR(program->Write(std::move(graph), places));
  return std::unique_ptr<PartitionProgram>(std::move(program));
}

Status DspProgram::Place(const DspGraph& graph, std::vector<Piece>* places) {
  TFLL_RETURN_IF_ERROR(
      Annotate(PlaceConstants(graph, ProgramBytes(graph), places),
               StrCat("constants of ", NodesOf(graph))));
  TFLL_RETURN_IF_ERROR(Annotate(PlaceOthers(graph, places),
                                StrCat("values of ", NodesOf(graph))));
  NoteBorder(graph, *places);
  return OkStatus();
}

Status DspProgram::PlaceConstants(const DspGraph& graph, uint64_t program_bytes,
                                  std::vector<Piece>* places) {
  uint64_t bytes = Spaced(program_bytes);
  // By the elements: of 4 GiB and more, the size does not fit the value.
  for (const DspValue& value : graph.values) {
    if (value.kind == DspValue::Kind::kConstant) {
      bytes += Spaced(value.data.size());
    }
  }
  TFLL_ASSIGN_OR_RETURN(constants_, device_->arena().Allocate(bytes));
  uint64_t at = constants_.offset();
  program_ = {static_cast<uint32_t>(at), static_cast<uint32_t>(program_bytes)};
  at += Spaced(program_bytes);
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const DspValue& value = graph.values[v];
    if (value.kind != DspValue::Kind::kConstant) continue;
    (*places)[v] = {static_cast<uint32_t>(at), value.bytes};
    std::copy(value.data.begin(), value.data.end(), device_->base() + at);
    at += Spaced(value.bytes);
  }
  return OkStatus();
}

Status DspProgram::PlaceOthers(const DspGraph& graph,
                               std::vector<Piece>* places) {
  const MemoryNeeds needs = NeedsOf(graph, device_->threads());
  const Piece fast = device_->fast();
  MemoryLimits limits;
  limits.alignment = kPieceAlignment;
  limits.regions = {fast.bytes};
  TFLL_ASSIGN_OR_RETURN(const MemoryPlan plan,
                        PlanMemory(needs.bytes, needs.lifetimes, limits));
  if (plan.buffers.size() > 1) {
    TFLL_ASSIGN_OR_RETURN(values_, device_->arena().Allocate(plan.buffers[1]));
  }
  const auto piece = [&](size_t v, uint64_t bytes) -> Piece {
    const MemoryPlan::Place& place = plan.places[v];
    const uint64_t base = place.buffer == 0 ? fast.offset : values_.offset();
    return {static_cast<uint32_t>(base + place.offset),
            static_cast<uint32_t>(bytes)};
  };
  for (size_t v = 0; v < graph.values.size(); ++v) {
    if (plan.places[v].buffer < 0) continue;
    (*places)[v] = piece(v, graph.values[v].bytes);
  }
  scratch_ = piece(graph.values.size(), ScratchOf(graph, device_->threads()));
  return OkStatus();
}

void DspProgram::NoteBorder(const DspGraph& graph,
                            const std::vector<Piece>& places) {
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const DspValue& value = graph.values[v];
    const Border border = {value.tensor, places[v]};
    const bool state = value.kind == DspValue::Kind::kState;
    if (state || value.kind == DspValue::Kind::kInput) {
      inputs_.push_back(border);
    }
    if (state || value.kind == DspValue::Kind::kOutput) {
      outputs_.push_back(border);
    }
  }
}

Status DspProgram::Write(DspGraph graph, const std::vector<Piece>& places) {
  uint8_t* at = device_->base() + program_.offset;
  const ProgramHeader header = {kProgramMagic, kWireVersion, program_.bytes,
                                static_cast<uint32_t>(graph.steps.size()),
                                scratch_};
  std::memcpy(at, &header, sizeof(header));
  at += sizeof(header);
  for (DspStep& step : graph.steps) {
    for (const uint32_t piece : step.pieces) {
      PieceAt(step, piece) = places[PieceAt(step, piece).offset];
    }
    const StepHeader step_header = {step.opcode,
                                    static_cast<uint32_t>(step.params.size())};
    std::memcpy(at, &step_header, sizeof(step_header));
    at += sizeof(step_header);
    std::memcpy(at, step.params.data(), step.params.size());
    at += step.params.size();
    step_nodes_.push_back(step.node);
  }
  nodes_ = std::move(graph.nodes);
  ProgramReader reader(program_, device_->base(),
                       static_cast<uint32_t>(device_->memory_bytes()));
  while (reader.Next()) {
  }
  if (reader.fault() == Fault::kNone) return OkStatus();
  return Internal("step ", reader.step(), ", of '",
                  nodes_[step_nodes_[reader.step()]],
                  "': ", FaultText(reader.fault()));
}

Status DspProgram::CopyIn(TfLiteContext* context) const {
  for (const std::vector<Border>* borders : {&inputs_, &outputs_}) {
    for (const Border& border : *borders) {
      const TfLiteTensor& tensor = context->tensors[border.tensor];
      if (tensor.bytes != border.piece.bytes || tensor.data.data == nullptr) {
        return Internal("tensor '", tensor.name == nullptr ? "" : tensor.name,
                        "' has ", tensor.bytes, " bytes in place of ",
                        border.piece.bytes);
      }
    }
  }
  for (const Border& border : inputs_) {
    std::memcpy(device_->base() + border.piece.offset,
                context->tensors[border.tensor].data.data, border.piece.bytes);
  }
  return OkStatus();
}

void DspProgram::CopyOut(TfLiteContext* context) const {
  for (const Border& border : outputs_) {
    std::memcpy(context->tensors[border.tensor].data.data,
                device_->base() + border.piece.offset, border.piece.bytes);
  }
}

Status DspProgram::RunMeasured(TfLiteContext* context) {
  const auto steps = static_cast<uint32_t>(step_nodes_.size());
  for (uint32_t first = 0; first < steps;) {
    uint32_t end = first;
    while (end < steps && step_nodes_[end] == step_nodes_[first]) ++end;
    const HostTimer timer;
    TFLL_ASSIGN_OR_RETURN(const RunReply reply,
                          device_->Run(program_, first, end - first));
    const uint64_t nanoseconds = timer.Nanoseconds();
    const int node = step_nodes_[first];
    AddStepProfile(*context, CountsText(reply) + nodes_[node], node,
                   nanoseconds);
    first = end;
  }
  return OkStatus();
}

Status DspProgram::Run(TfLiteContext* context) {
  std::lock_guard<std::mutex> lock(device_->mutex());
  TFLL_RETURN_IF_ERROR(CopyIn(context));
  if (devices_->options().profile && WantsStepProfile(*context)) {
    TFLL_RETURN_IF_ERROR(RunMeasured(context));
  } else {
    const auto steps = static_cast<uint32_t>(step_nodes_.size());
    TFLL_RETURN_IF_ERROR(device_->Run(program_, 0, steps).status());
  }
  CopyOut(context);
  devices_->NoteSuccess();
  return OkStatus();
}

}  // namespace tflite::dsp
