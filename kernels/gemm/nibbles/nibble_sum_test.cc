#include "kernels/gemm/nibbles/nibble_sum.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

struct Problem {
  int64_t rows;
  int32_t columns;
  int64_t depth, block;  // block 0: scales of channels
  bool per_tensor = false, asymmetric = false, has_bias = true;
  bool half_scales = false;
  float min = -1e30f, max = 1e30f;

  std::string Name() const {
    return base::StrCat(rows, " x ", depth, " to ", columns, ", blocks of ",
                        block, asymmetric ? ", asymmetric" : "",
                        half_scales ? ", half scales" : "");
  }
  int64_t blocks() const { return block == 0 ? 1 : depth / block; }
};

class Values {
 public:
  explicit Values(const Problem& p)
      : left(p.rows * p.depth),
        stored(p.columns * p.depth / 2),
        weights(static_cast<size_t>(p.columns * p.depth)),
        row_scales(p.rows),
        zero_points(p.rows),
        bias(p.columns) {
    std::mt19937 engine(static_cast<uint32_t>(p.depth * 7 + p.columns));
    const auto number = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(engine);
    };
    const auto scale = [&] {
      return static_cast<float>(number(1, 999)) / (p.half_scales ? 1024 : 997);
    };
    // The extremes first: rows of -128 by weights of 7 need the most bits.
    for (int64_t i = 0; i < p.rows * p.depth; ++i) {
      left[i] = static_cast<int8_t>(i < p.depth ? -128 : number(-128, 127));
    }
    for (size_t i = 0; i < weights.size(); ++i) {
      const auto column = static_cast<int64_t>(i) / p.depth;
      weights[i] = static_cast<int8_t>(column == 0   ? 7
                                       : column == 1 ? -8
                                                     : number(-8, 7));
      const auto half = static_cast<uint8_t>(weights[i] & 15);
      uint8_t& byte = stored[static_cast<int64_t>(i / 2)];
      byte = i % 2 == 0 ? half : static_cast<uint8_t>(byte | half << 4);
    }
    for (int64_t i = 0; i < p.rows; ++i) {
      row_scales[i] = scale();
      zero_points[i] = p.asymmetric ? number(-128, 127) : 0;
    }
    for (int32_t j = 0; j < p.columns; ++j) {
      bias[j] = static_cast<float>(number(-99, 99));
    }
    const int64_t n = p.block == 0 && p.per_tensor ? 1 : p.columns * p.blocks();
    for (int64_t i = 0; i < n; ++i) scales.push_back(scale());
  }

  GuardedValues<int8_t> left;
  GuardedValues<uint8_t> stored;
  std::vector<int8_t> weights;
  GuardedValues<float> row_scales;
  GuardedValues<int32_t> zero_points;
  GuardedValues<float> bias;
  std::vector<float> scales;  // of blocks, channels or all
};

// By the definition of NibbleRows.
float Expected(const Problem& p, Values& v, int64_t i, int64_t j) {
  const int64_t block = p.depth / p.blocks();
  float partial = 0.0f;
  for (int64_t b = 0; b < p.blocks(); ++b) {
    int32_t sum = 0;
    for (int64_t k = b * block; k < (b + 1) * block; ++k) {
      sum += (v.left[i * p.depth + k] - v.zero_points[i]) *
             v.weights[static_cast<size_t>(j * p.depth + k)];
    }
    const float product = static_cast<float>(sum);
    if (p.block == 0) {
      const float channel = v.scales[p.per_tensor ? 0 : j];
      const float scale = v.row_scales[i] * channel;
      partial = product * scale;
    } else {
      const float scaled = product * v.scales[j * p.blocks() + b];
      partial += scaled;
    }
  }
  if (p.block != 0) partial *= v.row_scales[i];
  const float y = partial + (p.has_bias ? v.bias[j] : 0.0f);
  return std::min(std::max(y, p.min), p.max);
}

WeightedSum SumOf(const Problem& p, const Values& v) {
  WeightedSum sum;
  sum.kind = WeightedSum::Kind::kHybrid;
  sum.input_type = sum.output_type = kTfLiteFloat32;
  sum.weights_type = kTfLiteInt4;
  sum.weights_constant = sum.bias_constant = true;
  sum.float_range = {p.min, p.max};
  sum.asymmetric_inputs = p.asymmetric;
  if (p.block == 0) {
    sum.weights_scales = v.scales;
  } else {
    sum.blocks.size = static_cast<int32_t>(p.block);
  }
  return sum;
}

// A tensor of floats.
TensorView Floats(float* data, int* shape, TfLiteTensor* tensor) {
  tensor->type = kTfLiteFloat32;
  tensor->data.f = data;
  tensor->dims = reinterpret_cast<TfLiteIntArray*>(shape);
  return TensorView(tensor);
}

