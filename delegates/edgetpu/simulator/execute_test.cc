// Each instruction on small memories, with results by hand.
#include "delegates/edgetpu/simulator/execute.h"

#include <cstring>
#include <memory>
#include <vector>

#include "delegates/edgetpu/isa/arithmetic.h"
#include "delegates/edgetpu/isa/check.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

class ExecuteTest : public ::testing::Test {
 protected:
  ExecuteTest() {
    program_.target = DefaultTarget();
    auto memories = Memories::Create(program_);
    EXPECT_TRUE(memories.ok());
    memories_ = *std::move(memories);
  }

  template <typename T>
  void Put(uint32_t offset, const std::vector<T>& values) {
    std::memcpy(memories_->Tile(0) + offset, values.data(),
                values.size() * sizeof(T));
  }
  template <typename T>
  std::vector<T> Get(uint32_t offset, size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), memories_->Tile(0) + offset, count * sizeof(T));
    return values;
  }
  void Run(const Instruction& instruction) {
    const Status status =
        CheckInstruction(instruction, program_.target, program_.memory);
    ASSERT_TRUE(status.ok()) << status;
    Execute(instruction, program_.target, memories_.get());
  }

  Program program_;
  std::unique_ptr<Memories> memories_;
};

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

TEST(Arithmetic, RoundsTwice) {
  // Upper halves round halves upwards, right shifts away from zero.
  EXPECT_EQ(ScaleBy(3, 1 << 30, 0), 2);
  EXPECT_EQ(ScaleBy(-3, 1 << 30, 0), -1);
  EXPECT_EQ(ScaleBy(6, 1 << 30, -1), 2);
  EXPECT_EQ(ScaleBy(-6, 1 << 30, -1), -2);
  EXPECT_EQ(ScaleBy(5, 1 << 30, 2), 10);
  EXPECT_EQ(ScaleBy(INT32_MIN, INT32_MIN, 0), INT32_MAX);
}

}  // namespace
}  // namespace tflite::edgetpu
