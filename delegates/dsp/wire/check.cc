#include "delegates/dsp/wire/check.h"

#include "delegates/dsp/wire/check_steps.h"
#include "delegates/dsp/wire/scratch.h"

namespace tflite::dsp {
namespace {

template <typename Params>
Fault CheckParams(const uint8_t* params, uint32_t bytes,
                  const CheckedMemory& memory) {
  if (bytes != sizeof(Params)) return Fault::kParams;
  const auto& p = *reinterpret_cast<const Params*>(params);
  const Fault fault = CheckStep(p, memory);
  if (fault != Fault::kNone) return fault;
  return ScratchBytes(p) > memory.scratch.bytes ? Fault::kScratch
                                                : Fault::kNone;
}

Fault CheckOne(Opcode opcode, const uint8_t* params, uint32_t bytes,
               const CheckedMemory& memory) {
  switch (opcode) {
#define TFLL_DSP_CASE(Name) \
  case Opcode::k##Name:     \
    return CheckParams<Name##Params>(params, bytes, memory);
    TFLL_DSP_STEPS(TFLL_DSP_CASE)
#undef TFLL_DSP_CASE
  }
  return Fault::kOpcode;
}

uint64_t RoundedEnd(const Piece& piece) {
  return (uint64_t{piece.offset} + piece.bytes + kPieceAlignment - 1) /
         kPieceAlignment * kPieceAlignment;
}

}  // namespace

bool IsInside(const Piece& piece, const CheckedMemory& memory) {
  const uint64_t end = RoundedEnd(piece);
  const auto is_beside = [&](const Piece& other) {
    return end <= other.offset || piece.offset >= RoundedEnd(other);
  };
  return is_beside(memory.program) && is_beside(memory.scratch) &&
         piece.offset % kPieceAlignment == 0 && piece.offset >= kPieceSlack &&
         end + kPieceSlack <= memory.bytes;
}

ProgramReader::ProgramReader(const Piece& program, const uint8_t* base,
                             uint32_t bytes)
    : memory_{base, bytes, {0, 0}, {0, 0}} {
  if (!IsInside(program, memory_) || program.bytes < sizeof(ProgramHeader)) {
    fault_ = Fault::kProgram;
    return;
  }
  at_ = base + program.offset;
  const auto& header = *reinterpret_cast<const ProgramHeader*>(at_);
  if (header.magic != kProgramMagic || header.version != kWireVersion ||
      header.bytes != program.bytes) {
    fault_ = Fault::kProgram;
    return;
  }
  memory_.program = program;
  if (header.scratch.bytes != 0 && !IsInside(header.scratch, memory_)) {
    fault_ = Fault::kBounds;
    return;
  }
  memory_.scratch = header.scratch;
  steps_ = header.steps;
  left_ = program.bytes - static_cast<uint32_t>(sizeof(header));
  at_ += sizeof(header);
  if (steps_ == 0 && left_ != 0) fault_ = Fault::kProgram;
}

bool ProgramReader::Advance() {
  if (fault_ != Fault::kNone || step_ == steps_) return false;
  fault_ = Fault::kProgram;
  if (left_ < sizeof(StepHeader)) return false;
  const auto& step = *reinterpret_cast<const StepHeader*>(at_);
  left_ -= static_cast<uint32_t>(sizeof(step));
  if (step.bytes > left_ || step.bytes % 4 != 0) return false;
  left_ -= step.bytes;
  if (step_ + 1 == steps_ && left_ != 0) return false;
  fault_ = Fault::kNone;
  opcode_ = step.opcode;
  params_ = at_ + sizeof(step);
  params_bytes_ = step.bytes;
  at_ = params_ + step.bytes;
  return true;
}

bool ProgramReader::Skip() {
  if (!Advance()) return false;
  ++step_;
  return true;
}

bool ProgramReader::Next() {
  if (!Advance()) return false;
  fault_ = CheckOne(opcode_, params_, params_bytes_, memory_);
  if (fault_ != Fault::kNone) return false;
  ++step_;
  return true;
}

}  // namespace tflite::dsp