// Compares the results of a sum with weights.
void ExpectResults(const Problem& p, Values& v, NibbleSum& sum,
                   ThreadPool& threads) {
  TfLiteTensor tensor{};
  int shape[2] = {1, p.columns};
  if (p.has_bias) sum.SetBias(Floats(v.bias.data(), shape, &tensor));
  const auto bytes = sum.ScratchBytes(p.rows);
  ASSERT_TRUE(bytes.ok());
  GuardedValues<uint8_t> scratch(static_cast<int64_t>(*bytes));
  GuardedValues<float> out(p.rows * p.columns);
  PackedSumRows rows;
  rows.values = v.left.data();
  rows.scales = v.row_scales.data();
  rows.zero_points = v.zero_points.data();
  sum.Run(p.rows, rows, out.data(), scratch.data(), threads);
  for (int64_t i = 0; i < p.rows; ++i) {
    for (int64_t j = 0; j < p.columns; ++j) {
      ASSERT_EQ(out[i * p.columns + j], Expected(p, v, i, j))
          << p.Name() << ", row " << i << ", column " << j;
    }
  }
}

void Check(const Problem& p, const NibbleIsa& isa, ThreadPool& threads) {
  SCOPED_TRACE(isa.name);
  Values v(p);
  NibbleSum sum(isa);
  ASSERT_TRUE(sum.Init(SumOf(p, v), p.columns, p.depth).ok());
  ASSERT_FALSE(sum.has_weights());
  ASSERT_TRUE(sum.SetWeights(v.stored.data(), v.scales, &threads).ok());
  ExpectResults(p, v, sum, threads);
}

class NibbleSumTest : public testing::Test {
 protected:
  void Run(const Problem& p) {
    int count = 0;
    const NibbleIsa* const* isas = NibbleIsas(&count);
    if (count == 0) GTEST_SKIP() << "no functions for this processor";
    ThreadPool threads(2);
    for (int i = 0; i < count; ++i) Check(p, *isas[i], threads);
  }
};

TEST_F(NibbleSumTest, ScalesOfChannels) {
  for (const int64_t rows : {1, 2, 3, 4, 7}) {
    for (const int32_t columns : {1, 7, 8, 15, 16, 17, 31, 32, 33, 100}) {
      for (const int64_t depth : {8, 16, 24, 64, 72, 136, 1024}) {
        Run({rows, columns, depth, 0});
      }
    }
  }
}

TEST_F(NibbleSumTest, ScalesOfBlocks) {
  for (const int64_t rows : {1, 2, 3, 5}) {
    for (const int32_t columns : {1, 20, 32, 41}) {
      for (const int64_t block : {8, 16, 32, 64, 72, 256}) {
        Problem p{rows, columns, block * (columns % 4 + 1), block};
        Run(p);
        p.half_scales = true;
        Run(p);
        p.asymmetric = true;
        Run(p);
      }
    }
  }
}

TEST_F(NibbleSumTest, ZeroPointsBoundsAndOneScale) {
  for (const int64_t block : {0, 32}) {
    Problem p{4, 37, 96, block};
    p.asymmetric = true;
    Run(p);
    p.has_bias = false;
    p.min = 0.0f;
    p.max = 5.0f;
    Run(p);
    p.asymmetric = false;
    p.per_tensor = true;
    Run(p);
  }
}

// The sum of a block's weights takes all of 16 bits.
TEST_F(NibbleSumTest, LargestBlock) {
  Problem p{2, 5, 8192, 4096};
  p.asymmetric = true;
  Run(p);
}

TEST_F(NibbleSumTest, ManyPanelsOnTwoThreads) { Run({2, 900, 512, 32}); }

TEST_F(NibbleSumTest, KeepsWeightsOfTheSameExtents) {
  int count = 0;
  const NibbleIsa* const* isas = NibbleIsas(&count);
  if (count == 0) GTEST_SKIP() << "no functions for this processor";
  const Problem p{1, 3, 64, 32};
  Values v(p);
  NibbleSum sum(*isas[0]);
  WeightedSum of = SumOf(p, v);
  const auto keeps = [&](int32_t n, int64_t depth) {
    EXPECT_TRUE(sum.Init(of, n, depth).ok());
    const bool kept = sum.has_weights();
    EXPECT_TRUE(sum.SetWeights(v.stored.data(), v.scales, nullptr).ok());
    return kept;
  };
  EXPECT_FALSE(keeps(3, 64));
  EXPECT_TRUE(keeps(3, 64));
  EXPECT_FALSE(keeps(2, 64));
  EXPECT_FALSE(keeps(2, 32));
  of.blocks.size = 16;
  EXPECT_FALSE(keeps(2, 32));
  of.asymmetric_inputs = true;
  EXPECT_FALSE(keeps(2, 32));
  // Half a byte for a weight; two blocks have a scale and a sum for a column,
  // which has a bias.
  const auto columns = static_cast<size_t>(isas[0]->columns);
  EXPECT_EQ(sum.MemoryBytes(), columns * (32 / 2 + 2 * (4 + 2) + 4));
  v.scales.assign(v.scales.size(), 0.25f);
  EXPECT_TRUE(keeps(2, 32));
  const size_t scale = isas[0]->halves ? 2 : 4;
  EXPECT_EQ(sum.MemoryBytes(), columns * (32 / 2 + 2 * (scale + 2) + 4));
}

