#include "delegates/edgetpu/isa/check.h"

#include <cstdint>
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
  memory.tile = 196608;
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

// The least and the greatest value of a field are legal, their neighbours are
// not.
template <typename I, typename T>
void ExpectLimits(const I& instruction, T I::*field, int64_t least,
                  int64_t greatest, const std::string& error) {
  I changed = instruction;
  for (const int64_t value : {least, greatest}) {
    changed.*field = static_cast<T>(value);
    EXPECT_TRUE(Checked(changed).ok()) << value << ": " << Checked(changed);
  }
  for (const int64_t value : {least - 1, greatest + 1}) {
    changed.*field = static_cast<T>(value);
    ExpectError(changed, error);
  }
}

// The same for the low and the high end of a range that an instruction clamps
// to, and for a range that is empty.
template <typename I>
void ExpectRangeLimits(I instruction) {
  instruction.min = -128;
  instruction.max = 255;
  EXPECT_TRUE(Checked(instruction).ok()) << Checked(instruction);
  instruction.min = -129;
  ExpectError(instruction, "clamps to [-129, 255]");
  instruction.min = -128;
  instruction.max = 256;
  ExpectError(instruction, "clamps to [-128, 256]");
  instruction.min = instruction.max = 7;
  EXPECT_TRUE(Checked(instruction).ok());
  instruction.max = 6;
  ExpectError(instruction, "clamps to [7, 6]");
}

TEST(Check, LimitsOfAdd) {
  Add add;
  add.count = 1;
  ExpectLimits(add, &Add::shift, 0, 20, "shift is");
  for (auto field : {&Add::x_shift, &Add::y_shift, &Add::factor_shift})
    ExpectLimits(add, field, -31, 30, "a shift is");
  for (auto field : {&Add::x_zero_point, &Add::y_zero_point, &Add::zero_point})
    ExpectLimits(add, field, -128, 255, "a zero point is");
  ExpectLimits(add, &Add::count, 1, 196608, "");
  ExpectLimits(add, &Add::flags, 0, kSigned, "flags are");
  ExpectRangeLimits(add);
  for (auto field : {&Add::x, &Add::y, &Add::output})
    ExpectLimits(add, field, 0, 196607, "of a memory of 196608");
}

TEST(Check, LimitsOfMultiply) {
  const Multiply m = MultiplyAtEnd();
  ExpectLimits(m, &Multiply::input_zero_point, -128, 255, "input_zero_point");
  ExpectLimits(m, &Multiply::weights_zero_point, -128, 255,
               "weights_zero_point");
  Multiply flags = m;
  flags.flags = kSigned | kSignedWeights | kStart;
  EXPECT_TRUE(Checked(flags).ok()) << Checked(flags);
  flags.flags |= kAverage;
  ExpectError(flags, "flags are");
  // A lane reads itself alone.
  Multiply lanewise = m;
  lanewise.flags |= kLanewise;
  ExpectError(lanewise, "depth is 2");
  lanewise.depth = 1;
  EXPECT_TRUE(Checked(lanewise).ok()) << Checked(lanewise);
  for (auto field : {&Window::height, &Window::width, &Window::stride_rows,
                     &Window::stride_columns, &Window::dilation_rows,
                     &Window::dilation_columns, &Window::rows, &Window::columns,
                     &Window::kernel_rows, &Window::kernel_columns}) {
    for (const uint32_t value : {0u, (1u << 24) + 1}) {
      Multiply changed = m;
      changed.window.*field = value;
      ExpectError(changed, " is " + std::to_string(value));
    }
  }
}

TEST(Check, LimitsOfPool) {
  Pool pool;
  pool.lanes = 1;
  pool.window.kernel_rows = 1 << 12;
  pool.window.kernel_columns = 1 << 10;
  EXPECT_TRUE(Checked(pool).ok()) << Checked(pool);
  // As many operations as one instruction may have.
  Pool most = pool;
  most.window.rows = 1 << 10;
  EXPECT_TRUE(Checked(most).ok()) << Checked(most);
  ++most.window.rows;
  ExpectError(most, "it does too many operations");
  ++pool.window.kernel_rows;
  ExpectError(pool, "its window is too large");
  pool.window.kernel_rows = 1;
  ExpectRangeLimits(pool);
  pool.flags = kSigned | kAverage;
  EXPECT_TRUE(Checked(pool).ok()) << Checked(pool);
  for (const uint32_t flag : {kSignedWeights, kStart, kLanewise}) {
    pool.flags = flag;
    ExpectError(pool, "flags are");
  }
  pool.flags = 0;
  for (auto field : {&Pool::input, &Pool::output})
    ExpectLimits(pool, field, 0, 196607, "of a memory of 196608");
}

