// Each instruction on small memories, with results by hand.
#include "delegates/edgetpu/simulator/execute.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "delegates/edgetpu/isa/arithmetic.h"
#include "delegates/edgetpu/simulator/instruction_test_fixture.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

using ExecuteTest = InstructionTest;

TEST_F(ExecuteTest, MultiplyStartsWithTheBiasAndGoesOn) {
  Put<int8_t>(0, {1, 2, 3, 4});
  // Two lanes of four weights.
  Put<int8_t>(64, {1, 0, 0, 0, -1, 1, 1, 1});
  Put<int32_t>(128, {100, 200});
  Multiply m;
  m.weights = 64;
  m.bias = 128;
  m.accumulators = 192;
  m.lanes = 2;
  m.flags = kStart | kSigned | kSignedWeights;
  m.input_zero_point = 1;
  Run(m);
  EXPECT_EQ(Get<int32_t>(192, 2), (std::vector<int32_t>{100, 206}));
  m.flags &= ~kStart;
  Run(m);
  EXPECT_EQ(Get<int32_t>(192, 2), (std::vector<int32_t>{100, 212}));
}

TEST_F(ExecuteTest, LanewiseMultiplySkipsTapsOutside) {
  // A row of three positions of two lanes, a filter of three taps.
  Put<uint8_t>(0, {1, 10, 2, 20, 3, 30});
  Put<uint8_t>(64, {1, 1, 10, 10, 100, 100});
  Multiply m;
  m.weights = 64;
  m.bias = 128;
  m.accumulators = 192;
  m.lanes = 2;
  m.flags = kStart | kLanewise;
  m.window.columns = m.window.width = m.window.kernel_columns = 3;
  m.window.column_bytes = 2;
  m.window.first_column = -1;
  Run(m);
  EXPECT_EQ(Get<int32_t>(192, 6),
            (std::vector<int32_t>{210, 2100, 321, 3210, 32, 320}));
}

TEST_F(ExecuteTest, RequantizeClampsAndStrides) {
  Put<int32_t>(0, {10, -10, 1000, 3});
  // Halves: factor 2^30 and shift 0.
  Put<int32_t>(64, {1 << 30, 0, 1 << 30, 0});
  Requantize r;
  r.scales = 64;
  r.output = 128;
  r.columns = 2;
  r.lanes = 2;
  r.column_bytes = 3;
  r.zero_point = 1;
  r.min = -128;
  r.max = 127;
  Run(r);
  EXPECT_EQ(Get<int8_t>(128, 5), (std::vector<int8_t>{6, -4, 0, 127, 3}));
}

TEST_F(ExecuteTest, RequantizeRoundsHalvesAwayFromZeroOrUp) {
  Put<int32_t>(0, {-6, -2, 2, 6});
  // Quarters: factor 2^30 and shift -1.
  Put<int32_t>(64, {1 << 30, -1});
  Requantize r;
  r.scales = 64;
  r.output = 128;
  r.columns = 4;
  r.lanes = r.column_bytes = 1;
  r.min = -128;
  r.max = 127;
  Run(r);
  EXPECT_EQ(Get<int8_t>(128, 4), (std::vector<int8_t>{-2, -1, 1, 2}));
  Run(RequantizeUp{r});
  EXPECT_EQ(Get<int8_t>(128, 4), (std::vector<int8_t>{-1, 0, 1, 2}));
}

TEST_F(ExecuteTest, PoolReducesWhatIsInside) {
  Put<int8_t>(0, {-7, 2, 5});
  Pool p;
  p.output = 64;
  p.lanes = 1;
  p.window.columns = p.window.width = 3;
  p.window.kernel_columns = 2;
  p.window.column_bytes = p.output_column_bytes = 1;
  p.flags = kSigned;
  p.min = -128;
  p.max = 127;
  Run(p);
  EXPECT_EQ(Get<int8_t>(64, 3), (std::vector<int8_t>{2, 5, 5}));
  p.flags |= kAverage;
  Run(p);
  // -2.5 rounds away from zero.
  EXPECT_EQ(Get<int8_t>(64, 3), (std::vector<int8_t>{-3, 4, 5}));
  // Windows outside give 0, within the range.
  p.window.first_column = 3;
  for (const uint32_t flags : {kSigned, kSigned | kAverage}) {
    p.flags = flags;
    p.min = -128;
    Run(p);
    EXPECT_EQ(Get<int8_t>(64, 3), (std::vector<int8_t>{0, 0, 0}));
    p.min = 4;
    Run(p);
    EXPECT_EQ(Get<int8_t>(64, 3), (std::vector<int8_t>{4, 4, 4}));
  }
}

TEST_F(ExecuteTest, TransfersGoToSeveralTiles) {
  Put<uint8_t>(0, {1, 2, 3, 4, 5, 6});
  Dma d;
  d.from = {Space::kTile, 0, 0};
  d.to = {Space::kTile, 3, 10};
  d.row_bytes = 1;
  d.rows = 3;
  d.from_row = 2;
  d.to_row = 1;
  d.copies = 2;
  Run(d);
  for (const uint32_t tile : {3, 4}) {
    EXPECT_EQ(memories_->Tile(tile)[11], 3) << tile;
    EXPECT_EQ(memories_->Tile(tile)[12], 5) << tile;
  }
  EXPECT_EQ(memories_->Tile(5)[11], 0);
}

