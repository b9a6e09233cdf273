#include "kernels/gemm/stored/float_row.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

struct Problem {
  int32_t columns;
  int64_t depth;
  bool has_bias;
  float min, max;
  std::vector<float> row, weights, bias;
};

Problem MakeProblem(int32_t columns, int64_t depth, uint32_t seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> value(-1.0f, 1.0f);
  const auto values = [&](int64_t n) {
    std::vector<float> v(static_cast<size_t>(n));
    for (float& x : v) x = value(engine);
    return v;
  };
  Problem p{columns, depth, seed % 3 != 0, -1e30f, 1e30f, {}, {}, {}};
  if (seed % 2 == 0) p.min = 0.0f;
  if (seed % 5 == 0) p.max = 0.5f;
  p.row = values(depth);
  p.weights = values(columns * depth);
  if (p.has_bias) p.bias = values(columns);
  return p;
}

// By the definition of StoredFloatRow.
std::vector<float> BySixteenSums(const Problem& p) {
  std::vector<float> out;
  for (int32_t j = 0; j < p.columns; ++j) {
    float sums[16] = {};
    for (int64_t k = 0; k < p.depth; ++k) {
      float& sum = sums[k % 16];
      sum = std::fma(p.row[k], p.weights[j * p.depth + k], sum);
    }
    for (int n = 8; n > 0; n /= 2) {
      for (int i = 0; i < n; ++i) sums[i] += sums[i + n];
    }
    if (p.has_bias) sums[0] += p.bias[j];
    out.push_back(std::min(p.max, std::max(p.min, sums[0])));
  }
  return out;
}

StoredFloatRow ArgsOf(const Problem& p, float* out) {
  return {p.row.data(), p.weights.data(),
          p.depth,      p.has_bias ? p.bias.data() : nullptr,
          p.min,        p.max,
          out};
}

// One more value than columns, which stays as it is.
std::vector<float> Stored(const Problem& p, int threads) {
  std::vector<float> out(static_cast<size_t>(p.columns) + 1, 77.0f);
  ThreadPool pool(threads);
  MultiplyStoredFloatRow(ArgsOf(p, out.data()), p.columns, pool);
  return out;
}

class StoredFloatRowTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!HasStoredFloatRow()) GTEST_SKIP() << "no code for this processor";
  }
};

void ExpectSameBits(const Problem& p, int threads) {
  const std::vector<float> want = BySixteenSums(p), got = Stored(p, threads);
  ASSERT_EQ(std::memcmp(got.data(), want.data(), want.size() * sizeof(float)),
            0)
      << p.columns << " columns, depth " << p.depth << ", " << threads
      << " threads";
  ASSERT_EQ(got.back(), 77.0f) << p.columns << " columns";
}

TEST_F(StoredFloatRowTest, AddsInSixteenSums) {
  uint32_t seed = 0;
  for (int32_t columns = 1; columns <= 70; ++columns) {
    for (const int64_t depth : {1, 2, 3, 4, 5, 7, 15, 16, 17, 31, 64, 131}) {
      ExpectSameBits(MakeProblem(columns, depth, ++seed), 1);
    }
  }
}

TEST_F(StoredFloatRowTest, ThreadsShareTheColumns) {
  for (const int32_t columns : {33, 1000, 1001, 1280}) {
    ExpectSameBits(MakeProblem(columns, 1024, 6), 3);
    ExpectSameBits(MakeProblem(columns, 1029, 7), 2);
  }
}

// Asked for farther ahead than few ones.
TEST_F(StoredFloatRowTest, OneThreadReadsManyWeights) {
  ExpectSameBits(MakeProblem(1024, 1029, 8), 1);
}

TEST_F(StoredFloatRowTest, NanAndInfinityReachTheirColumnsOnly) {
  Problem p = MakeProblem(21, 19, 2);
  const std::vector<float> plain = Stored(p, 1);
  p.weights[4 * 19 + 18] = std::numeric_limits<float>::quiet_NaN();
  p.weights[20 * 19] = std::numeric_limits<float>::infinity();
  p.row[0] = 1.0f;
  const std::vector<float> got = Stored(p, 1);
  EXPECT_TRUE(std::isnan(got[4]));
  EXPECT_EQ(got[20], p.max);
  p.row[0] = std::numeric_limits<float>::quiet_NaN();
  for (const float y : Stored(p, 1)) EXPECT_TRUE(std::isnan(y) || y == 77.0f);
  for (size_t j = 0; j + 1 < got.size(); ++j) {
    EXPECT_EQ(std::isnan(got[j]), j == 4) << j;
  }
  EXPECT_EQ(plain.size(), got.size());
}

