#include "delegates/edgetpu/isa/encoding.h"

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "delegates/edgetpu/isa/fields.h"

namespace tflite::edgetpu {
namespace {

using base::Invalid;
using base::Status;
using base::StatusOr;
using base::StrCat;

constexpr const char* kSpaces[kNumSpaces] = {"input",   "output", "parameters",
                                             "scratch", "store",  "tile"};

void AppendWord(uint32_t word, std::vector<uint8_t>* code) {
  for (int i = 0; i < 4; ++i) code->push_back((word >> (8 * i)) & 255);
}

struct Writer {
  template <typename T>
  void operator()(const char*, const T& field) const {
    if constexpr (std::is_same_v<T, Address>) {
      AppendWord(field.unit | static_cast<uint32_t>(field.space) << 16, code);
      AppendWord(field.offset, code);
    } else {
      AppendWord(static_cast<uint32_t>(field), code);
    }
  }
  std::vector<uint8_t>* code;
};

struct Reader {
  uint32_t Word() const {
    if (*words == 0) {
      *complete = false;
      return 0;
    }
    const uint8_t* p = *at;
    *at += 4;
    --*words;
    return p[0] | uint32_t{p[1]} << 8 | uint32_t{p[2]} << 16 |
           uint32_t{p[3]} << 24;
  }
  template <typename T>
  void operator()(const char*, T& field) const {
    if constexpr (std::is_same_v<T, Address>) {
      const uint32_t place = Word();
      field.unit = place & 0xFFFF;
      if (place >> 16 >= kNumSpaces) {
        *complete = false;
      } else {
        field.space = static_cast<Space>(place >> 16);
      }
      field.offset = Word();
    } else {
      field = static_cast<T>(Word());
    }
  }
  const uint8_t** at;
  uint32_t* words;
  bool* complete;
};

template <size_t... kIndices>
bool MakeDefault(size_t opcode, Instruction* to,
                 std::index_sequence<kIndices...>) {
  return (
      (opcode == kIndices
           ? (*to = std::variant_alternative_t<kIndices, Instruction>(), true)
           : false) ||
      ...);
}

bool MakeDefault(size_t opcode, Instruction* to) {
  return MakeDefault(
      opcode, to, std::make_index_sequence<std::variant_size_v<Instruction>>());
}

std::string FieldText(const Address& a) {
  const bool has_unit = a.space == Space::kInput || a.space == Space::kOutput ||
                        a.space == Space::kTile;
  return StrCat(kSpaces[static_cast<int>(a.space)],
                has_unit ? std::to_string(a.unit) : "", "+", a.offset);
}
std::string FieldText(int64_t value) { return std::to_string(value); }

}  // namespace

void AppendInstruction(const Instruction& instruction,
                       std::vector<uint8_t>* code) {
  const size_t begin = code->size();
  AppendWord(static_cast<uint32_t>(instruction.index()), code);
  std::visit([&](const auto& i) { VisitFields(i, Writer{code}); }, instruction);
  // No instruction has as many as 256 words.
  (*code)[begin + 2] = static_cast<uint8_t>((code->size() - begin) / 4);
}

Status ForEachInstruction(
    absl::Span<const uint8_t> code,
    const std::function<void(const Instruction&)>& function) {
  size_t count = 0;
  for (size_t begin = 0, end = 0; begin < code.size(); begin = end) {
    const uint8_t* at = code.data() + begin;
    const auto fault = [&](const char* what) {
      return Invalid("the instruction at byte ", begin, " ", what);
    };
    if (++count > kMostInstructions) {
      return Invalid("there are more than ", kMostInstructions,
                     " instructions");
    }
    if (code.size() - begin < 4) return fault("is cut off");
    uint32_t words = at[2] | uint32_t{at[3]} << 8;
    if (words == 0 || words > (code.size() - begin) / 4) {
      return fault("is cut off");
    }
    Instruction instruction;
    if (at[1] != 0 || !MakeDefault(at[0], &instruction)) {
      return fault("has an unknown opcode");
    }
    end = begin + size_t{words} * 4;
    --words;
    at += 4;
    bool complete = true;
    std::visit(
        [&](auto& i) {
          VisitFields(i, Reader{&at, &words, &complete});
        },
        instruction);
    if (!complete || words != 0) return fault("has the wrong fields");
    function(instruction);
  }
  return base::OkStatus();
}

StatusOr<std::vector<Instruction>> DecodeInstructions(
    absl::Span<const uint8_t> code) {
  std::vector<Instruction> instructions;
  TFLL_RETURN_IF_ERROR(ForEachInstruction(
      code, [&](const Instruction& i) { instructions.push_back(i); }));
  return instructions;
}

uint64_t TransferredBytes(absl::Span<const Instruction> instructions) {
  std::array<std::vector<uint8_t>, std::variant_size_v<Instruction>> kept;
  for (size_t opcode = 0; opcode < kept.size(); ++opcode) {
    Instruction usual;
    MakeDefault(opcode, &usual);
    AppendInstruction(usual, &kept[opcode]);
  }
  uint64_t words = 0;
  std::vector<uint8_t> code;
  for (const Instruction& instruction : instructions) {
    code.clear();
    AppendInstruction(instruction, &code);
    std::vector<uint8_t>& last = kept[instruction.index()];
    ++words;
    for (size_t at = 4; at < code.size(); at += 4) {
      words += std::memcmp(&code[at], &last[at], 4) != 0 ? 1 : 0;
    }
    last.swap(code);
  }
  return 4 * words;
}

std::string Disassemble(const Instruction& instruction) {
  std::string text = kMnemonics[instruction.index()];
  const auto plain = [](const auto& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, Address>) {
      return FieldText(field);
    } else {
      return FieldText(int64_t{field});
    }
  };
  Instruction usual;
  MakeDefault(instruction.index(), &usual);
  std::vector<std::string> defaults;
  std::visit(
      [&](const auto& i) {
        VisitFields(i, [&](const char*, const auto& field) {
          defaults.push_back(plain(field));
        });
      },
      usual);
  size_t n = 0;
  std::visit(
      [&](const auto& i) {
        VisitFields(i, [&](const char* name, const auto& field) {
          const std::string value = plain(field);
          if (value != defaults[n++]) text += StrCat(" ", name, "=", value);
        });
      },
      instruction);
  return text;
}

}  // namespace tflite::edgetpu