TEST_F(ExecuteTest, AddSubtracts) {
  Put<int8_t>(0, {10, -20});
  Put<int8_t>(16, {3, 5});
  Add a;
  a.y = 16;
  a.output = 32;
  a.count = 2;
  a.flags = kSigned | kNegative;
  a.shift = 10;
  a.x_factor = a.y_factor = a.factor = 1 << 30;
  a.x_shift = a.y_shift = 1;  // 1
  a.factor_shift = -9;        // 2^-10
  a.min = -128;
  a.max = 127;
  Run(a);
  EXPECT_EQ(Get<int8_t>(32, 2), (std::vector<int8_t>{7, -25}));
}

TEST_F(ExecuteTest, ProductSubtractsZeroPointsAndClamps) {
  Put<uint8_t>(0, {10, 200, 0});
  Put<uint8_t>(16, {6, 255, 255});
  Product p;
  p.y = 16;
  p.output = 32;
  p.count = 3;
  p.x_zero_point = 2;
  p.y_zero_point = 1;
  p.zero_point = 4;
  p.factor = 1 << 30;  // 1/2
  p.max = 250;
  Run(p);
  EXPECT_EQ(Get<uint8_t>(32, 3), (std::vector<uint8_t>{24, 250, 0}));
}

TEST_F(ExecuteTest, ExtremeIsOfSignedOrUnsignedBytes) {
  Put<uint8_t>(0, {1, 200});
  Put<uint8_t>(16, {2, 100});
  Extreme e;
  e.y = 16;
  e.output = 32;
  e.count = 2;
  e.flags = kMaximum;
  e.max = 255;
  Run(e);
  EXPECT_EQ(Get<uint8_t>(32, 2), (std::vector<uint8_t>{2, 200}));
  e.flags = kSigned;
  e.min = -128;
  e.max = 127;
  Run(e);
  EXPECT_EQ(Get<uint8_t>(32, 2), (std::vector<uint8_t>{1, 200}));
}

TEST_F(ExecuteTest, NormalizeDividesByTheSumOfARow) {
  // Byte x represents log(x): exponentials are in the proportion of the bytes.
  std::vector<float> reals(256);
  for (size_t x = 1; x < reals.size(); ++x) {
    reals[x] = std::log(static_cast<float>(x));
  }
  Put<float>(1024, reals);
  Put<uint8_t>(0, {1, 1, 2, 0, 3, 3, 6, 0});
  const float one = 1, scale = 1.0f / 64;
  Normalize n;
  n.output = 64;
  n.reals = 1024;
  n.rows = 2;
  n.count = 3;
  n.input_row_bytes = n.output_row_bytes = 4;
  std::memcpy(&n.beta, &one, sizeof(one));
  std::memcpy(&n.scale, &scale, sizeof(scale));
  n.zero_point = -100;
  n.min = -128;
  n.max = 127;
  Run(n);
  EXPECT_EQ(Get<int8_t>(64, 7),
            (std::vector<int8_t>{-84, -84, -68, 0, -84, -84, -68}));
}

TEST_F(ExecuteTest, BlendMixesFourPositionsAndClampsTaps) {
  Put<int8_t>(0, {0, 100, 40, -60});  // two rows of two
  // Halfway in between; above the first row; a quarter.
  Put<int32_t>(64, {0, 1, 512, -7, 0, 512});
  Put<int32_t>(128, {0, 1, 256});
  Blend b;
  b.output = 200;
  b.row_taps = 64;
  b.column_taps = 128;
  b.rows = 2;
  b.lanes = 1;
  b.height = b.width = 2;
  b.row_bytes = 2;
  b.column_bytes = 1;
  b.output_row_bytes = 1;
  b.flags = kSigned;
  Run(b);
  // (25 + 15) / 2 and 25.
  EXPECT_EQ(Get<int8_t>(200, 2), (std::vector<int8_t>{20, 25}));
  // Below the last row, and weights beyond 0 and 1.
  Put<int32_t>(64, {0, 9, 5000, 1, 0, -3});
  Put<int32_t>(128, {9, 0, 0});
  Run(b);
  EXPECT_EQ(Get<int8_t>(200, 2), (std::vector<int8_t>{-60, -60}));
}

TEST(Arithmetic, RoundsTwice) {
  // Upper halves round halves upwards, right shifts away from zero.
  EXPECT_EQ(ScaleBy(3, 1 << 30, 0), 2);
  EXPECT_EQ(ScaleBy(-3, 1 << 30, 0), -1);
  EXPECT_EQ(ScaleBy(6, 1 << 30, -1), 2);
  EXPECT_EQ(ScaleBy(-6, 1 << 30, -1), -2);
  EXPECT_EQ(ScaleBy(5, 1 << 30, 2), 10);
  EXPECT_EQ(ScaleBy(INT32_MIN, INT32_MIN, 0), INT32_MAX);
}

TEST(Arithmetic, ShiftsRoundHalvesAwayFromZero) {
  for (const int64_t x : {-9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 6}) {
    EXPECT_EQ(ShiftRightRounding(x, 0), x);
    for (const int bits : {1, 2, 3, 5}) {
      EXPECT_EQ(ShiftRightRounding(x, bits),
                std::llround(std::ldexp(static_cast<double>(x), -bits)))
          << x << " >> " << bits;
    }
  }
  EXPECT_EQ(ShiftRightRounding(int64_t{-3} * (int64_t{1} << 60), 61), -2);
  EXPECT_EQ(ShiftRightRounding(int64_t{3} << 60, 61), 2);
}

}  // namespace
}  // namespace tflite::edgetpu
