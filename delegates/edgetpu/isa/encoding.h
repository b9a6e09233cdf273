#ifndef DELEGATES_EDGETPU_ISA_ENCODING_H_
#define DELEGATES_EDGETPU_ISA_ENCODING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite::edgetpu {

// An instruction is a sequence of little-endian 32-bit words: the opcode, which
// is its index in kMnemonics, in the lowest byte and the number of words in the
// two highest bytes of the first one, then its fields in the order of fields.h.
// An Address takes two words: unit and space (upper half), and offset.
void AppendInstruction(const Instruction& instruction,
                       std::vector<uint8_t>* code);

// Of a stream. Decoded, they take ten times as much memory as the shortest ones
// take in the stream, and a file may hold millions in a few bytes.
constexpr size_t kMostInstructions = size_t{1} << 24;

// Calls the function for the instructions of a whole stream, in order. Invalid,
// naming the byte, if it is damaged, or if there are too many. Values of fields
// are not checked: see check.h.
base::Status ForEachInstruction(
    absl::Span<const uint8_t> code,
    const std::function<void(const Instruction&)>& function);
base::StatusOr<std::vector<Instruction>> DecodeInstructions(
    absl::Span<const uint8_t> code);

// The bytes of a stream on its way to the device, which keeps the last
// instruction of each opcode: a word with the opcode and a bit for each word
// that differs from it, then those words.
uint64_t TransferredBytes(absl::Span<const Instruction> instructions);

// "multiply tile=3 input=0x100 rows=7 …"; fields that have the value of a
// default instruction are left out.
std::string Disassemble(const Instruction& instruction);

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_ISA_ENCODING_H_
