#include "kernels/math/elementary/elementary_loops.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/testing/guarded_memory.h"
#include "kernels/testing/worst_error.h"
#include "tensorflow_lite_lite/base/cpu_features.h"

namespace tflite::kernels {
namespace {

constexpr double kBound = 4e-7;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// With bits beyond those of kNaN.
float NaNOf(uint32_t bits) {
  bits |= 0x7FC00000;
  float nan;
  std::memcpy(&nan, &bits, sizeof(nan));
  return nan;
}

std::vector<const ElementaryLoops*> Rows() {
  int count;
  const ElementaryLoops* const* rows = AllElementaryLoops(&count);
  return {rows, rows + count};
}

TEST(ElementaryLoops, AreThoseOfEachInstructionSet) {
  const base::X86Features x86 = base::DetectX86();
  const std::vector<const ElementaryLoops*> rows = Rows();
  const auto count = [&](const ElementaryLoops* row) {
    return std::count(rows.begin(), rows.end(), row);
  };
  EXPECT_EQ(rows.back(), ElementaryPortable());
  EXPECT_EQ(count(ElementaryAvx2()), x86.avx2);
  EXPECT_EQ(count(ElementaryAvx512()), x86.avx512);
  // Not all processors divide so quickly.
  const size_t expected = 1u + x86.avx2 + x86.avx512;
  EXPECT_GE(rows.size(), expected);
  EXPECT_LE(rows.size(), expected + x86.avx512);
}

// All functions that a row has.
std::vector<ElementaryLoops::Loop> LoopsOf(const ElementaryLoops* row) {
  std::vector<ElementaryLoops::Loop> loops = {
      row->exp,      row->log, row->sin,      row->cos,      row->tanh,
      row->logistic, row->elu, row->gelu_erf, row->gelu_tanh};
  if (row->sqrt != nullptr) loops.insert(loops.end(), {row->sqrt, row->rsqrt});
  return loops;
}

float Of(ElementaryLoops::Loop loop, float x) {
  loop(&x, 1, 0, &x);
  return x;
}

// The largest relative error over [low, high].
template <typename Exact>
double Error(ElementaryLoops::Loop loop, Exact exact, double low, double high) {
  return WorstError([loop](float x) { return Of(loop, x); }, exact, low, high);
}

TEST(ElementaryLoops, Exp) {
  const auto exact = [](double x) { return std::exp(x); };
  for (const ElementaryLoops* row : Rows()) {
    EXPECT_LT(Error(row->exp, exact, -87, 88), kBound);
    EXPECT_LT(Error(row->exp, exact, -1, 1), kBound);
    EXPECT_EQ(Of(row->exp, 0), 1);
    EXPECT_EQ(Of(row->exp, -200), 0);
    EXPECT_EQ(Of(row->exp, 89), kInfinity);
    EXPECT_EQ(Of(row->exp, kInfinity), kInfinity);
    EXPECT_NEAR(Of(row->exp, -100), std::exp(-100.0f), 1.5e-45);
  }
}

TEST(ElementaryLoops, Log) {
  const auto exact = [](double x) { return std::log(x); };
  for (const ElementaryLoops* row : Rows()) {
    EXPECT_LT(Error(row->log, exact, 0.5, 2), kBound);
    EXPECT_LT(Error(row->log, exact, 0.999, 1.001), kBound);
    EXPECT_LT(Error(row->log, exact, 1e-5, 100), kBound);
    EXPECT_LT(Error(row->log, exact, 1e-38, 1e-36), kBound);
    EXPECT_LT(Error(row->log, exact, 1, 3.4e38), kBound);
    EXPECT_EQ(Of(row->log, 1), 0);
    EXPECT_EQ(Of(row->log, 0), -kInfinity);
    EXPECT_EQ(Of(row->log, kInfinity), kInfinity);
    EXPECT_EQ(Of(row->log, 1e-45f), std::log(1e-45f));
    EXPECT_TRUE(std::isnan(Of(row->log, -1)));
  }
}

TEST(ElementaryLoops, SineAndCosine) {
  const auto sine = [](double x) { return std::sin(x); };
  const auto cosine = [](double x) { return std::cos(x); };
  for (const ElementaryLoops* row : Rows()) {
    for (const double bound : {1e-3, 4.0, 1000.0, 1e5}) {
      EXPECT_LT(Error(row->sin, sine, -bound, bound), kBound) << bound;
      EXPECT_LT(Error(row->cos, cosine, -bound, bound), kBound) << bound;
    }
    // Next to multiples of pi/2, where results are small.
    double worst = 0;
    for (int i = -60000; i <= 60000; ++i) {
      const float x = static_cast<float>(i * 1.5707963267948966);
      const bool even = i % 2 == 0;
      const double want = even ? std::sin(static_cast<double>(x))
                               : std::cos(static_cast<double>(x));
      const float got = Of(even ? row->sin : row->cos, x);
      if (i != 0) worst = std::max(worst, std::abs((got - want) / want));
    }
    EXPECT_LT(worst, kBound);
    EXPECT_EQ(Of(row->sin, 0), 0);
    EXPECT_EQ(Of(row->cos, 0), 1);
    EXPECT_EQ(Of(row->sin, 1e30f), std::sin(1e30f));
    EXPECT_EQ(Of(row->cos, 1e30f), std::cos(1e30f));
  }
}

TEST(ElementaryLoops, TanhAndLogistic) {
  const auto tanh = [](double x) { return std::tanh(x); };
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  for (const ElementaryLoops* row : Rows()) {
    EXPECT_LT(Error(row->tanh, tanh, -12, 12), kBound);
    EXPECT_LT(Error(row->tanh, tanh, -1e-2, 1e-2), kBound);
    EXPECT_LE(Of(row->tanh, 1e30f), 1);
    EXPECT_GT(Of(row->tanh, 1e30f), 0.9999998f);
    EXPECT_EQ(Of(row->tanh, -kInfinity), -Of(row->tanh, 1e30f));
    EXPECT_TRUE(std::signbit(Of(row->tanh, -0.0f)));
    EXPECT_LT(Error(row->logistic, logistic, -80, 80), kBound);
    EXPECT_EQ(Of(row->logistic, -kInfinity), 0);
    EXPECT_NEAR(Of(row->logistic, -88), std::exp(-88.0), 1e-44);
    EXPECT_EQ(Of(row->logistic, kInfinity), 1);
  }
}

// At their limits, results of plain arithmetic are rounded otherwise than the
// library's, which computes what is beyond.
TEST(ElementaryLoops, TakeNumbersUpToTheirLimits) {
  const ElementaryLoops* plain = ElementaryPortable();
  const auto logistic = [](float x) { return 1.0f / (1.0f + std::exp(-x)); };
  EXPECT_NE(Of(plain->logistic, -87), logistic(-87));
  EXPECT_NE(Of(plain->cos, 1e5f), std::cos(1e5f));
  for (const ElementaryLoops* row : Rows()) {
    const float below = std::nextafter(-87.0f, -kInfinity);
    const float beyond = std::nextafter(1e5f, kInfinity);
    EXPECT_EQ(Of(row->logistic, below), logistic(below));
    EXPECT_EQ(Of(row->sin, beyond), std::sin(beyond));
    EXPECT_EQ(Of(row->cos, beyond), std::cos(beyond));
  }
}

TEST(ElementaryLoops, Elu) {
  const auto exact = [](double x) { return x < 0 ? std::expm1(x) : x; };
  for (const ElementaryLoops* row : Rows()) {
    EXPECT_LT(Error(row->elu, exact, -20, 20), kBound);
    EXPECT_LT(Error(row->elu, exact, -1e-3, 1e-3), kBound);
    EXPECT_EQ(Of(row->elu, 0), 0);
    EXPECT_EQ(Of(row->elu, -kInfinity), -1);
    EXPECT_EQ(Of(row->elu, 1e30f), 1e30f);
  }
}

TEST(ElementaryLoops, Gelu) {
  const auto erf = [](double x) {
    return x * 0.5 * std::erfc(-x * std::sqrt(0.5));
  };
  const auto tanh = [](double x) {
    const double v = std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x);
    return x / (1 + std::exp(-2 * v));
  };
  for (const ElementaryLoops* row : Rows()) {
    EXPECT_LT(Error(row->gelu_erf, erf, -2, 6), 7e-7);
    // The argument's rounding grows with its square.
    EXPECT_LT(Error(row->gelu_erf, erf, -12, -2), 2e-5);
    EXPECT_LT(Error(row->gelu_tanh, tanh, -2, 6), 7e-7);
    EXPECT_LT(Error(row->gelu_erf, erf, -13, -12), 2e-5);
    EXPECT_LT(Error(row->gelu_tanh, tanh, -10, -2), 2e-5);
    for (const auto loop : {row->gelu_erf, row->gelu_tanh}) {
      EXPECT_EQ(Of(loop, 0), 0);
      EXPECT_TRUE(std::signbit(Of(loop, -0.0f)));
      EXPECT_NEAR(Of(loop, 1e-40f), 5e-41, 3e-45);
      EXPECT_EQ(Of(loop, 13), 13);
      EXPECT_EQ(Of(loop, 1e30f), 1e30f);
      EXPECT_EQ(Of(loop, kInfinity), kInfinity);
      for (const float low : {-10.5f, -13.5f, -1e4f, -1e30f, -kInfinity}) {
        EXPECT_NEAR(Of(loop, low), erf(std::max(low, -20.0f)), 1e-24) << low;
      }
      EXPECT_NEAR(Of(loop, -kInfinity), 0, 1e-30);
    }
  }
}

TEST(ElementaryLoops, Roots) {
  const auto sqrt = [](double x) { return std::sqrt(x); };
  const auto rsqrt = [](double x) { return 1 / std::sqrt(x); };
  for (const ElementaryLoops* row : Rows()) {
    if (row->sqrt == nullptr) continue;
    // A unit in the last place is up to 1.2e-7.
    EXPECT_LT(Error(row->sqrt, sqrt, 0, 4), 1e-7);
    EXPECT_LT(Error(row->sqrt, sqrt, 1e-38, 1e-29), 1e-7);
    EXPECT_LT(Error(row->sqrt, sqrt, 1, 3.4e38), 1e-7);
    EXPECT_LT(Error(row->rsqrt, rsqrt, 1e-5, 4), 1.5e-7);
    EXPECT_LT(Error(row->rsqrt, rsqrt, 1e-38, 1e-29), 1.5e-7);
    EXPECT_LT(Error(row->rsqrt, rsqrt, 1, 3.4e38), 1.5e-7);
    for (int i = 1; i <= 4096; ++i) {
      const float x = static_cast<float>(i);
      ASSERT_EQ(Of(row->sqrt, x * x), x);
    }
    for (const float x : {0.0f, -0.0f, 1e-45f, 1e-40f, 1e-32f, kInfinity}) {
      EXPECT_EQ(Of(row->sqrt, x), std::sqrt(x)) << x;
      EXPECT_EQ(Of(row->rsqrt, x), 1 / std::sqrt(x)) << x;
    }
    EXPECT_TRUE(std::signbit(Of(row->sqrt, -0.0f)));
    for (const float x : {-1.0f, -1e-40f, -kInfinity}) {
      EXPECT_TRUE(std::isnan(Of(row->sqrt, x))) << x;
      EXPECT_TRUE(std::isnan(Of(row->rsqrt, x))) << x;
    }
  }
}

// Where one way of computing ends and another one begins.
TEST(ElementaryLoops, TailsOfGelu) {
  const auto erf = [](double x) {
    return x * 0.5 * std::erfc(-x * std::sqrt(0.5));
  };
  for (const ElementaryLoops* row : Rows()) {
    EXPECT_LT(Error(row->gelu_erf, erf, -5.76, -5.74), 2e-5);
    EXPECT_LT(Error(row->gelu_erf, erf, 5, 13), 1e-7);
    EXPECT_LT(Error(row->gelu_erf, erf, -0.5, 0.5), 7e-7);
  }
}

TEST(ElementaryLoops, PropagateNaN) {
  for (const ElementaryLoops* row : Rows()) {
    for (const auto loop : LoopsOf(row)) {
      for (const uint32_t bits : {0u, 1u, 0x80000000u, 0x803FFFFFu, 0x1FEu}) {
        std::vector<float> x(200, NaNOf(bits));
        loop(x.data(), static_cast<int64_t>(x.size()), 0, x.data());
        for (const float y : x) ASSERT_TRUE(std::isnan(y)) << bits;
      }
    }
    const std::vector<float> x(200, NaNOf(1));
    std::vector<float> y(x.size());
    EXPECT_TRUE(std::isnan(row->exponentials(x.data(), 200, 1, 1, y.data())));
    for (const float v : y) ASSERT_TRUE(std::isnan(v));
  }
}

// Whole vectors, several at a time or one, and what is left of them; where the
// output is the input.
TEST(ElementaryLoops, EveryCountGivesTheSame) {
  for (const ElementaryLoops* row : Rows()) {
    for (const ElementaryLoops::Loop loop : LoopsOf(row)) {
      for (int count = 0; count < 150; ++count) {
        std::vector<float> x(count), y(count + 1, 7), each(count);
        for (int i = 0; i < count; ++i) {
          x[i] = 0.3f + 0.17f * static_cast<float>(i);
          each[i] = Of(loop, x[i]);
        }
        loop(x.data(), count, 0, y.data());
        EXPECT_EQ(y.back(), 7) << count;
        y.pop_back();
        EXPECT_EQ(y, each) << count;
        loop(x.data(), count, 0, x.data());
        EXPECT_EQ(x, each) << count;
      }
    }
  }
}

// Threads divide a tensor anywhere: a value must not depend on those beside it,
// some of which the C library computes.
TEST(ElementaryLoops, NeighboursDoNotMatter) {
  constexpr float kOdd[] = {-100, 0, 1e9f, kNaN, kInfinity, -1e-40f};
  std::vector<float> x(3000);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = i % 5 == 3 ? kOdd[i / 5 % 6] : 0.0033f * static_cast<float>(i) - 5;
  }
  const auto count = static_cast<int64_t>(x.size());
  for (const ElementaryLoops* row : Rows()) {
    for (const ElementaryLoops::Loop loop : LoopsOf(row)) {
      std::vector<float> y(x.size());
      loop(x.data(), count, 0, y.data());
      for (size_t i = 0; i < x.size(); ++i) {
        const float alone = Of(loop, x[i]);
        EXPECT_TRUE(y[i] == alone || (std::isnan(y[i]) && std::isnan(alone)))
            << i << ": " << x[i] << " gives " << y[i] << " and " << alone;
      }
    }
  }
}

