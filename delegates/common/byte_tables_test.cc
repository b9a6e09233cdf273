#include "delegates/common/byte_tables.h"

#include "gtest/gtest.h"

namespace tflite::delegates {
namespace {

TEST(ByteTables, EntriesAreInTheOrderOfStoredBytes) {
  const auto negated = [](int32_t x) { return -x; };
  EXPECT_EQ(ByteTable(/*is_signed=*/true, negated)[0xff], 1);
  EXPECT_EQ(ByteTable(/*is_signed=*/false, negated)[0xff], 0x01);
  const auto halved = [](int32_t x) { return x / 2; };
  EXPECT_EQ(ByteTable(/*is_signed=*/true, halved)[0xfe], 0xff);
  EXPECT_EQ(ByteTable(/*is_signed=*/false, halved)[0xfe], 0x7f);
}

TEST(ByteTables, TheFirstOperandOfAPairChangesFastest) {
  const auto difference = [](int32_t x, int32_t y) { return (x - y) / 2; };
  const auto of_signed = BytePairTable(/*is_signed=*/true, difference);
  EXPECT_EQ(of_signed[10 + 256 * 4], 3);
  EXPECT_EQ(of_signed[10 + 256 * 0xfe], 6);
  EXPECT_EQ(BytePairTable(/*is_signed=*/false, difference)[0xfe + 256 * 4],
            125);
}

// Devices read as many, and no more.
TEST(ByteTables, HaveAnEntryForEachOperand) {
  const auto zero = [](auto...) { return 0; };
  for (const bool is_signed : {false, true}) {
    EXPECT_EQ(ByteTable(is_signed, zero).size(), 256u);
    EXPECT_EQ(BytePairTable(is_signed, zero).size(), 65536u);
  }
}

TEST(ByteTables, PiecesAreRequantizedAndClipped) {
  Concatenation op;
  op.type = kTfLiteInt8;
  op.out_zero_point = 1;
  Concatenation::Piece piece{};
  piece.scale = 2.0f;
  piece.bias = 0.5f;
  const std::vector<uint8_t> table = PieceTable(op, piece);
  EXPECT_EQ(table[3], 8);                             // round(6.5) + 1
  EXPECT_EQ(table[100], 127);                         // clipped
  EXPECT_EQ(static_cast<int8_t>(table[0x9c]), -128);  // -100, clipped
  op.type = kTfLiteUInt8;
  piece.bias = -20.5f;
  const std::vector<uint8_t> unsigned_table = PieceTable(op, piece);
  EXPECT_EQ(unsigned_table[3], 0);       // clipped
  EXPECT_EQ(unsigned_table[100], 181);   // round(179.5) + 1
  EXPECT_EQ(unsigned_table[0x9c], 255);  // clipped
}

}  // namespace
}  // namespace tflite::delegates
