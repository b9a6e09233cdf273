#include "delegates/edgetpu/isa/check.h"

#include <string>

#include "delegates/edgetpu/isa/fields.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

MemoryMap Memory() {
  MemoryMap memory;
  memory.inputs = {1000};
  memory.outputs = {1000};
  memory.parameters = 1000;
  memory.scratch = 1000;
  memory.store = 1000;
  return memory;
}

Status Checked(const Instruction& instruction) {
  return CheckInstruction(instruction, DefaultTarget(), Memory());
}

void ExpectError(const Instruction& instruction, const std::string& part) {
  const Status status = Checked(instruction);
  EXPECT_TRUE(base::IsInvalid(status)) << part;
  EXPECT_NE(status.message().find(part), std::string_view::npos) << status;
}

// 3x3 positions of 8 lanes at the very end of tile memory.
Multiply MultiplyAtEnd() {
  Multiply m;
  m.window.rows = m.window.columns = 3;
  m.window.kernel_rows = m.window.kernel_columns = 2;
  m.window.height = m.window.width = 4;
  m.window.row_bytes = 32;
  m.window.column_bytes = 8;
  m.depth = 2;
  m.lanes = 8;
  m.flags = kStart;
  const uint32_t end = 196608;
  m.input = end - 4 * 4 * 8;
  m.weights = end - 4 * 2 * 4 * 8;
  m.bias = end - 4 * 8;
  m.accumulators = end - 9 * 8 * 4;
  return m;
}

TEST(Check, TheLastByteMayBeUsed) {
  EXPECT_TRUE(Checked(MultiplyAtEnd()).ok()) << Checked(MultiplyAtEnd());
}

TEST(Check, TileMemoryIsNeverExceeded) {
  for (auto field : {&Multiply::input, &Multiply::weights, &Multiply::bias,
                     &Multiply::accumulators}) {
    Multiply m = MultiplyAtEnd();
    m.*field += 1;
    ExpectError(m, "of a memory of 196608");
  }
  Multiply m = MultiplyAtEnd();
  m.tile = 16;
  ExpectError(m, "tile 16 of 16");
}

TEST(Check, SizesDoNotOverflow) {
  Multiply m = MultiplyAtEnd();
  m.window.height = 1u << 24;
  m.window.row_bytes = 0xFFFFFFFF;
  ExpectError(m, "input covers");
  m = MultiplyAtEnd();
  m.window.rows = m.window.columns = 1u << 24;
  ExpectError(m, "too many operations");
  m = MultiplyAtEnd();
  m.window.kernel_rows = 0xFFFFFFFF;
  ExpectError(m, "kernel_rows");
  m = MultiplyAtEnd();
  m.lanes = 65;
  ExpectError(m, "65 lanes");
}

TEST(Check, TransfersStayInTheirMemories) {
  Dma d;
  d.from = {Space::kParameters, 0, 500};
  d.to = {Space::kTile, 15, 0};
  d.row_bytes = 500;
  EXPECT_TRUE(Checked(d).ok()) << Checked(d);
  d.row_bytes = 501;
  ExpectError(d, "from covers");
  d.row_bytes = 500;
  d.copies = 2;
  ExpectError(d, "more tiles than there are");
  d.copies = 1;
  d.to = {Space::kStore, 0, 501};
  ExpectError(d, "to covers");
  d.to = {Space::kInput, 0, 0};
  ExpectError(d, "may not be written");
  d.to = {Space::kOutput, 1, 0};
  ExpectError(d, "tensor 1 of 1");
  d.to = {Space::kScratch, 1, 0};
  ExpectError(d, "has a unit");
}

TEST(Check, EnginesExist) {
  EXPECT_TRUE(Checked(Sync{0xFFFF | kLinkEngine, kRingEngine}).ok());
  ExpectError(Sync{1u << 16, 0}, "engine");
}

// No default instruction does anything: counts of 0 are errors.
TEST(Check, CountsOfZeroAreErrors) {
  const Instruction empty[] = {Dma{}, Multiply{}, Requantize{}, Pool{},
                               Add{}, Lookup{},   Fill{}};
  for (const Instruction& instruction : empty) {
    ExpectError(instruction, "is 0");
  }
}

}  // namespace
}  // namespace tflite::edgetpu