TEST(ElementaryLoops, NothingBeyondTheEndIsAccessed) {
  GuardedMemory in(4096), out(4096);
  for (const ElementaryLoops* row : Rows()) {
    for (int count = 1; count < 100; ++count) {
      float* const x = in.Last<float>(count);
      float* const y = out.Last<float>(count);
      std::fill_n(x, count, -0.5f);
      for (const ElementaryLoops::Loop loop : LoopsOf(row)) {
        std::fill_n(y, count, 7.0f);
        loop(x, count, 0, y);
        EXPECT_NE(y[count - 1], 7.0f);
      }
      EXPECT_EQ(row->greatest(x, count), -0.5f);
      EXPECT_EQ(row->exponentials(x, count, -0.5f, 1, nullptr), count);
      EXPECT_EQ(row->exponentials(x, count, -0.5f, 1, y), count);
      EXPECT_EQ(y[count - 1], 1.0f);
    }
  }
}

TEST(ElementaryLoops, GreatestAndExponentials) {
  for (const ElementaryLoops* row : Rows()) {
    for (int count = 1; count < 100; ++count) {
      for (int at = 0; at < count; ++at) {
        std::vector<float> x(count, -3);
        x[at] = -1;
        ASSERT_EQ(row->greatest(x.data(), count), -1) << count << " " << at;
      }
      std::vector<float> x(count), y(count + 1, 7);
      double sum = 0;
      for (int i = 0; i < count; ++i) {
        x[i] = -0.1f * static_cast<float>(i * i % 29);
        sum += std::exp(0.5 * (static_cast<double>(x[i]) - 1));
      }
      const float got = row->exponentials(x.data(), count, 1, 0.5f, y.data());
      EXPECT_NEAR(got / sum, 1, 1e-6) << count;
      EXPECT_EQ(y.back(), 7) << count;
      for (int i = 0; i < count; ++i) {
        EXPECT_NEAR(y[i], std::exp(0.5f * (x[i] - 1)), 1e-6) << count;
      }
      EXPECT_EQ(row->exponentials(x.data(), count, 1, 0.5f, nullptr), got);
    }
    // What is masked is nothing, whatever lies beside it.
    std::vector<float> x(150), y(150);
    for (int i = 0; i < 150; ++i)
      x[i] = i % 3 == 0 ? 0 : i % 3 == 1 ? -88 : -1e9f;
    x[148] = -kInfinity;
    EXPECT_EQ(row->exponentials(x.data(), 150, 0, 1, y.data()), 50);
    for (int i = 0; i < 150; ++i) EXPECT_EQ(y[i], i % 3 == 0) << i;
  }
}

}  // namespace
}  // namespace tflite::kernels
