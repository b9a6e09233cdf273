#include "delegates/dsp/wire/check.h"

#include "delegates/dsp/wire/check_steps.h"
#include "delegates/dsp/wire/scratch.h"

namespace tflite::dsp {
namespace {

template <typename Params>
Fault CheckParams(const uint8_t* params, uint32_t bytes,
                  const CheckedMemory& memory, uint32_t scratch_bytes) {
  if (bytes != sizeof(Params)) return Fault::kParams;
  const auto& p = *reinterpret_cast<const Params*>(params);
  const Fault fault = CheckStep(p, memory);
  if (fault != Fault::kNone) return fault;
  return ScratchBytes(p) > scratch_bytes ? Fault::kScratch : Fault::kNone;
}

Fault CheckOne(const StepHeader& step, const uint8_t* params,
               const CheckedMemory& memory, uint32_t scratch_bytes) {
  switch (step.opcode) {
#define TFLL_DSP_CASE(Name) \
  case Opcode::k##Name:     \
    return CheckParams<Name##Params>(params, step.bytes, memory, scratch_bytes);
    TFLL_DSP_STEPS(TFLL_DSP_CASE)
#undef TFLL_DSP_CASE
  }
  return Fault::kOpcode;
}

}  // namespace

bool IsInside(const Piece& piece, const CheckedMemory& memory) {
  const uint64_t end =
      (uint64_t{piece.offset} + piece.bytes + kPieceAlignment - 1) /
      kPieceAlignment * kPieceAlignment;
  return piece.offset % kPieceAlignment == 0 && piece.offset >= kPieceSlack &&
         end + kPieceSlack <= memory.bytes;
}

CheckResult CheckProgram(const Piece& program, const CheckedMemory& memory) {
  if (!IsInside(program, memory) || program.bytes < sizeof(ProgramHeader)) {
    return {Fault::kProgram, 0};
  }
  const uint8_t* at = memory.base + program.offset;
  const auto& header = *reinterpret_cast<const ProgramHeader*>(at);
  if (header.magic != kProgramMagic || header.version != kWireVersion ||
      header.bytes != program.bytes) {
    return {Fault::kProgram, 0};
  }
  if (header.scratch.bytes != 0 && !IsInside(header.scratch, memory)) {
    return {Fault::kBounds, 0};
  }
  uint32_t left = program.bytes - sizeof(ProgramHeader);
  at += sizeof(ProgramHeader);
  for (uint32_t i = 0; i < header.steps; ++i) {
    if (left < sizeof(StepHeader)) return {Fault::kProgram, i};
    const auto& step = *reinterpret_cast<const StepHeader*>(at);
    at += sizeof(StepHeader);
    left -= sizeof(StepHeader);
    if (step.bytes > left || step.bytes % 4 != 0) return {Fault::kProgram, i};
    const Fault fault = CheckOne(step, at, memory, header.scratch.bytes);
    if (fault != Fault::kNone) return {fault, i};
    at += step.bytes;
    left -= step.bytes;
  }
  return {left == 0 ? Fault::kNone : Fault::kProgram, header.steps};
}

}  // namespace tflite::dsp
