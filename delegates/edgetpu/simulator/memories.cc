#include "delegates/edgetpu/simulator/memories.h"

#include <algorithm>
#include <utility>

namespace tflite::edgetpu {

StatusOr<std::unique_ptr<Memories>> Memories::Create(const Program& program,
                                                     ParameterStore* store) {
  std::unique_ptr<Memories> memories(new Memories(program, store));
  bool complete = store->Grow(program.memory.store);
  const auto allocated = [&](uint64_t bytes) {
    Block block(
        static_cast<uint8_t*>(std::calloc(std::max<uint64_t>(bytes, 1), 1)));
    complete = complete && block != nullptr;
    return block;
  };
  memories->scratch_ = allocated(program.memory.scratch);
  for (int t = 0; t < program.target.num_tiles(); ++t) {
    memories->tiles_.push_back(allocated(program.memory.tile));
  }
  if (complete) return memories;
  return base::ResourceExhausted("no memory for the simulated device");
}

Status Memories::Bind(std::vector<absl::Span<const uint8_t>> inputs,
                      std::vector<absl::Span<uint8_t>> outputs) {
  const auto check = [](const char* what, const auto& spans,
                        const std::vector<uint64_t>& sizes) -> Status {
    if (spans.size() != sizes.size()) {
      return Invalid("there are ", spans.size(), " ", what, "s in place of ",
                     sizes.size());
    }
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (spans[i].size() == sizes[i]) continue;
      return Invalid(what, " ", i, " has ", spans[i].size(),
                     " bytes in place of ", sizes[i]);
    }
    return OkStatus();
  };
  TFLL_RETURN_IF_ERROR(check("input", inputs, program_.memory.inputs));
  TFLL_RETURN_IF_ERROR(check("output", outputs, program_.memory.outputs));
  inputs_ = std::move(inputs);
  outputs_ = std::move(outputs);
  return OkStatus();
}

const uint8_t* Memories::Read(const Address& at) const {
  switch (at.space) {
    case Space::kInput:
      return inputs_[at.unit].data() + at.offset;
    case Space::kParameters:
      return program_.parameters.data() + at.offset;
    default:
      return const_cast<Memories*>(this)->Write(at);
  }
}

uint8_t* Memories::Write(const Address& at) {
  switch (at.space) {
    case Space::kOutput:
      return outputs_[at.unit].data() + at.offset;
    case Space::kScratch:
      return scratch_.get() + at.offset;
    case Space::kStore:
      return store_.bytes() + at.offset;
    default:
      return tiles_[at.unit].get() + at.offset;
  }
}

}  // namespace tflite::edgetpu
