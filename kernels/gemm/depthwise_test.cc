#include "kernels/gemm/depthwise.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/gemm/sinks.h"
#include "kernels/testing/guarded_memory.h"

namespace tflite::kernels {
namespace {

using DepthwiseTest = GemmTest;

TEST_P(DepthwiseTest, IntegersAgreeWithPlainLoops) {
  for (const int64_t channels : {1, 7, 8, 16, 31, 64, 65, 130}) {
    for (const int64_t taps : {1, 2, 4, 9, 25}) {
      for (const bool is_unsigned : {false, true}) {
        for (const int32_t weight_zero_point :
             {is_unsigned ? 128 : 0, is_unsigned ? 99 : 0,
              is_unsigned ? 255 : 0}) {
          const int32_t zero_point = is_unsigned ? 255 : -128;
          const std::vector<uint8_t> in =
              Random<uint8_t>(taps * channels, 0, 255);
          const std::vector<int8_t> weights =
              Random<int8_t>(taps * channels, -128, 127);
          const std::vector<int32_t> bias =
              Random<int32_t>(channels, -999, 999);
          DepthwiseWeights packed(isa());
          packed.Pack(weights.data(), is_unsigned, weight_zero_point, taps,
                      channels);
          std::vector<int32_t> start(packed.padded_channels()),
              sums(packed.padded_channels());
          packed.Start(is_unsigned, zero_point, bias.data(), start.data());
          // Nothing may be read after the last tap's channels.
          const GuardedValues<uint8_t> data(in);
          std::vector<const uint8_t*> pointers(packed.padded_taps(),
                                               data.data());
          for (int64_t t = 0; t < taps; ++t)
            pointers[t] = data.data() + t * channels;
          packed.Run(pointers.data(), is_unsigned, zero_point, start.data(),
                     sums.data());
          for (int64_t c = 0; c < channels; ++c) {
            int32_t want = bias[c];
            for (int64_t t = 0; t < taps; ++t) {
              const uint8_t a = in[t * channels + c];
              const int8_t w = weights[t * channels + c];
              want += is_unsigned
                          ? (a - zero_point) *
                                (static_cast<uint8_t>(w) - weight_zero_point)
                          : (static_cast<int8_t>(a) - zero_point) * w;
            }
            ASSERT_EQ(sums[c], want)
                << channels << " channels, " << taps << " taps, "
                << (is_unsigned ? "uint8" : "int8") << " at " << c;
          }
        }
      }
    }
  }
}

constexpr int64_t kLineWidth = 21, kLineTaps = 12;

// A line whose results reach over the image at both ends, the first of its
// image's lines perhaps outside.
DepthwiseIntLine LineOf(int64_t channels, int stride, bool cut,
                        const uint8_t* in, const uint8_t* padding,
                        const int32_t* start) {
  DepthwiseIntLine line = {};
  line.stride = stride;
  line.pixels = stride == 2 ? 11 : kLineWidth;
  line.left = -1;
  line.width = kLineWidth;
  for (int64_t l = 0; l < 3; ++l) {
    const bool inside = l > 0 || !cut;
    line.in[l] = inside ? in + l * kLineWidth * channels : padding;
    line.column_step[l] = inside ? channels : 0;
  }
  line.padding = padding;
  line.start = start;
  return line;
}

// A line whose results have columns of their own, in any order.
DepthwiseIntLine ApartLine(int64_t channels, const uint8_t* in,
                           const int32_t* start) {
  DepthwiseIntLine line = LineOf(channels, 0, false, in, nullptr, start);
  line.pixels = kLineWidth - 2;
  line.apart[1] = 2 * channels;
  line.apart[2] = channels;
  return line;
}

// The sums of the line's results, one after the other, by Run.
std::vector<int32_t> SumsOf(const DepthwiseIntLine& line, int64_t channels,
                            const DepthwiseWeights& packed, bool is_unsigned) {
  std::vector<int32_t> sums, one(packed.padded_channels());
  for (int64_t p = 0; p < line.pixels; ++p) {
    std::vector<const uint8_t*> taps(packed.padded_taps(), line.padding);
    if (line.stride == 0) std::fill(taps.begin(), taps.end(), line.in[0]);
    for (int64_t x = 0; x < 3; ++x) {
      for (int64_t l = 0; line.stride == 0 && l < 3; ++l) {
        taps[4 * x + l] = line.in[l] + line.apart[x] + p * line.column_step[l];
      }
      const int64_t at = line.left + p * line.stride + x;
      const bool inside = line.stride > 0 && at >= 0 && at < line.width;
      for (int64_t l = 0; inside && l < 3; ++l) {
        taps[4 * x + l] = line.in[l] + at * line.column_step[l];
      }
    }
    packed.Run(taps.data(), is_unsigned, line.zero_point, line.start,
               one.data());
    sums.insert(sums.end(), one.begin(), one.begin() + channels);
  }
  return sums;
}

// Of a line as bytes, by factors that have the float form or not.
void ExpectBytes(const GemmIsa& isa, const DepthwiseWeights& packed,
                 bool is_unsigned, DepthwiseIntLine line,
                 const std::vector<int32_t>& sums,
                 const std::vector<QuantizedMultiplier>& factors,
                 int32_t zero_point, ActivationRange<int32_t> range,
                 int64_t most_sum) {
  const auto channels = static_cast<int64_t>(factors.size());
  const GemmRequantizer requantizer(factors.data(), channels, zero_point, range,
                                    isa, Halves::kAwayFromZero, most_sum);
  std::vector<int8_t> got(sums.size() + 1, 99), want = got;
  line.to = requantizer.Results();
  line.to.out = got.data();
  line.to.out_stride = channels;
  packed.RunLine(line, is_unsigned);
  for (size_t i = 0; i < sums.size(); ++i) {
    const int32_t y =
        MultiplyByQuantizedMultiplier(sums[i], factors[i % channels]) +
        zero_point;
    want[i] = static_cast<int8_t>(std::clamp(y, range.min, range.max));
  }
  ASSERT_EQ(got, want);
}

// Parts of a byte's range and whole ones, with negative results, less the zero
// point, and without.
void ExpectRanges(const GemmIsa& isa, const DepthwiseWeights& packed,
                  bool is_unsigned, const DepthwiseIntLine& line,
                  const std::vector<int32_t>& sums,
                  const std::vector<QuantizedMultiplier>& factors) {
  int64_t most_sum = 0;
  for (int32_t sum : sums)
    most_sum = std::max<int64_t>(most_sum, std::abs(sum));
  const auto expect = [&](int32_t zero_point, int32_t min, int32_t max) {
    for (const int64_t most : {most_sum, GemmRequantizer::kAnySum}) {
      ExpectBytes(isa, packed, is_unsigned, line, sums, factors, zero_point,
                  {min, max}, most);
    }
  };
  for (const int32_t least : {-100, -3, -128}) expect(-3, least, 127);
  expect(-128, -128, 127);
  for (const int32_t zero_point : {0, 200}) expect(zero_point, 0, 255);
}

void ExpectFloats(const DepthwiseWeights& packed, bool is_unsigned,
                  DepthwiseIntLine line, const std::vector<int32_t>& sums,
                  const std::vector<float>& scales, const float* bias) {
  const auto channels = static_cast<int64_t>(scales.size());
  std::vector<float> got(sums.size() + 1, 99.0f), want = got;
  line.to.column_scale = scales.data();
  line.to.row_scale = 0.5f;
  line.to.bias = bias;
  line.to.min = -900;
  line.to.max = 5000;
  line.to.out = got.data();
  line.to.out_stride = channels;
  packed.RunLine(line, is_unsigned);
  for (size_t i = 0; i < sums.size(); ++i) {
    const int64_t c = static_cast<int64_t>(i) % channels;
    const float y = static_cast<float>(sums[i]) * (scales[c] * 0.5f) +
                    (bias == nullptr ? 0 : bias[c]);
    want[i] = std::clamp(y, -900.0f, 5000.0f);
  }
  ASSERT_EQ(got, want);
}

// What RunLine makes of a line is what Run makes of each result.
void ExpectLine(const GemmIsa& isa, const DepthwiseWeights& packed,
                bool is_unsigned, const DepthwiseIntLine& line,
                const std::vector<std::vector<QuantizedMultiplier>>& factors,
                const std::vector<float>& scales, const float* bias) {
  SCOPED_TRACE(testing::Message() << "stride " << line.stride);
  const auto channels = static_cast<int64_t>(scales.size());
  const std::vector<int32_t> sums = SumsOf(line, channels, packed, is_unsigned);
  for (const auto& some : factors) {
    ExpectRanges(isa, packed, is_unsigned, line, sums, some);
  }
  ExpectFloats(packed, is_unsigned, line, sums, scales, bias);
}

bool HasIntegerLines(const GemmIsa& isa) {
  if (isa.depthwise_bytes.line != nullptr ||
      isa.depthwise_int16.line != nullptr) {
    return true;
  }
#if defined(__aarch64__)
  EXPECT_STRNE(isa.name, "neon");
#endif
  EXPECT_STRNE(isa.name, "dotprod");
  EXPECT_STRNE(isa.name, "i8mm");
  EXPECT_STRNE(isa.name, "avx2");
  EXPECT_STRNE(isa.name, "avx512vnni");
  return false;
}

TEST_P(DepthwiseTest, IntegerLinesAgreeWithSingleResults) {
  if (!HasIntegerLines(isa())) return;
  for (const int64_t channels : {1, 7, 8, 16, 33, 64, 150}) {
    // Nothing may be read after the last pixel and the padding.
    const GuardedValues<uint8_t> in(
        Random<uint8_t>(3 * kLineWidth * channels, 0, 255));
    const GuardedValues<uint8_t> padding(Random<uint8_t>(channels, 0, 255));
    const std::vector<float> scales = Floats(channels), bias = Floats(channels);
    for (int variant = 0; variant < 16; ++variant) {
      SCOPED_TRACE(testing::Message()
                   << channels << " channels, variant " << variant);
      const bool is_unsigned = (variant & 1) != 0;
      const int32_t weight_zero_point =
          is_unsigned && (variant & 8) != 0 ? 99 : 0;
      std::vector<int8_t> weights =
          Random<int8_t>(kLineTaps * channels,
                         is_unsigned && weight_zero_point == 0 ? 0 : -128, 127);
      for (int64_t t = 3; t < kLineTaps; t += 4) {
        std::fill_n(&weights[t * channels], channels,
                    static_cast<int8_t>(weight_zero_point));
      }
      DepthwiseWeights packed(isa());
      packed.Pack(weights.data(), is_unsigned, weight_zero_point, kLineTaps,
                  channels);
      if (!packed.has_line()) {
        // Kernels of bytes without lines, and of words with them.
        ASSERT_NE(isa().depthwise_bytes.run, nullptr);
        continue;
      }
      const auto start = Random<int32_t>(packed.padded_channels(), -999, 999);
      std::vector<DepthwiseIntLine> lines = {
          LineOf(channels, (variant & 2) != 0 ? 2 : 1, (variant & 4) != 0,
                 in.data(), padding.data(), start.data())};
      if (packed.has_apart_lines()) {
        lines.push_back(ApartLine(channels, in.data(), start.data()));
      }
      std::vector<std::vector<QuantizedMultiplier>> factors;
      for (const int largest_shift : {-1, 1}) {
        std::vector<QuantizedMultiplier>& some = factors.emplace_back(channels);
        for (auto& f : some) {
          f = {Random<int32_t>(1, 1 << 30, 0x7FFFFFFF)[0],
               Random<int32_t>(1, -9, largest_shift)[0]};
        }
        some[variant % channels] = {0, 0};  // a dead channel
      }
      for (DepthwiseIntLine& line : lines) {
        line.zero_point = is_unsigned ? 255 : -128;
        ExpectLine(isa(), packed, is_unsigned, line, factors, scales,
                   (variant & 8) != 0 ? nullptr : bias.data());
      }
    }
  }
}

// Results do not show how weights are packed. Those that fit a byte take one
// byte if the kernel multiplies bytes; others take two, as all do for kernels
// of words.
TEST_P(DepthwiseTest, WeightsTakeAsFewBytesAsTheyNeed) {
  constexpr int64_t kTaps = 9, kChannels = 64;
  const auto packed_bytes = [&](uint8_t weight, int32_t zero_point) {
    std::vector<int8_t> weights(kTaps * kChannels,
                                static_cast<int8_t>(zero_point));
    weights.back() = static_cast<int8_t>(weight);
    DepthwiseWeights packed(isa());
    packed.Pack(weights.data(), /*is_unsigned=*/true, zero_point, kTaps,
                kChannels);
    return packed.MemoryBytes() - 4 * kChannels;  // without the sums
  };
  const DepthwiseIntKernel& bytes = isa().depthwise_bytes;
  const DepthwiseIntKernel& words = isa().depthwise_int16;
  const auto expected = [&](const DepthwiseIntKernel& kernel, size_t each) {
    const int64_t groups = (kTaps + kernel.group - 1) / kernel.group;
    const int64_t blocks = (kChannels + kernel.block - 1) / kernel.block;
    return static_cast<size_t>(groups * kernel.group * blocks * kernel.block) *
           each;
  };
  // Weights minus their zero points: 127, -128; 128, -129, 254, -255; 255.
  const std::pair<uint8_t, int32_t> one[] = {{255, 128}, {0, 128}};
  const std::pair<uint8_t, int32_t> two[] = {
      {255, 127}, {0, 129}, {255, 1}, {0, 255}};
  const bool has_bytes = bytes.run != nullptr;
  for (const auto& [weight, zero] : one) {
    EXPECT_EQ(packed_bytes(weight, zero),
              has_bytes ? expected(bytes, 1) : expected(words, 2))
        << isa().name << ": " << weight - zero;
  }
  for (const auto& [weight, zero] : two) {
    EXPECT_EQ(packed_bytes(weight, zero),
              has_bytes ? expected(bytes, 2) : expected(words, 2))
        << isa().name << ": " << weight - zero;
  }
  EXPECT_EQ(packed_bytes(255, 0), expected(words, 2)) << isa().name;
}

TEST_P(DepthwiseTest, FloatsAgreeWithPlainLoops) {
  constexpr int64_t kTaps = 6, kWidth = 20;
  for (const int64_t channels : {1, 8, 15, 16, 33, 70}) {
    const std::vector<float> in = Random<float>(kWidth * channels, -9, 9),
                             weights = Random<float>(kTaps * channels, -9, 9),
                             bias = Random<float>(channels, -9, 9);
    std::vector<int64_t> offsets, weight_offsets;
    for (int64_t t = 0; t < kTaps; ++t) {
      offsets.push_back(2 * t * channels);
      weight_offsets.push_back((kTaps - 1 - t) * channels);
    }
    for (int pixels = 1; pixels <= kDepthwiseMaxPixels; ++pixels) {
      std::vector<float> out(kDepthwiseMaxPixels * channels, 0.5f);
      DepthwiseFloatTile tile;
      tile.channels = channels;
      tile.pixels = pixels;
      tile.in = in.data();
      tile.pixel_step = 3 * channels;
      tile.taps = kTaps;
      tile.offsets = offsets.data();
      tile.weight_offsets = weight_offsets.data();
      tile.weights = weights.data();
      tile.bias = pixels == 2 ? nullptr : bias.data();
      tile.min = -50;
      tile.max = 60;
      tile.out = out.data();
      tile.out_step = channels;
      isa().depthwise_float(tile);
      for (int64_t i = 0; i < kDepthwiseMaxPixels * channels; ++i) {
        const int64_t p = i / channels, c = i % channels;
        float want = 0.5f;
        if (p < pixels) {
          want = tile.bias == nullptr ? 0 : bias[c];
          for (int64_t t = 0; t < kTaps; ++t) {
            want += in[(3 * p + 2 * t) * channels + c] *
                    weights[(kTaps - 1 - t) * channels + c];
          }
          want = std::min(60.0f, std::max(-50.0f, want));
        }
        ASSERT_EQ(out[i], want)
            << channels << " channels, " << pixels << " pixels";
      }
    }
  }
}

TEST_P(DepthwiseTest, LinesAgreeWithPlainLoops) {
  if (isa().depthwise_float_line == nullptr) {
    // Then others run them; the fastest rows have one.
    ASSERT_NE(&isa(), GemmAvx512());
    ASSERT_NE(&isa(), GemmAvx2());
    return;
  }
  // More than what is computed of all channels at a time.
  constexpr int64_t kPixels = 30, kWidth = 2 * kPixels + 3;
  for (const int64_t channels : {1, 8, 16, 33, 70}) {
    const std::vector<float> in = Random<float>(3 * kWidth * channels, -9, 9),
                             weights = Random<float>(9 * channels, -9, 9),
                             bias = Random<float>(channels, -9, 9);
    for (int lines = 1; lines <= 3; ++lines) {
      for (int variant = 0; variant < 8; ++variant) {
        const int stride = variant % 2 + 1;
        std::vector<float> out(kPixels * channels);
        DepthwiseFloatLine line;
        line.channels = channels;
        line.pixels = kPixels;
        line.cut_first = (variant & 2) != 0;
        line.cut_last = (variant & 4) != 0;
        line.lines = lines;
        line.stride = stride;
        for (int l = 0; l < 3; ++l) line.in[l] = &in[l * kWidth * channels];
        line.column_step = channels;
        line.weights = weights.data();
        line.tap_step = channels;
        line.bias = lines == 2 ? nullptr : bias.data();
        line.min = -50;
        line.max = 60;
        line.out = out.data();
        line.out_step = channels;
        isa().depthwise_float_line(line);
        for (int64_t i = 0; i < kPixels * channels; ++i) {
          const int64_t p = i / channels, c = i % channels;
          float want = line.bias == nullptr ? 0 : bias[c];
          for (int64_t t = 0; t < 3 * lines; ++t) {
            if (line.cut_first && p == 0 && t % 3 == 0) continue;
            if (line.cut_last && p == kPixels - 1 && t % 3 == 2) continue;
            want += line.in[t / 3][(p * stride + t % 3) * channels + c] *
                    weights[t * channels + c];
          }
          want = std::min(60.0f, std::max(-50.0f, want));
          ASSERT_EQ(out[i], want) << channels << " channels, " << lines
                                  << " lines, variant " << variant;
        }
      }
    }
  }
}

// What plain loops give for result p in channel c of a single row.
float LineResult(const DepthwiseFloatLine& line, int64_t p, int64_t c) {
  float sum = line.bias == nullptr ? 0 : line.bias[c];
  const int64_t first = std::max<int64_t>(0, line.cut_first - p * line.stride);
  const int64_t behind = line.pixels - 1 - p;
  const int64_t end =
      line.taps - std::max<int64_t>(0, line.cut_last - behind * line.stride);
  for (int l = 0; l < line.lines; ++l) {
    for (int64_t t = first; t < end; ++t) {
      sum += line.in[l][(p * line.stride + t) * line.column_step + c] *
             line.weights[(l * line.taps + t) * line.tap_step + c];
    }
  }
  return std::min(line.max, std::max(line.min, sum));
}

// Any number of lines, columns cut on both sides, bounds that change nothing.
TEST_P(DepthwiseTest, LinesOfFiveTapsAgreeWithPlainLoops) {
  constexpr int kTaps = 5;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (!isa().depthwise_five_taps) {
    ASSERT_NE(&isa(), GemmAvx512());
    ASSERT_NE(&isa(), GemmAvx2());
    return;
  }
  for (const int64_t channels : {1, 8, 21, 37}) {
    for (const int64_t pixels : {4, 5, 7, 9, 12, 19, 31}) {
      const int64_t width = 2 * pixels + kTaps;
      const std::vector<float> in =
          Random<float>(kTaps * width * channels, -9, 9);
      const std::vector<float> weights =
          Random<float>(kTaps * kTaps * channels, -9, 9);
      const std::vector<float> bias = Random<float>(channels, -9, 9);
      for (int variant = 0; variant < 90; ++variant) {
        std::vector<float> out(pixels * channels + 1, 0.5f);
        DepthwiseFloatLine line;
        line.channels = line.column_step = line.tap_step = line.out_step =
            channels;
        line.pixels = pixels;
        line.stride = variant % 2 + 1;
        line.lines = variant / 2 % 5 + 1;
        line.cut_first = variant / 10 % 3;
        line.cut_last = variant / 30;
        line.taps = kTaps;
        for (int l = 0; l < kTaps; ++l) line.in[l] = &in[l * width * channels];
        line.weights = weights.data();
        line.bias = line.cut_first == 1 ? nullptr : bias.data();
        line.min = line.cut_last == 1 ? -kInfinity : -150;
        line.max = line.cut_last == 1 ? kInfinity : 160;
        line.out = out.data();
        isa().depthwise_float_line(line);
        for (int64_t i = 0; i < pixels * channels; ++i) {
          ASSERT_EQ(out[i], LineResult(line, i / channels, i % channels))
              << channels << " channels, " << pixels << " pixels, variant "
              << variant << " at " << i;
        }
        ASSERT_EQ(out.back(), 0.5f);
      }
    }
  }
}

// Also of pixels whose distance is a multiple of 2 KB.
TEST_P(DepthwiseTest, RowsOfLinesHaveTheBitsOfEach) {
  if (isa().depthwise_float_line == nullptr) return;  // there are no lines
  constexpr int64_t kWidth = 29;
  for (const int64_t channels : {1, 16, 37, 256, 512}) {
    const std::vector<float> in = Random<float>(5 * kWidth * channels, -9, 9),
                             weights = Random<float>(9 * channels, -9, 9),
                             bias = Random<float>(channels, -9, 9);
    for (int variant = 0; variant < 8; ++variant) {
      const int stride = variant % 2 + 1;
      DepthwiseFloatLine line;
      line.channels = line.column_step = line.tap_step = line.out_step =
          channels;
      line.pixels = variant == 0 ? 1 : 13;
      line.cut_first = (variant & 2) != 0;
      line.cut_last = (variant & 4) != 0;
      line.lines = 3;
      line.stride = stride;
      line.weights = weights.data();
      line.bias = variant == 3 ? nullptr : bias.data();
      line.min = -50;
      line.max = 60;
      line.out_row_step = line.pixels * channels;
      for (int rows = 1; rows <= isa().depthwise_line_rows[stride]; ++rows) {
        std::vector<float> together(rows * line.out_row_step), one(together);
        for (int r = 0; r < rows; ++r) {
          for (int l = 0; l < 3; ++l) {
            line.in[l] = &in[(r * stride + l) * kWidth * channels];
          }
          line.rows = 1;
          line.out = &one[r * line.out_row_step];
          isa().depthwise_float_line(line);
        }
        for (int l = 0; l < (rows - 1) * stride + 3; ++l) {
          line.in[l] = &in[l * kWidth * channels];
        }
        line.rows = rows;
        line.out = together.data();
        isa().depthwise_float_line(line);
        ASSERT_EQ(together, one) << channels << " channels, " << rows
                                 << " rows, variant " << variant;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isas, DepthwiseTest, testing::ValuesIn(Isas()),
                         IsaName);

TEST(DepthwiseWeights, RefusesSizesBeyondReason) {
  EXPECT_TRUE(DepthwiseWeights::Supports(9, 1024));
  EXPECT_TRUE(DepthwiseWeights::Supports(1 << 20, 1024));
  EXPECT_FALSE(DepthwiseWeights::Supports((1 << 20) + 1, 1024));
  EXPECT_FALSE(DepthwiseWeights::Supports(1 << 20, 1025));
  EXPECT_FALSE(DepthwiseWeights::Supports(int64_t{1} << 31, 1));
  EXPECT_FALSE(DepthwiseWeights::Supports(int64_t{1} << 40, int64_t{1} << 40));
}

}  // namespace
}  // namespace tflite::kernels
