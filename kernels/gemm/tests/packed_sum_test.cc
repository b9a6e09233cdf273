#include "kernels/gemm/packed_sum.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/stored/packed_run_test_fixture.h"
#include "kernels/math/whole_multiplier.h"
#include "kernels/testing/elements.h"
#include "kernels/testing/state_memory.h"

namespace tflite::kernels {
namespace {

constexpr int32_t kChannels = 7;
constexpr int64_t kRows = 5, kDepth = 37;

WeightedSum FloatSum() {
  WeightedSum sum;
  sum.kind = WeightedSum::Kind::kFloat;
  sum.input_type = sum.weights_type = sum.output_type = kTfLiteFloat32;
  sum.channels = kChannels;
  sum.weights_constant = sum.bias_constant = true;
  sum.float_range = {-1e6f, 1e6f};
  return sum;
}

WeightedSum HybridSum() {
  WeightedSum sum = FloatSum();
  sum.kind = WeightedSum::Kind::kHybrid;
  sum.weights_type = kTfLiteInt8;
  for (int32_t c = 0; c < kChannels; ++c) {
    sum.weights_scales.push_back(0.125f * static_cast<float>(c + 1));
  }
  return sum;
}

// Each channel has a factor of its own.
WeightedSum IntegerSum(TfLiteType input, TfLiteType output, TfLiteType bias) {
  WeightedSum sum;
  sum.kind = WeightedSum::Kind::kInteger;
  sum.input_type = input;
  sum.weights_type = kTfLiteInt8;
  sum.output_type = output;
  sum.bias_type = bias;
  sum.channels = kChannels;
  sum.weights_constant = sum.bias_constant = true;
  const bool wide = output == kTfLiteInt16;
  sum.integer_range = wide ? ActivationRange<int32_t>{-30000, 30000}
                           : ActivationRange<int32_t>{-100, 110};
  sum.output_zero_point = wide ? 0 : 3;
  sum.input_zero_point = input == kTfLiteUInt8  ? 120
                         : input == kTfLiteInt8 ? -5
                                                : 0;
  for (int32_t c = 0; c < kChannels; ++c) {
    sum.weights_scales.push_back(0.5f);
    sum.multipliers.push_back(QuantizeMultiplier((c + 1) * 0.0003));
  }
  return sum;
}

// Channels [first, first + n) of a sum.
struct Channels {
  int32_t first, n;
};
constexpr Channels kRuns[] = {
    {0, kChannels}, {2, 3}, {kChannels - 1, 1}, {0, 1}};

// Packs the channels of the run, of all channels' weights and biases.
template <typename T>
PackedSum Packed(const WeightedSum& sum, const Channels& run,
                 const std::vector<T>& weights, const void* bias) {
  PackedSum packed;
  EXPECT_TRUE(packed.Init(sum, run.first, run.n, kDepth).ok());
  EXPECT_TRUE(
      packed.SetWeights({&weights[run.first * kDepth], kDepth, 1}, 1.0f).ok());
  packed.SetBias(bias);
  return packed;
}

// ---- integers ----

template <typename In>
int64_t Products(const WeightedSum& sum, const std::vector<In>& in,
                 const std::vector<int8_t>& weights, int64_t row,
                 int64_t channel) {
  int64_t products = 0;
  for (int64_t d = 0; d < kDepth; ++d) {
    products += (in[row * kDepth + d] - sum.input_zero_point) *
                weights[channel * kDepth + d];
  }
  return products;
}

// By the definition of sums.
int32_t Finished(const WeightedSum& sum, int64_t total, int32_t channel,
                 bool whole) {
  const QuantizedMultiplier factor = sum.multipliers[channel];
  const int32_t y = !sum.wide_accumulator
                        ? MultiplyByQuantizedMultiplier(
                              static_cast<int32_t>(total), factor, sum.halves)
                    : whole ? MultiplyByWholeMultiplier(total, factor)
                            : MultiplyByQuantizedMultiplier(total, factor);
  return std::clamp(y + sum.output_zero_point, sum.integer_range.min,
                    sum.integer_range.max);
}

template <typename In, typename Out, typename Bias>
void ExpectIntegers(const WeightedSum& sum, const std::vector<Bias>& biases,
                    bool whole = false) {
  const std::vector<In> in =
      RandomElements<In>(kRows * kDepth, std::numeric_limits<In>::min(),
                         std::numeric_limits<In>::max(), 1);
  const std::vector<int8_t> weights =
      RandomElements<int8_t>(kChannels * kDepth, -128, 127, 2);
  for (const Channels& run : kRuns) {
    PackedSum packed =
        Packed(sum, run, weights, biases.empty() ? nullptr : biases.data());
    if (whole) packed.UseWholeMultiplier();
    const std::vector<Out> got = RunRows<Out>(packed, run.n, in, kDepth);
    for (int64_t i = 0; i < kRows * run.n; ++i) {
      const auto channel = static_cast<int32_t>(run.first + i % run.n);
      const int64_t total =
          Products(sum, in, weights, i / run.n, channel) +
          (biases.empty() ? 0 : static_cast<int64_t>(biases[channel]));
      ASSERT_EQ(got[i], Finished(sum, total, channel, whole))
          << "row " << i / run.n << ", channel " << channel;
    }
  }
}

TEST(PackedSum, BytesOfRunsOfChannels) {
  const auto bias = RandomElements<int32_t>(kChannels, -30000, 30000, 3);
  for (const Halves halves : {Halves::kAwayFromZero, Halves::kUp}) {
    WeightedSum sum = IntegerSum(kTfLiteInt8, kTfLiteInt8, kTfLiteInt32);
    sum.halves = halves;
    ExpectIntegers<int8_t, int8_t>(sum, bias);
    // With halves of their own.
    sum = IntegerSum(kTfLiteUInt8, kTfLiteInt16, kTfLiteInt32);
    sum.halves = halves;
    for (QuantizedMultiplier& m : sum.multipliers) m = {1 << 30, -3};
    ExpectIntegers<uint8_t, int16_t>(sum, bias);
  }
  ExpectIntegers<int8_t, int8_t>(
      IntegerSum(kTfLiteInt8, kTfLiteInt8, kTfLiteNoType),
      std::vector<int32_t>());
}

TEST(PackedSum, BiasesOf64BitsAreAddedModulo2To32) {
  std::vector<int64_t> bias;
  for (const int32_t b : RandomElements<int32_t>(kChannels, -30000, 30000, 4)) {
    bias.push_back(b + (static_cast<int64_t>(bias.size()) - 3) * (1LL << 32));
  }
  ExpectIntegers<int8_t, int8_t>(
      IntegerSum(kTfLiteInt8, kTfLiteInt8, kTfLiteInt64), bias);
}

TEST(PackedSum, WordsHaveSumsOfEitherWidth) {
  ExpectIntegers<int16_t, int16_t>(
      IntegerSum(kTfLiteInt16, kTfLiteInt16, kTfLiteInt32),
      RandomElements<int32_t>(kChannels, -9999999, 9999999, 5));
  WeightedSum sum = IntegerSum(kTfLiteInt16, kTfLiteInt16, kTfLiteInt64);
  sum.wide_accumulator = true;
  // Beyond 32 bits, with factors that bring them back.
  for (QuantizedMultiplier& m : sum.multipliers) m.shift -= 8;
  const auto bias =
      RandomElements<int64_t>(kChannels, -9999999999, 9999999999, 6);
  for (const bool whole : {false, true}) {
    ExpectIntegers<int16_t, int16_t>(sum, bias, whole);
  }
  sum.bias_type = kTfLiteNoType;
  ExpectIntegers<int16_t, int16_t>(sum, std::vector<int64_t>());
}

// ---- hybrid sums ----

TEST(PackedSum, HybridRowsOfEitherSign) {
  const auto weights = RandomElements<int8_t>(kChannels * kDepth, -127, 127, 7);
  const std::vector<float> bias = {1, -2, 3, -4, 5, -6, 7},
                           scales = {0.5f, 2.0f, 0.25f, 1.0f, 4.0f};
  const auto values = RandomElements<uint8_t>(kRows * kDepth, 0, 255, 8);
  for (int variant = 0; variant < 16; ++variant) {
    const bool is_unsigned = (variant & 1) != 0, has_bias = (variant & 2) != 0;
    const bool symmetric = (variant & 4) != 0, per_channel = variant >= 8;
    SCOPED_TRACE(variant);
    WeightedSum sum = HybridSum();
    // Otherwise, the scale is that of the tensor when weights are set, 1.
    if (!per_channel) {
      sum.weights_scales = {9.0f};
      sum.weights_constant = false;
    }
    if (has_bias) sum.bias_type = kTfLiteFloat32;
    std::vector<int32_t> zero_points = {3, -100, 0, 127, -5};
    for (int32_t& z : zero_points) z += is_unsigned ? 128 : 0;
    PackedSumRows rows;
    rows.values = reinterpret_cast<const int8_t*>(values.data());
    rows.scales = scales.data();
    rows.zero_points = symmetric ? nullptr : zero_points.data();
    rows.rows_per_scale = symmetric ? 2 : 1;
    rows.is_unsigned = is_unsigned;
    for (const Channels& run : kRuns) {
      const PackedSum packed =
          Packed(sum, run, weights, has_bias ? bias.data() : nullptr);
      const auto got = RunRows<float>(packed, run.n, values, kDepth, &rows);
      for (int64_t i = 0; i < kRows * run.n; ++i) {
        const int64_t row = i / run.n, channel = run.first + i % run.n;
        const int64_t scale = row / rows.rows_per_scale;
        const int32_t zero_point =
            symmetric ? (is_unsigned ? 128 : 0) : zero_points[scale];
        int32_t total = 0;
        for (int64_t d = 0; d < kDepth; ++d) {
          const uint8_t byte = values[row * kDepth + d];
          const int32_t value =
              is_unsigned ? int32_t{byte} : int32_t{static_cast<int8_t>(byte)};
          total += (value - zero_point) * weights[channel * kDepth + d];
        }
        const float of_channel =
            per_channel ? sum.weights_scales[channel] : 1.0f;
        ASSERT_EQ(got[i],
                  static_cast<float>(total) * (scales[scale] * of_channel) +
                      (has_bias ? bias[channel] : 0.0f))
            << "row " << row << ", channel " << channel;
      }
    }
  }
}

TEST(PackedSum, SupportsWeightsOfBytesWhoseSumsFit) {
  WeightedSum sum = HybridSum();
  EXPECT_TRUE(PackedSum::Supports(sum, 32999));
  EXPECT_FALSE(PackedSum::Supports(sum, 33000));
  sum.blocks.size = 32;
  EXPECT_FALSE(PackedSum::Supports(sum, 32));
  sum = IntegerSum(kTfLiteInt16, kTfLiteInt16, kTfLiteInt64);
  EXPECT_TRUE(PackedSum::Supports(sum, 33000));
  sum.weights_type = kTfLiteInt16;
  EXPECT_FALSE(PackedSum::Supports(sum, 3));
}

// ---- what Init keeps ----

TEST(PackedSum, KeepsWeightsOfTheSameExtents) {
  PackedSum packed;
  const std::vector<float> weights(2 * kChannels * kDepth, 1.0f);
  const auto keeps = [&](const WeightedSum& sum, int32_t n, int64_t depth) {
    EXPECT_TRUE(packed.Init(sum, 0, n, depth).ok());
    const bool kept = packed.has_weights();
    EXPECT_TRUE(packed.SetWeights({weights.data(), depth, 1}, 1.0f).ok());
    EXPECT_TRUE(packed.has_weights());
    return kept;
  };
  WeightedSum sum = FloatSum();
  EXPECT_FALSE(keeps(sum, 5, kDepth));
  EXPECT_TRUE(keeps(sum, 5, kDepth));
  EXPECT_FALSE(keeps(sum, 4, kDepth));
  EXPECT_FALSE(keeps(sum, 4, kDepth - 1));
  EXPECT_TRUE(keeps(sum, 4, kDepth - 1));
  sum.weights_constant = false;
  EXPECT_FALSE(keeps(sum, 4, kDepth - 1));
  EXPECT_TRUE(keeps(sum, 4, kDepth - 1));
  sum.weights_constant = true;
  EXPECT_FALSE(keeps(sum, 4, kDepth - 1));
  EXPECT_FALSE(keeps(HybridSum(), 4, kDepth - 1));
  EXPECT_TRUE(keeps(HybridSum(), 4, kDepth - 1));
}

// Results of rows of zeros, which are those of the bias.
std::vector<int8_t> OfBias(PackedSum& packed, const std::vector<int32_t>& bias,
                           int32_t zero_point) {
  packed.SetBias(bias.data());
  const std::vector<int8_t> in(kDepth, static_cast<int8_t>(zero_point));
  return RunRows<int8_t>(packed, static_cast<int64_t>(bias.size()), in, kDepth);
}

// Those of kept weights, too.
TEST(PackedSum, FactorsAreThoseOfTheLastInitAndBias) {
  WeightedSum sum = IntegerSum(kTfLiteInt8, kTfLiteInt8, kTfLiteInt32);
  const auto weights = RandomElements<int8_t>(kChannels * kDepth, -128, 127, 9);
  const std::vector<int32_t> bias(kChannels, 10);
  for (QuantizedMultiplier& m : sum.multipliers) m = QuantizeMultiplier(2.5);
  PackedSum packed = Packed(sum, kRuns[0], weights, bias.data());
  const int32_t zero_point = sum.input_zero_point;
  EXPECT_EQ(OfBias(packed, bias, zero_point), std::vector<int8_t>(7, 25 + 3));
  // The left shift overflows, which leaves nothing of it.
  EXPECT_EQ(OfBias(packed, std::vector<int32_t>(7, 1 << 30), zero_point),
            std::vector<int8_t>(7, 3));
  EXPECT_EQ(OfBias(packed, bias, zero_point), std::vector<int8_t>(7, 25 + 3));
  for (QuantizedMultiplier& m : sum.multipliers) m = QuantizeMultiplier(0.5);
  ASSERT_TRUE(packed.Init(sum, 0, kChannels, kDepth).ok());
  ASSERT_TRUE(packed.has_weights());
  EXPECT_EQ(OfBias(packed, bias, zero_point), std::vector<int8_t>(7, 5 + 3));
}

TEST(PackedSum, ABiasIsForgottenWhereThereIsNoneLater) {
  const std::vector<float> ones(kChannels * kDepth, 1.0f),
      bias(kChannels, 100.0f), row(kDepth, 1.0f);
  WeightedSum sum = FloatSum();
  sum.bias_type = kTfLiteFloat32;
  PackedSum floats = Packed(sum, kRuns[0], ones, bias.data());
  EXPECT_EQ(RunRows<float>(floats, kChannels, row, kDepth),
            std::vector<float>(kChannels, 137.0f));
  ASSERT_TRUE(floats.Init(FloatSum(), 0, kChannels, kDepth).ok());
  floats.SetBias(nullptr);
  EXPECT_EQ(RunRows<float>(floats, kChannels, row, kDepth),
            std::vector<float>(kChannels, 37.0f));

  sum = IntegerSum(kTfLiteInt16, kTfLiteInt16, kTfLiteInt64);
  sum.wide_accumulator = true;
  for (QuantizedMultiplier& m : sum.multipliers) m = QuantizeMultiplier(1.0);
  const std::vector<int8_t> weights(kChannels * kDepth, 1);
  const std::vector<int64_t> wide_bias(kChannels, 100);
  const std::vector<int16_t> words(kDepth, 1);
  PackedSum wide = Packed(sum, kRuns[0], weights, wide_bias.data());
  EXPECT_EQ(RunRows<int16_t>(wide, kChannels, words, kDepth),
            std::vector<int16_t>(kChannels, 137));
  sum.bias_type = kTfLiteNoType;
  ASSERT_TRUE(wide.Init(sum, 0, kChannels, kDepth).ok());
  wide.SetBias(nullptr);
  EXPECT_EQ(RunRows<int16_t>(wide, kChannels, words, kDepth),
            std::vector<int16_t>(kChannels, 37));
}

// ---- memory ----

// Windows of 3 by 3 pixels of three bytes, with padding.
GemmWindow SmallWindow() {
  return {{1, 9, 9, 3, 9, 9, 0, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, 3, 3};
}

// Only of INT8 by INT8 without zero points of weights; where lines have padding
// depends on the instruction set.
TEST(PackedSum, WindowsOfBytesHaveLinesWithPaddingWhereThatPays) {
  const GemmWindow window = SmallWindow();
  const int64_t k = window.depth();
  const bool pays = GemmRunOf(window, kChannels) != 0;
  const auto is_padded = [&](WeightedSum sum) {
    sum.weights_constant = false;  // so that Init makes room for them
    PackedSum with, without;
    EXPECT_TRUE(with.Init(sum, 0, kChannels, k, &window).ok());
    EXPECT_TRUE(without.Init(sum, 0, kChannels, k).ok());
    return with.MemoryBytes() > without.MemoryBytes();
  };
  WeightedSum sum = IntegerSum(kTfLiteInt8, kTfLiteInt8, kTfLiteInt32);
  EXPECT_EQ(is_padded(sum), pays);
  EXPECT_EQ(is_padded(HybridSum()), pays);
  sum.weights_type = kTfLiteUInt8;
  sum.weights_zero_point = 128;
  EXPECT_EQ(is_padded(sum), pays);
  sum.weights_zero_point = 127;
  EXPECT_FALSE(is_padded(sum));
  EXPECT_FALSE(is_padded(IntegerSum(kTfLiteInt16, kTfLiteInt16, kTfLiteInt32)));
  // Those with other lines are packed anew.
  PackedSum packed;
  const std::vector<int8_t> weights(kChannels * k, 1);
  ASSERT_TRUE(packed.Init(HybridSum(), 0, kChannels, k).ok());
  ASSERT_TRUE(packed.SetWeights({weights.data(), k, 1}, 1.0f).ok());
  ASSERT_TRUE(packed.Init(HybridSum(), 0, kChannels, k, &window).ok());
  EXPECT_EQ(packed.has_weights(), !pays);
}

TEST(PackedSum, WindowsGiveTheResultsOfRows) {
  const GemmWindow window = SmallWindow();
  const int64_t k = window.depth(), rows = window.rows();
  const WeightedSum sum = IntegerSum(kTfLiteInt8, kTfLiteInt8, kTfLiteNoType);
  const auto image = RandomElements<int8_t>(9 * 9 * 3, -128, 127, 1),
             weights = RandomElements<int8_t>(kChannels * k, -128, 127, 2);
  std::vector<int8_t> windows;
  for (int64_t i = 0; i < rows * k; ++i) {
    const int64_t row = i / k, tap = i % k / 3;
    const int64_t y = row / 9 + tap / 3 - 1, x = row % 9 + tap % 3 - 1;
    const bool is_inside = y >= 0 && y < 9 && x >= 0 && x < 9;
    windows.push_back(is_inside ? image[(y * 9 + x) * 3 + i % 3]
                                : static_cast<int8_t>(sum.input_zero_point));
  }
  PackedSum packed;
  ASSERT_TRUE(packed.Init(sum, 0, kChannels, k, &window).ok());
  ASSERT_TRUE(packed.SetWeights({weights.data(), k, 1}, 1.0f).ok());
  packed.SetBias(nullptr);
  const GemmPlan plan = packed.Plan(rows, &window, 1);
  GemmBuffer scratch;
  ASSERT_TRUE(scratch.Allocate(plan.scratch_bytes() + 64));
  std::vector<int8_t> out(static_cast<size_t>(rows * kChannels));
  PackedSum::Job job;
  job.plan = &plan;
  job.left = {image.data(), rows, 3, &window};
  job.out = out.data();
  job.layout.row_stride = kChannels;
  job.scratch = scratch.data();
  ThreadPool alone(1);
  packed.Run(job, alone);
  EXPECT_EQ(out, RunPacked<int8_t>(sum, windows, k, weights.data(), nullptr));
}

// Of so many channels that each part shows.
TEST(PackedSum, ReportsTheMemoryOfAllParts) {
  constexpr int32_t kMany = 20000;
  const std::vector<int64_t> zeros(kMany);  // of any type
  WeightedSum with_bias = FloatSum(), hybrid = HybridSum();
  with_bias.bias_type = hybrid.bias_type = kTfLiteFloat32;
  WeightedSum wide = IntegerSum(kTfLiteInt16, kTfLiteInt16, kTfLiteInt64);
  wide.wide_accumulator = true;
  for (WeightedSum sum : {FloatSum(), with_bias, hybrid, wide,
                          IntegerSum(kTfLiteInt8, kTfLiteInt8, kTfLiteInt32)}) {
    sum.channels = kMany;
    if (!sum.weights_scales.empty()) sum.weights_scales.resize(kMany, 0.5f);
    if (!sum.multipliers.empty()) {
      sum.multipliers.resize(kMany, sum.multipliers[0]);
    }
    PackedSum packed;
    EXPECT_TRUE(ReportsItsMemory([&] {
      EXPECT_TRUE(packed.Init(sum, 0, kMany, 1).ok());
      EXPECT_TRUE(packed.SetWeights({zeros.data(), 1, 1}, 1.0f).ok());
      packed.SetBias(sum.bias_type == kTfLiteNoType ? nullptr : zeros.data());
      return packed.MemoryBytes();
    })) << "kind "
        << static_cast<int>(sum.kind) << ", bias "
        << TfLiteTypeGetName(sum.bias_type);
  }
}

TEST(PackedSum, HoldsNoConstantWeightsWhenTheyMayChange) {
  const std::vector<float> weights(kChannels * kDepth, 1.0f);
  WeightedSum sum = FloatSum();
  PackedSum packed = Packed(sum, kRuns[0], weights, nullptr);
  const size_t bytes = packed.MemoryBytes();
  sum.weights_constant = false;
  ASSERT_TRUE(packed.Init(sum, 0, kChannels, kDepth).ok());
  EXPECT_FALSE(packed.has_weights());
  EXPECT_EQ(packed.MemoryBytes(), bytes);
}

// Of so many weights that threads share them.
TEST(PackedSum, ThreadsPackTheSameWeights) {
  constexpr int32_t kMany = 600;
  constexpr int64_t kDeep = 300;
  std::vector<float> weights;
  for (const int v : RandomElements<int>(kMany * kDeep, -8, 8, 10)) {
    weights.push_back(static_cast<float>(v));
  }
  const std::vector<float> row(kDeep, 1.0f);
  WeightedSum sum = FloatSum();
  sum.channels = kMany;
  ThreadPool threads(3);
  PackedSum packed;
  ASSERT_TRUE(packed.Init(sum, 0, kMany, kDeep).ok());
  ASSERT_TRUE(
      packed.SetWeights({weights.data(), kDeep, 1}, 1.0f, &threads).ok());
  packed.SetBias(nullptr);
  std::vector<float> want(kMany);
  for (int64_t i = 0; i < kMany * kDeep; ++i) want[i / kDeep] += weights[i];
  EXPECT_EQ(RunRows<float>(packed, kMany, row, kDeep), want);
}

}  // namespace
}  // namespace tflite::kernels