// Scales that are half floats, and then such as are not.
TEST_F(NibbleSumTest, KeptWeightsGiveTheSameResults) {
  int count = 0;
  const NibbleIsa* const* isas = NibbleIsas(&count);
  if (count == 0) GTEST_SKIP() << "no functions for this processor";
  ThreadPool threads(1);
  Problem p{2, 5, 64, 32};
  p.asymmetric = true;
  NibbleSum sum(*isas[0]);
  for (const bool half_scales : {true, false}) {
    p.half_scales = half_scales;
    Values v(p);
    ASSERT_TRUE(sum.Init(SumOf(p, v), p.columns, p.depth).ok());
    ASSERT_TRUE(sum.SetWeights(v.stored.data(), v.scales, nullptr).ok());
    ASSERT_TRUE(sum.Init(SumOf(p, v), p.columns, p.depth).ok());
    ASSERT_TRUE(sum.has_weights());
    ExpectResults(p, v, sum, threads);
  }
}

TEST_F(NibbleSumTest, TellsThatSizesAreTooLarge) {
  int count = 0;
  const NibbleIsa* const* isas = NibbleIsas(&count);
  if (count == 0) GTEST_SKIP() << "no functions for this processor";
  const Problem p{1, 3, 64, 0};
  const WeightedSum of = SumOf(p, Values(p));
  NibbleSum sum(*isas[0]);
  // The size of packed weights overflows, or there is no such memory.
  EXPECT_EQ(sum.Init(of, 1000, int64_t{1} << 58).message(),
            "not enough memory for 1000 x 288230376151711744 packed weights");
  // Where addresses have 32 bits, the size alone is refused.
  const bool wide = sizeof(size_t) == 8;
  ASSERT_EQ(sum.Init(of, 3, int64_t{1} << 50).ok(), wide);
  if (wide) {
    EXPECT_EQ(sum.SetWeights(nullptr, {}, nullptr).message(),
              "not enough memory for 3 x 1125899906842624 packed weights");
  }
  EXPECT_FALSE(sum.has_weights());
  // A start value for each row and block.
  EXPECT_EQ(*sum.ScratchBytes(5), 5 * sizeof(int32_t));
  const Problem in_blocks{1, 3, 64, 32};
  const WeightedSum two = SumOf(in_blocks, Values(in_blocks));
  ASSERT_TRUE(sum.Init(two, 3, 64).ok());
  EXPECT_EQ(*sum.ScratchBytes(5), 2 * 5 * sizeof(int32_t));
  EXPECT_FALSE(sum.ScratchBytes(int64_t{1} << 60).ok());
  EXPECT_FALSE(sum.ScratchBytes(int64_t{1} << 62).ok());
}

#if defined(__x86_64__)
// Results do not show which functions are chosen.
TEST_F(NibbleSumTest, AreThoseOfTheProcessorBestFirst) {
  std::vector<std::string> want, got;
  int count = 0;
  const GemmIsa* const* gemm = GemmIsas(&count);
  for (int i = 0; i < count; ++i) {
    const std::string name = gemm[i]->name;
    if (name == "avx512vnni" || name == "avx2") want.push_back(name);
  }
  const NibbleIsa* const* isas = NibbleIsas(&count);
  for (int i = 0; i < count; ++i) got.push_back(isas[i]->name);
  // Half floats are an extension of their own, which is as old as AVX2.
  EXPECT_EQ(got, want);
}
#endif

TEST_F(NibbleSumTest, TakesConstantHybridSumsOfWholeWords) {
  int count = 0;
  NibbleIsas(&count);
  if (count == 0) GTEST_SKIP() << "no functions for this processor";
  const Problem p{1, 3, 64, 0};
  const WeightedSum sum = SumOf(p, Values(p));
  EXPECT_TRUE(NibbleSum::Supports(sum, 64));
  EXPECT_TRUE(NibbleSum::Supports(sum, 1 << 16));
  EXPECT_FALSE(NibbleSum::Supports(sum, (1 << 16) + 8));
  EXPECT_FALSE(NibbleSum::Supports(sum, 0));
  EXPECT_FALSE(NibbleSum::Supports(sum, 60));
  const auto refuses = [&](auto change) {
    WeightedSum other = sum;
    change(&other);
    return !NibbleSum::Supports(other, 64);
  };
  EXPECT_TRUE(refuses([](WeightedSum* s) { s->blocks.size = 4; }));
  WeightedSum large = sum;
  large.blocks.size = 4096;
  EXPECT_TRUE(NibbleSum::Supports(large, 8192));
  large.blocks.size = 8192;
  EXPECT_FALSE(NibbleSum::Supports(large, 8192));
  EXPECT_TRUE(refuses([](WeightedSum* s) { s->weights_type = kTfLiteInt8; }));
  EXPECT_TRUE(refuses([](WeightedSum* s) { s->weights_constant = false; }));
  EXPECT_TRUE(refuses([](WeightedSum* s) { s->bias_constant = false; }));
  EXPECT_TRUE(
      refuses([](WeightedSum* s) { s->kind = WeightedSum::Kind::kInteger; }));
}

}  // namespace
}  // namespace tflite::kernels
