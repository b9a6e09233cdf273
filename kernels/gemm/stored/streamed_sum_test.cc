#include "kernels/gemm/stored/streamed_sum.h"

#include <algorithm>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/stored/packed_run_test_fixture.h"

namespace tflite::kernels {
namespace {

struct Extents {
  int64_t rows, depth;
  int32_t channels;
};

// Weights of more than a chunk, of less, and with panels that are not full.
constexpr Extents kExtents[] = {{1, 700, 300},  {1, 40, 3000},  {5, 1283, 201},
                                {49, 320, 600}, {200, 96, 576}, {7, 9000, 65},
                                {3, 20000, 70}, {33, 64, 31}};

WeightedSum FloatSum(int32_t channels, bool has_bias) {
  WeightedSum sum;
  sum.kind = WeightedSum::Kind::kFloat;
  sum.input_type = sum.weights_type = sum.output_type = kTfLiteFloat32;
  if (has_bias) sum.bias_type = kTfLiteFloat32;
  sum.channels = channels;
  sum.weights_constant = sum.bias_constant = true;
  sum.float_range = {-2.0f, 3.0f};
  return sum;
}

WeightedSum ByteSum(TfLiteType type, int32_t channels, bool has_bias) {
  WeightedSum sum;
  sum.kind = WeightedSum::Kind::kInteger;
  sum.input_type = sum.weights_type = sum.output_type = type;
  if (has_bias) sum.bias_type = kTfLiteInt32;
  sum.channels = channels;
  sum.weights_constant = sum.bias_constant = true;
  const bool is_unsigned = type == kTfLiteUInt8;
  sum.integer_range = is_unsigned ? ActivationRange<int32_t>{0, 250}
                                  : ActivationRange<int32_t>{-128, 120};
  sum.input_zero_point = is_unsigned ? 100 : -7;
  sum.weights_zero_point = is_unsigned ? 131 : 0;
  sum.output_zero_point = is_unsigned ? 128 : 3;
  for (int32_t c = 0; c < channels; ++c) {
    sum.weights_scales.push_back(0.01f);
    sum.multipliers.push_back(QuantizeMultiplier(0.0007 + 1e-6 * c));
  }
  return sum;
}

template <typename T>
std::vector<T> Streamed(const WeightedSum& sum, const Extents& e,
                        const std::vector<T>& in, const void* weights,
                        const void* bias, int threads) {
  std::vector<T> out(static_cast<size_t>(e.rows * e.channels));
  StreamedArgs args;
  args.shape = {e.channels, e.depth, e.rows, nullptr, threads};
  args.weights = weights;
  args.bias = bias;
  args.left.data = in.data();
  args.left.rows = e.rows;
  args.left.row_stride = e.depth;
  args.layout.row_stride = e.channels;
  args.out = out.data();
  // What follows belongs to others.
  const uint64_t bytes = StreamedScratchBytes(sum, args.shape);
  GemmBuffer scratch;
  EXPECT_TRUE(scratch.Allocate(bytes + 64));
  auto* const memory = static_cast<uint8_t*>(scratch.data());
  std::fill_n(memory + bytes, 64, uint8_t{0xA5});
  args.scratch = memory;
  ThreadPool pool(threads);
  RunStreamed(sum, args, pool);
  EXPECT_EQ(std::count(memory + bytes, memory + bytes + 64, 0xA5), 64);
  return out;
}

class StreamedSum : public testing::TestWithParam<int> {};

TEST_P(StreamedSum, OfFloatsHasTheBitsOfPackedWeights) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<float> value(-0.2f, 0.2f);
  for (const Extents& e : kExtents) {
    for (const bool has_bias : {true, false}) {
      const auto values = [&](int64_t n) {
        std::vector<float> v(static_cast<size_t>(n));
        for (float& x : v) x = value(engine);
        return v;
      };
      const WeightedSum sum = FloatSum(e.channels, has_bias);
      const auto in = values(e.rows * e.depth);
      const auto weights = values(e.channels * e.depth);
      const auto biases = values(e.channels);
      const void* const bias = has_bias ? biases.data() : nullptr;
      EXPECT_EQ(Streamed(sum, e, in, weights.data(), bias, GetParam()),
                RunPacked(sum, in, e.depth, weights.data(), bias))
          << e.rows << " rows, depth " << e.depth << ", " << e.channels
          << " channels";
    }
  }
}

TEST_P(StreamedSum, OfBytesHasTheBitsOfPackedWeights) {
  std::mt19937 engine(6);
  for (const TfLiteType type : {kTfLiteInt8, kTfLiteUInt8}) {
    for (const Extents& e : kExtents) {
      const bool has_bias = e.rows != 5;
      const auto bytes = [&](int64_t n) {
        std::vector<uint8_t> v(static_cast<size_t>(n));
        for (uint8_t& x : v) x = static_cast<uint8_t>(engine());
        return v;
      };
      const WeightedSum sum = ByteSum(type, e.channels, has_bias);
      const auto in = bytes(e.rows * e.depth);
      const auto weights = bytes(e.channels * e.depth);
      std::vector<int32_t> biases(static_cast<size_t>(e.channels));
      for (int32_t& b : biases) b = static_cast<int32_t>(engine() % 9999);
      const void* const bias = has_bias ? biases.data() : nullptr;
      EXPECT_EQ(Streamed(sum, e, in, weights.data(), bias, GetParam()),
                RunPacked(sum, in, e.depth, weights.data(), bias))
          << e.rows << " rows, depth " << e.depth << ", " << e.channels
          << " channels";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, StreamedSum, testing::Values(1, 3));

TEST(StreamsFirstRun, OnlyLargeConstantWeightsOfOneType) {
  EXPECT_TRUE(StreamsFirstRun(FloatSum(128, true), 128));
  EXPECT_FALSE(StreamsFirstRun(FloatSum(128, true), 127));
  EXPECT_TRUE(StreamsFirstRun(ByteSum(kTfLiteInt8, 256, true), 256));
  EXPECT_FALSE(StreamsFirstRun(ByteSum(kTfLiteInt8, 256, true), 255));
  WeightedSum sum = FloatSum(1000, true);
  sum.weights_constant = false;
  EXPECT_FALSE(StreamsFirstRun(sum, 1000));
  sum = FloatSum(1000, true);
  sum.bias_constant = false;
  EXPECT_FALSE(StreamsFirstRun(sum, 1000));
  sum = ByteSum(kTfLiteInt8, 1000, true);
  sum.weights_type = kTfLiteInt4;
  EXPECT_FALSE(StreamsFirstRun(sum, 1000));
  sum = ByteSum(kTfLiteInt8, 1000, true);
  sum.input_type = sum.output_type = kTfLiteInt16;
  EXPECT_FALSE(StreamsFirstRun(sum, 1000));
  sum = FloatSum(1000, true);
  sum.kind = WeightedSum::Kind::kHybrid;
  sum.weights_type = kTfLiteInt8;
  EXPECT_FALSE(StreamsFirstRun(sum, 1000));
}

// A quarter of a megabyte of weights, in whole runs of 64 columns.
TEST(StreamedScratchBytes, IsThatOfAChunkAndItsProduct) {
  const struct {
    bool floats;
    int32_t channels;
    int64_t depth, columns;
  } cases[] = {{true, 600, 320, 192},  {true, 150, 320, 150},
               {true, 193, 320, 192},  {true, 70, 20000, 64},
               {true, 900, 1024, 64},  {true, 900, 512, 128},
               {false, 900, 320, 768}, {false, 100, 9000, 64}};
  for (const auto& c : cases) {
    const WeightedSum sum = c.floats ? FloatSum(c.channels, true)
                                     : ByteSum(kTfLiteInt8, c.channels, true);
    const GemmMatrix matrix(c.floats ? GemmType::kFloat : GemmType::kByte,
                            c.columns, c.depth);
    size_t bytes = 0;
    ASSERT_TRUE(matrix.CheckedBytes(&bytes));
    EXPECT_EQ(StreamedScratchBytes(sum, {c.channels, c.depth, 49, nullptr, 2}),
              (bytes + 63) / 64 * 64 +
                  PlanGemm(matrix, 49, nullptr, 2).scratch_bytes())
        << c.channels << " of " << c.depth;
  }
}

// The memory of a chunk does not grow with the number of channels.
TEST(StreamedScratchBytes, IsThatOfAFewColumns) {
  const WeightedSum few = FloatSum(600, true), many = FloatSum(60000, true);
  const StreamedShape shape = {600, 320, 49, nullptr, 1};
  StreamedShape large = shape;
  large.channels = 60000;
  EXPECT_GT(StreamedScratchBytes(few, shape), 200u * 1024);
  EXPECT_LE(StreamedScratchBytes(many, large), 300u * 1024);
}

}  // namespace
}  // namespace tflite::kernels