TEST(Check, LimitsOfTheOthers) {
  Requantize r;
  r.lanes = 1;
  ExpectRangeLimits(r);
  ExpectLimits(r, &Requantize::zero_point, -128, 255, "zero_point is");
  ExpectLimits(r, &Requantize::accumulators, 0, 196604, "accumulators covers");
  ExpectLimits(r, &Requantize::scales, 0, 196600, "scales covers");
  ExpectLimits(r, &Requantize::output, 0, 196607, "output covers");
  Lookup lookup;
  lookup.count = 1;
  ExpectLimits(lookup, &Lookup::table, 0, 196352, "table covers");
  ExpectLimits(lookup, &Lookup::input, 0, 196607, "input covers");
  ExpectLimits(lookup, &Lookup::output, 0, 196607, "output covers");
  Fill fill;
  fill.row_bytes = 1;
  ExpectLimits(fill, &Fill::value, 0, 255, "value is");
  ExpectLimits(fill, &Fill::output, 0, 196607, "output covers");
  fill.rows = 3;
  fill.row_bytes = 8;
  ExpectLimits(fill, &Fill::stride, 0, 98300, "");
}

TEST(Check, LimitsOfProductAndExtreme) {
  Product product;
  product.count = 1;
  ExpectLimits(product, &Product::factor_shift, -31, 30, "a shift is");
  for (auto field :
       {&Product::x_zero_point, &Product::y_zero_point, &Product::zero_point})
    ExpectLimits(product, field, -128, 255, "a zero point is");
  for (auto field : {&Product::x, &Product::y, &Product::output})
    ExpectLimits(product, field, 0, 196607, "of a memory of 196608");
  ExpectLimits(product, &Product::count, 1, 196608, "");
  ExpectLimits(product, &Product::flags, 0, kSigned, "flags are");
  ExpectRangeLimits(product);
  Extreme extreme;
  extreme.count = 1;
  for (auto field : {&Extreme::x, &Extreme::y, &Extreme::output})
    ExpectLimits(extreme, field, 0, 196607, "of a memory of 196608");
  ExpectLimits(extreme, &Extreme::count, 1, 196608, "");
  extreme.flags = kSigned | kMaximum;
  EXPECT_TRUE(Checked(extreme).ok()) << Checked(extreme);
  ExpectRangeLimits(extreme);
  extreme.flags |= kAverage;
  ExpectError(extreme, "flags are");
}

TEST(Check, LimitsOfNormalize) {
  Normalize n;
  n.count = 1;
  ExpectLimits(n, &Normalize::zero_point, -128, 255, "zero_point is");
  ExpectRangeLimits(n);
  ExpectLimits(n, &Normalize::reals, 0, 195584, "reals covers");
  ExpectLimits(n, &Normalize::input, 0, 196607, "input covers");
  ExpectLimits(n, &Normalize::output, 0, 196607, "output covers");
  ExpectLimits(n, &Normalize::count, 1, 196608, "");
  n.rows = 3;
  n.count = 8;
  ExpectLimits(n, &Normalize::input_row_bytes, 0, 98300, "input covers");
  ExpectLimits(n, &Normalize::output_row_bytes, 0, 98300, "output covers");
}

TEST(Check, LimitsOfBlend) {
  Blend b;
  b.lanes = 1;
  ExpectLimits(b, &Blend::flags, 0, kSigned, "flags are");
  ExpectLimits(b, &Blend::input, 0, 196607, "input covers");
  ExpectLimits(b, &Blend::output, 0, 196607, "output covers");
  ExpectLimits(b, &Blend::row_taps, 0, 196596, "row_taps covers");
  ExpectLimits(b, &Blend::column_taps, 0, 196596, "column_taps covers");
  for (auto field : {&Blend::rows, &Blend::columns, &Blend::lanes,
                     &Blend::height, &Blend::width}) {
    Blend changed = b;
    changed.*field = 0;
    ExpectError(changed, " is 0");
  }
  // 12 bytes of taps for each row and column.
  b.rows = 3;
  b.columns = 2;
  ExpectLimits(b, &Blend::row_taps, 0, 196572, "row_taps covers");
  ExpectLimits(b, &Blend::column_taps, 0, 196584, "column_taps covers");
  ExpectLimits(b, &Blend::output_row_bytes, 0, 98303, "output covers");
  ExpectLimits(b, &Blend::output_column_bytes, 0, 196607, "output covers");
  b.height = 3;
  b.width = 2;
  ExpectLimits(b, &Blend::row_bytes, 0, 98303, "input covers");
  ExpectLimits(b, &Blend::column_bytes, 0, 196607, "input covers");
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
