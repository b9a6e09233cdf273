#include "kernels/table/table.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kTable =
    MakeOpFunctions<&BindTable, &EvalTableReference>();

TEST(TableBind, RejectsOneInput_C1) {
  OpTest test;
  test.Input<int8_t>({1}, {1}).Output<int8_t>();
  EXPECT_TRUE(Violates(test.Run(kTable), "C1"));
}

TEST(TableBind, RejectsTypes_C2) {
  OpTest value;
  value.Input<uint8_t>({1}, {1}).Const<int8_t>({256}, std::vector<int8_t>(256));
  value.Output<int8_t>();
  EXPECT_TRUE(Violates(value.Run(kTable), "C2"));
  OpTest table;
  table.Input<int8_t>({1}, {1}).Const<int16_t>({256},
                                               std::vector<int16_t>(256));
  table.Output<int8_t>();
  EXPECT_TRUE(Violates(table.Run(kTable), "C2"));
}

TEST(TableBind, RejectsTablesOfAnotherLength_C3) {
  OpTest bytes;
  bytes.Input<int8_t>({1}, {1}).Const<int8_t>({255}, std::vector<int8_t>(255));
  bytes.Output<int8_t>();
  EXPECT_TRUE(Violates(bytes.Run(kTable), "C3"));
  OpTest words;
  words.Input<int16_t>({1}, {1}).Const<int16_t>({256},
                                                std::vector<int16_t>(256));
  words.Output<int16_t>();
  EXPECT_TRUE(Violates(words.Run(kTable), "C3"));
}

TEST(Table, BytesIndexAsUnsigned) {
  std::vector<int16_t> table(256);
  for (int i = 0; i < 256; ++i) table[i] = static_cast<int16_t>(100 * i);
  OpTest test;
  test.Input<int8_t>({2, 2}, {0, 127, -128, -1}).Const<int16_t>({256}, table);
  test.Output<int16_t>();
  ASSERT_TRUE(IsOk(test.Run(kTable)));
  EXPECT_EQ(test.OutShape(), Shape({2, 2}));
  EXPECT_TRUE(test.OutputIs({0, 12700, 12800, 25500}));
}

TEST(Table, WordsAreInterpolated) {
  std::vector<int16_t> table(513);
  table[0] = -5;
  table[256] = 1000;
  table[257] = 2000;
  table[511] = 32767;
  table[512] = -32768;
  OpTest test;
  test.Input<int16_t>({6}, {-32768, 0, 64, 1, -1, 32767})
      .Const<int16_t>({513}, table);
  test.Output<int16_t>();
  ASSERT_TRUE(IsOk(test.Run(kTable)));
  // 1000 * 1 / 128 = 7.8; 1000 * 127 / 128 = 992.2; -65535 * 127 / 128 =
  // -65023.0
  EXPECT_TRUE(test.OutputIs({-5, 1000, 1500, 1008, 992, -32256}));
}

TEST(Table, WithoutElements) {
  OpTest test;
  test.Input<int8_t>({0}, {}).Const<int8_t>({256}, std::vector<int8_t>(256));
  test.Output<int8_t>();
  ASSERT_TRUE(IsOk(test.Run(kTable)));
  EXPECT_EQ(test.OutShape(), Shape({0}));
}

}  // namespace
}  // namespace tflite::kernels
