#include "delegates/edgetpu/simulator/simulator.h"

#include <atomic>
#include <utility>

#include "delegates/edgetpu/isa/check.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/simulator/execute.h"
#include "delegates/edgetpu/simulator/order.h"
#include "delegates/edgetpu/simulator/timing.h"

namespace tflite::edgetpu {
namespace {

// The host's memory of a program; anything larger is a damaged one.
constexpr uint64_t kMostScratch = uint64_t{1} << 31;

Status CheckLayers(const Program& program, size_t instructions) {
  size_t next = 0;
  for (const ProgramLayer& layer : program.layers) {
    if (layer.first_instruction != next ||
        layer.num_instructions > instructions - next) {
      return Invalid("layer '", layer.name,
                     "' does not follow the one before it");
    }
    next += layer.num_instructions;
  }
  if (next == instructions) return OkStatus();
  return Invalid("the last ", instructions - next,
                 " instructions belong to no layer");
}

// Regions are for people and tools, who rely on them.
Status CheckRegions(const Program& program) {
  const MemoryMap& memory = program.memory;
  for (const MemoryRegion& region : memory.regions) {
    uint64_t size = 0;
    if (region.space == Space::kTile) {
      size = memory.tile;
    } else if (region.space == Space::kStore) {
      size = memory.store;
    } else if (region.space == Space::kScratch) {
      size = memory.scratch;
    } else {
      return Invalid("the memory map has a region in no memory of its own");
    }
    if (region.bytes > size || region.offset > size - region.bytes) {
      return Invalid("the memory map has a region of ", region.bytes,
                     " bytes at ", region.offset, " of a memory of ", size);
    }
    if (region.first_layer > region.last_layer ||
        region.last_layer >= program.layers.size()) {
      return Invalid("the memory map has a region for layers ",
                     region.first_layer, " to ", region.last_layer, " of ",
                     program.layers.size());
    }
  }
  return OkStatus();
}

Status CheckMemory(const Program& program) {
  const MemoryMap& memory = program.memory;
  const auto store =
      static_cast<uint64_t>(program.target.parameter_store_bytes);
  if (memory.store > store) {
    return Invalid("the program needs ", memory.store,
                   " bytes of the parameter store, which has ", store);
  }
  const auto tile = static_cast<uint64_t>(program.target.tile_memory_bytes);
  if (memory.tile > tile) {
    return Invalid("the program needs ", memory.tile,
                   " bytes of each tile's memory, which has ", tile);
  }
  if (memory.parameters != program.parameters.size()) {
    return Invalid("the program has ", program.parameters.size(),
                   " bytes of parameters in place of ", memory.parameters);
  }
  if (memory.scratch > kMostScratch) {
    return Invalid("the program needs ", memory.scratch,
                   " bytes of the host's memory");
  }
  return CheckRegions(program);
}

StatusOr<std::vector<Instruction>> Decoded(const std::vector<uint8_t>& code,
                                           const Program& program) {
  TFLL_ASSIGN_OR_RETURN(std::vector<Instruction> instructions,
                        DecodeInstructions(code));
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Status status =
        CheckInstruction(instructions[i], program.target, program.memory);
    if (status.ok()) continue;
    return Annotate(status, StrCat("instruction ", i, ", '",
                                   Disassemble(instructions[i]), "'"));
  }
  return instructions;
}

uint64_t NextNumber() {
  static std::atomic<uint64_t> next{0};
  return next++;
}

}  // namespace

Simulator::Simulator(Program program, std::shared_ptr<ParameterStore> store)
    : program_(std::move(program)),
      store_(std::move(store)),
      number_(NextNumber()) {}

StatusOr<std::unique_ptr<Simulator>> Simulator::Create(
    Program given, std::shared_ptr<ParameterStore> store) {
  if (store == nullptr) store = std::make_shared<ParameterStore>();
  std::unique_ptr<Simulator> simulator(
      new Simulator(std::move(given), std::move(store)));
  const Program& program = simulator->program_;
  TFLL_RETURN_IF_ERROR(CheckTarget(program.target));
  TFLL_RETURN_IF_ERROR(CheckMemory(program));
  TFLL_ASSIGN_OR_RETURN(simulator->load_, Decoded(program.load_code, program));
  TFLL_ASSIGN_OR_RETURN(simulator->run_, Decoded(program.code, program));
  TFLL_RETURN_IF_ERROR(CheckLayers(program, simulator->run_.size()));
  simulator->store_use_ = StoreUseOf(simulator->load_, simulator->run_);
  return simulator;
}

Status Simulator::Run(std::vector<absl::Span<const uint8_t>> inputs,
                      std::vector<absl::Span<uint8_t>> outputs) {
  if (memories_ == nullptr) {
    TFLL_ASSIGN_OR_RETURN(memories_, Memories::Create(program_, store_.get()));
  }
  TFLL_RETURN_IF_ERROR(memories_->Bind(std::move(inputs), std::move(outputs)));
  if (store_->Enter(program_.caching_token, number_, store_use_)) {
    for (const Instruction& i : load_) {
      Execute(i, program_.target, memories_.get());
    }
    ++loads_;
  }
  for (const Instruction& i : run_) {
    Execute(i, program_.target, memories_.get());
  }
  return OkStatus();
}

Status Simulator::CheckOrder() const {
  return edgetpu::CheckOrder(run_, program_.target);
}

Status Simulator::CheckStore() const {
  const auto found = OverwritesParameters(store_use_, run_);
  if (!found.has_value()) return OkStatus();
  return Invalid("instruction ", *found, ", '", Disassemble(run_[*found]),
                 "': it overwrites parameters that are to stay in the store");
}

RunReport Simulator::Time() const { return TimeProgram(program_, run_); }

uint64_t Simulator::LoadCycles() const {
  return edgetpu::LoadCycles(load_, program_.target);
}

}  // namespace tflite::edgetpu
