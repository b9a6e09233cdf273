#include "delegates/edgetpu/isa/encoding.h"

#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/edgetpu/isa/fields.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

// Fields are all different, so that a swap shows.
template <typename T>
Instruction Numbered() {
  T instruction;
  uint32_t next = 1;
  VisitFields(instruction, [&](const char*, auto& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, Address>) {
      field.space = static_cast<Space>(next % kNumSpaces);
      field.unit = static_cast<uint16_t>(next++);
      field.offset = next++;
    } else {
      field = static_cast<std::decay_t<decltype(field)>>(next++);
    }
  });
  return instruction;
}

template <size_t... kIndices>
std::vector<Instruction> AllOf(std::index_sequence<kIndices...>) {
  return {Numbered<std::variant_alternative_t<kIndices, Instruction>>()...};
}
std::vector<Instruction> All() {
  return AllOf(std::make_index_sequence<std::variant_size_v<Instruction>>());
}

std::vector<uint8_t> Encoded(const std::vector<Instruction>& instructions) {
  std::vector<uint8_t> code;
  for (const Instruction& i : instructions) AppendInstruction(i, &code);
  return code;
}

TEST(Encoding, DecodingGivesTheInstructionsBack) {
  const std::vector<uint8_t> code = Encoded(All());
  const auto decoded = DecodeInstructions(code);
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  ASSERT_EQ(decoded->size(), All().size());
  for (size_t i = 0; i < decoded->size(); ++i) {
    EXPECT_EQ(Disassemble((*decoded)[i]), Disassemble(All()[i]));
  }
  EXPECT_EQ(Encoded(*decoded), code);
}

TEST(Encoding, IsTheDocumentedOne) {
  const std::vector<uint8_t> expected = {1, 0, 3, 0, 5, 0, 0, 0, 0, 0, 0, 0x80};
  EXPECT_EQ(Encoded({Sync{5, kRingEngine}}), expected);
}

TEST(Encoding, TheDisassemblerNamesFieldsThatAreSet) {
  Dma d;
  d.from = {Space::kStore, 0, 256};
  d.to = {Space::kTile, 3, 64};
  d.row_bytes = 128;
  EXPECT_EQ(Disassemble(d), "dma from=store+256 to=tile3+64 row_bytes=128");
  Multiply m;
  m.input_zero_point = -5;
  EXPECT_EQ(Disassemble(m), "multiply input_zero_point=-5");
}

TEST(Encoding, TheDeviceKeepsTheLastInstructionOfAnOpcode) {
  EXPECT_EQ(TransferredBytes({}), 0u);
  const std::vector<Instruction> usual = {Multiply{}, Dma{}};
  EXPECT_EQ(TransferredBytes(usual), 2 * 4u);
  Multiply m;
  m.tile = 1;
  m.depth = 7;
  // Both fields, then one of them, with another opcode in between.
  std::vector<Instruction> stream = {m, Sync{}};
  EXPECT_EQ(TransferredBytes(stream), (1 + 2 + 1) * 4u);
  m.tile = 2;
  stream.push_back(m);
  EXPECT_EQ(TransferredBytes(stream), (1 + 2 + 1 + 1 + 1) * 4u);
}

TEST(Encoding, EveryCutIsAnError) {
  const std::vector<uint8_t> code = Encoded({Numbered<Multiply>()});
  for (size_t size = 1; size < code.size(); ++size) {
    EXPECT_FALSE(
        DecodeInstructions(absl::MakeConstSpan(code.data(), size)).ok())
        << size;
  }
}

TEST(Encoding, DamagedHeadersAreErrors) {
  const std::vector<uint8_t> code = Encoded({Sync{1, 2}});
  const auto with = [&](size_t at, uint8_t value) {
    std::vector<uint8_t> damaged = code;
    damaged[at] = value;
    return DecodeInstructions(damaged).status();
  };
  EXPECT_TRUE(with(4, 9).ok());
  EXPECT_NE(with(0, 200).message().find("unknown opcode"), std::string::npos);
  EXPECT_NE(with(1, 1).message().find("unknown opcode"), std::string::npos);
  EXPECT_NE(with(2, 2).message().find("wrong fields"), std::string::npos);
  EXPECT_NE(with(2, 0).message().find("cut off"), std::string::npos);
  EXPECT_NE(with(3, 1).message().find("cut off"), std::string::npos);
  // A space that does not exist.
  std::vector<uint8_t> dma = Encoded({Dma{}});
  dma[6] = kNumSpaces;
  EXPECT_FALSE(DecodeInstructions(dma).ok());
}

TEST(Encoding, AStreamHasALimit) {
  const std::vector<uint8_t> one = Encoded({Sync{1, 2}});
  std::vector<uint8_t> code;
  code.reserve((kMostInstructions + 1) * one.size());
  for (size_t i = 0; i <= kMostInstructions; ++i) {
    code.insert(code.end(), one.begin(), one.end());
  }
  size_t count = 0;
  const auto status =
      ForEachInstruction(code, [&](const Instruction&) { ++count; });
  EXPECT_EQ(status.message(), "there are more than 16777216 instructions");
  EXPECT_EQ(count, kMostInstructions);
}

TEST(Encoding, MutatedStreamsNeverCrash) {
  const std::vector<uint8_t> code = Encoded(All());
  std::mt19937 random(7);
  int refused = 0;
  for (int n = 0; n < 20000; ++n) {
    std::vector<uint8_t> damaged = code;
    for (int i = 0; i < 3; ++i) {
      damaged[random() % damaged.size()] = static_cast<uint8_t>(random());
    }
    refused += DecodeInstructions(damaged).ok() ? 0 : 1;
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace tflite::edgetpu