TEST_F(StoredFloatRowTest, WithoutDepthResultsAreTheBias) {
  Problem p = MakeProblem(11, 0, 1);
  ASSERT_TRUE(p.has_bias);
  std::vector<float> want = p.bias;
  want.push_back(77.0f);
  EXPECT_EQ(Stored(p, 1), want);
}

// A copy that ends where memory ends.
float* Guard(const std::vector<float>& values, GuardedMemory* memory) {
  *memory = GuardedMemory(values.size() * sizeof(float));
  float* const at = memory->Last<float>(values.size());
  std::copy(values.begin(), values.end(), at);
  return at;
}

TEST_F(StoredFloatRowTest, StaysInsideItsOperands) {
  for (int32_t columns = 1; columns <= 35; ++columns) {
    for (const int64_t depth : {1, 3, 16, 18}) {
      const Problem p = MakeProblem(columns, depth, 4);
      GuardedMemory row, weights, bias, out;
      float* const results = Guard(p.bias, &out);
      StoredFloatRow args = ArgsOf(p, results);
      args.row = Guard(p.row, &row);
      args.weights = Guard(p.weights, &weights);
      args.bias = Guard(p.bias, &bias);
      ThreadPool alone(1);
      MultiplyStoredFloatRow(args, columns, alone);
      const std::vector<float> want = BySixteenSums(p);
      ASSERT_TRUE(std::equal(want.begin(), want.end(), results))
          << columns << " columns, depth " << depth;
    }
  }
}

// By the definition of FloatRowByLines. The sums that take turns follow from
// the columns that are left; long lines are multiplied in parts.
std::vector<float> ByLines(const Problem& p) {
  std::vector<float> out(static_cast<size_t>(p.columns), 0.0f);
  const int64_t part = p.columns > 512 ? 16 : p.depth;
  for (int32_t j = 0, width = 64; j < p.columns; ++j) {
    const int32_t block = p.columns / 64 * 64;
    if (j >= block) {
      const int32_t rest = (p.columns - block) % 64, at = j - block;
      width = 8;
      for (int32_t w = 32, from = 0; w >= 8; w /= 2) {
        if ((rest & w) == 0) continue;
        if (at < from + w) {
          width = w;
          break;
        }
        from += w;
      }
    }
    for (int64_t first = 0; first < p.depth; first += part) {
      const int64_t end = std::min(p.depth, first + part);
      float sums[8] = {out[j]};
      const int64_t turns = 64 / width, whole = (end - first) / turns * turns;
      for (int64_t d = first; d < end; ++d) {
        float& sum = sums[d - first < whole ? (d - first) % turns : 0];
        sum = std::fma(p.row[d], p.weights[d * p.columns + j], sum);
      }
      for (int64_t n = turns / 2; n > 0; n /= 2) {
        for (int64_t i = 0; i < n; ++i) sums[i] += sums[i + n];
      }
      out[j] = sums[0];
    }
  }
  return out;
}

TEST_F(StoredFloatRowTest, AddsLinesInTheOrderOfTheDepth) {
  uint32_t seed = 0;
  for (const int64_t depth : {0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 33, 64, 131}) {
    for (int32_t columns = 1; columns <= 140; ++columns) {
      const Problem p = MakeProblem(columns, depth, ++seed);
      // Operands that end where memory ends.
      GuardedMemory row, weights, out;
      float* const results =
          Guard(std::vector<float>(static_cast<size_t>(columns), 77.0f), &out);
      FloatRowByLinesAvx2({Guard(p.row, &row), Guard(p.weights, &weights),
                           depth, columns, results},
                          0, columns);
      const std::vector<float> want = ByLines(p);
      ASSERT_EQ(std::memcmp(results, want.data(), want.size() * sizeof(float)),
                0)
          << columns << " columns, depth " << depth;
    }
  }
}

TEST_F(StoredFloatRowTest, AddsLongLinesInParts) {
  for (const int32_t columns : {512, 513, 600, 1030}) {
    for (const int64_t depth : {1, 16, 17, 40, 64}) {
      const Problem p = MakeProblem(columns, depth, 3);
      std::vector<float> out(static_cast<size_t>(columns), 77.0f);
      // Ranges that begin where blocks of columns do.
      for (int64_t begin = 0; begin < columns; begin += 512) {
        FloatRowByLinesAvx2(
            {p.row.data(), p.weights.data(), depth, columns, out.data()}, begin,
            std::min<int64_t>(columns, begin + 512));
      }
      const std::vector<float> want = ByLines(p);
      ASSERT_EQ(std::memcmp(out.data(), want.data(), want.size() * 4), 0)
          << columns << " columns, depth " << depth;
    }
  }
}

}  // namespace
}  // namespace tflite::kernels
