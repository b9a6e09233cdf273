#include "kernels/gemm/winograd/winograd.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/gemm/isa_test_fixture.h"
#include "kernels/gemm/winograd/winograd_bytes.h"
#include "kernels/math/fixed_point.h"

namespace {

// Requests of at least so many bytes fail.
std::atomic<size_t> failing_bytes{SIZE_MAX};

}  // namespace

void* operator new(size_t bytes) {
  void* const memory = bytes < failing_bytes ? std::malloc(bytes) : nullptr;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace tflite::kernels {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kUnwritten = 12345.0f;

struct Layer {
  ConvWindow window;
  float min = -kInfinity, max = kInfinity;
};

ConvWindow Window(int batch, int height, int width, int in, int out, int pad) {
  ConvWindow w;
  w.batch = batch;
  w.in_height = height;
  w.in_width = width;
  w.in_channels = in;
  w.out_height = height + 2 * pad - 2;
  w.out_width = width + 2 * pad - 2;
  w.out_channels = out;
  w.filter_height = w.filter_width = 3;
  w.pad_top = w.pad_bottom = w.pad_left = w.pad_right = pad;
  return w;
}

std::string Name(const ConvWindow& w) {
  std::string name;
  for (int v : {w.batch, w.in_height, w.in_width, w.in_channels, w.out_channels,
                w.pad_top}) {
    name += std::to_string(v) + " ";
  }
  return name;
}

class Winograd : public testing::TestWithParam<const GemmIsa*> {
 protected:
  const GemmIsa& isa() const { return *GetParam(); }

  std::vector<float> Uniform(int64_t n) {
    std::uniform_real_distribution<float> values(-1, 1);
    std::vector<float> v(static_cast<size_t>(n));
    for (float& x : v) x = values(engine_);
    return v;
  }

  void Make(const Layer& layer) {
    const ConvWindow& w = layer.window;
    input_ =
        Uniform(int64_t{w.batch} * w.in_height * w.in_width * w.in_channels);
    filters_ = Uniform(int64_t{w.out_channels} * 9 * w.in_channels);
    bias_ = Uniform(w.out_channels);
  }

  std::vector<float> Run(int edge, const Layer& layer, int num_threads) {
    const ConvWindow& w = layer.window;
    WinogradConv conv(edge, w.in_channels, w.out_channels, isa());
    ThreadPool threads(num_threads);
    EXPECT_TRUE(conv.SetFilters(filters_.data(), &threads).ok());
    const WinogradPlan plan = conv.Plan(w, num_threads);
    constexpr size_t kGuard = 256;
    GemmBuffer scratch;
    EXPECT_TRUE(scratch.Allocate(plan.scratch_bytes() + kGuard));
    auto* const guard =
        static_cast<uint8_t*>(scratch.data()) + plan.scratch_bytes();
    std::fill_n(guard, kGuard, 0xA7);
    const std::vector<float> zeros(w.in_channels);
    std::vector<float> out(Results(w) + kGuard, kUnwritten);
    WinogradConv::Args args;
    args.plan = &plan;
    args.in = input_.data();
    args.out = out.data();
    args.zeros = zeros.data();
    args.bias = bias_.data();
    args.min = layer.min;
    args.max = layer.max;
    args.scratch = scratch.data();
    conv.Run(args, threads);
    EXPECT_EQ(std::count(guard, guard + kGuard, 0xA7), kGuard);
    EXPECT_EQ(std::count(out.end() - kGuard, out.end(), kUnwritten), kGuard);
    out.resize(Results(w));
    return out;
  }

  static size_t Results(const ConvWindow& w) {
    return static_cast<size_t>(w.batch) * w.out_height * w.out_width *
           w.out_channels;
  }

  double Want(const Layer& layer, int64_t b, int64_t y, int64_t x, int64_t o) {
    const ConvWindow& w = layer.window;
    double sum = bias_[o];
    for (int64_t fy = 0; fy < 3; ++fy) {
      for (int64_t fx = 0; fx < 3; ++fx) {
        const int64_t in_y = y + fy - w.pad_top, in_x = x + fx - w.pad_left;
        if (in_y < 0 || in_y >= w.in_height || in_x < 0 || in_x >= w.in_width) {
          continue;
        }
        const float* in =
            &input_[((b * w.in_height + in_y) * w.in_width + in_x) *
                    w.in_channels];
        const float* filter =
            &filters_[((o * 3 + fy) * 3 + fx) * w.in_channels];
        for (int64_t c = 0; c < w.in_channels; ++c) {
          sum += double{in[c]} * double{filter[c]};
        }
      }
    }
    return std::clamp<double>(sum, layer.min, layer.max);
  }

  // With the tolerance of the conformance cases: a rounding error for each
  // product, and four of the result.
  void ExpectSums(int edge, const Layer& layer, int num_threads) {
    const ConvWindow& w = layer.window;
    Make(layer);
    const std::vector<float> got = Run(edge, layer, num_threads);
    const double tolerance = 9.0 * w.in_channels / (1 << 23);
    size_t at = 0;
    for (int64_t b = 0; b < w.batch; ++b) {
      for (int64_t y = 0; y < w.out_height; ++y) {
        for (int64_t x = 0; x < w.out_width; ++x) {
          for (int64_t o = 0; o < w.out_channels; ++o, ++at) {
            const double want = Want(layer, b, y, x, o);
            ASSERT_NEAR(got[at], want, tolerance + std::abs(want) / (1 << 21))
                << Name(w) << "edge " << edge << " at " << b << "," << y << ","
                << x << "," << o;
          }
        }
      }
    }
  }

  std::mt19937 engine_{20261128};
  std::vector<float> input_, filters_, bias_;
};

TEST_P(Winograd, GivesTheSums) {
  const int nr = isa().float_nr;
  for (const int edge : {2, 4}) {
    const int channels = edge == 2 ? 32 : 64;
    for (const ConvWindow& w :
         {Window(1, 8, 8, channels, nr, 1), Window(2, 7, 5, channels, nr, 0),
          Window(1, 3, 3, channels, 2 * nr, 0),
          Window(1, 1, 1, channels, nr, 1), Window(3, 9, 13, 80, nr, 1),
          Window(1, 6, 10, 144, 3 * nr, 2)}) {
      for (const int threads : {1, 2, 3}) ExpectSums(edge, {w}, threads);
    }
  }
}

TEST_P(Winograd, Clamps) {
  for (const int edge : {2, 4}) {
    ExpectSums(edge, {Window(1, 9, 9, 64, isa().float_nr, 1), 0.0f, 6.0f}, 1);
  }
}

TEST_P(Winograd, DoesNotDependOnThreads) {
  const Layer layer = {Window(1, 30, 31, 64, 4 * isa().float_nr, 1)};
  Make(layer);
  for (const int edge : {2, 4}) {
    const std::vector<float> one = Run(edge, layer, 1);
    EXPECT_EQ(one, Run(edge, layer, 2));
    EXPECT_EQ(one, Run(edge, layer, 64));
  }
}

TEST_P(Winograd, KeepsNan) {
  const Layer layer = {Window(1, 8, 8, 64, isa().float_nr, 1), 0.0f, 6.0f};
  Make(layer);
  input_[(3 * 8 + 3) * 64] = std::nanf("");
  for (const int edge : {2, 4}) {
    const std::vector<float> got = Run(edge, layer, 1);
    for (int o = 0; o < isa().float_nr; ++o) {
      EXPECT_TRUE(std::isnan(got[(3 * 8 + 3) * isa().float_nr + o]));
      EXPECT_FALSE(std::isnan(got[(7 * 8 + 7) * isa().float_nr + o]));
    }
  }
}

// docs/DIFFERENCES.md names this bound.
TEST_P(Winograd, StaysFiniteBelowTheBound) {
  const Layer layer = {Window(1, 9, 9, 64, isa().float_nr, 1)};
  for (const auto& [edge, bound] : {std::pair(2, 5e36), {4, 5e35}}) {
    // The largest products of a channel, with either sign, in every place.
    Make(layer);
    const auto largest = static_cast<float>(bound / layer.window.in_channels);
    for (float& x : input_) x = x < 0 ? -largest : largest;
    for (float& x : filters_) x = x < 0 ? -1.0f : 1.0f;
    const std::vector<float> got = Run(edge, layer, 1);
    for (const float x : got) ASSERT_TRUE(std::isfinite(x)) << edge;
    const double error = std::abs(got[0] - Want(layer, 0, 0, 0, 0));
    EXPECT_LT(error, bound * 1e-4) << edge;
  }
}

TEST_P(Winograd, TellsThatMemoryIsShort) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers allocate memory by functions of their own";
#endif
  const ConvWindow w = Window(1, 8, 8, 64, isa().float_nr, 1);
  Make({w});
  WinogradConv conv(4, w.in_channels, w.out_channels, isa());
  ThreadPool threads(2);
  for (ThreadPool* pool : {&threads, static_cast<ThreadPool*>(nullptr)}) {
    failing_bytes = 36 * w.in_channels * isa().float_nr * sizeof(float);
    const Status status = conv.SetFilters(filters_.data(), pool);
    failing_bytes = SIZE_MAX;
    EXPECT_NE(status.message().find("not enough memory"), std::string::npos);
    EXPECT_FALSE(conv.has_filters());
  }
  EXPECT_TRUE(conv.SetFilters(filters_.data(), &threads).ok());
  EXPECT_TRUE(conv.has_filters());
}

TEST_P(Winograd, IsChosenForLargeLayers) {
  EXPECT_EQ(kGemmMaxColumns % isa().float_nr, 0);
  const auto edge = WinogradConv::EdgeFor;
  EXPECT_EQ(edge(Window(1, 56, 56, 64, 64, 1)), 4);
  EXPECT_EQ(edge(Window(1, 56, 56, 32, 64, 1)), 2);
  EXPECT_EQ(edge(Window(1, 14, 14, 256, 256, 1)), 2);
  EXPECT_EQ(edge(Window(1, 7, 7, 512, 512, 1)), 0);
  EXPECT_EQ(edge(Window(1, 56, 56, 40, 64, 1)), 0);
  EXPECT_EQ(edge(Window(1, 56, 56, 64, 72, 1)), 0);
  ConvWindow w = Window(1, 56, 56, 64, 64, 1);
  w.stride_width = 2;
  EXPECT_EQ(edge(w), 0);
  w = Window(1, 56, 56, 64, 64, 1);
  w.dilation_height = 2;
  EXPECT_EQ(edge(w), 0);
  w = Window(1, 56, 56, 64, 64, 1);
  w.filter_width = 1;
  EXPECT_EQ(edge(w), 0);
}

INSTANTIATE_TEST_SUITE_P(Isas, Winograd, testing::ValuesIn(Isas()), IsaName);

// ---- bytes ----

// An instruction set of the machine that has such convolutions, or null.
const GemmIsa* ByteIsa() {
  for (const GemmIsa* isa : Isas()) {
    if (isa->winograd_bytes != nullptr) return isa;
  }
  return nullptr;
}

class WinogradBytes : public testing::Test {
 protected:
  using Types = WinogradByteConv::Types;

  void SetUp() override {
    if (ByteIsa() == nullptr) GTEST_SKIP() << "no such instruction set";
  }

  // Of bytes, one in three at an end of their range.
  std::vector<uint8_t> Bytes(int64_t n, bool is_unsigned) {
    const int low = is_unsigned ? 0 : -128;
    std::vector<uint8_t> v(static_cast<size_t>(n));
    for (uint8_t& x : v) {
      const auto draw = static_cast<int>(engine_() % 384);
      x = static_cast<uint8_t>(low + (draw < 256      ? draw
                                      : draw % 2 == 0 ? 0
                                                      : 255));
    }
    return v;
  }

  void Make(const ConvWindow& w, const Types& types) {
    types_ = types;
    input_ = Bytes(int64_t{w.batch} * w.in_height * w.in_width * w.in_channels,
                   types.unsigned_input);
    filters_ = Bytes(int64_t{w.out_channels} * 9 * w.in_channels,
                     types.unsigned_filters);
    bias_.clear();
    factors_.clear();
    for (int o = 0; o < w.out_channels; ++o) {
      bias_.push_back(static_cast<int32_t>(engine_() % 200001) - 100000);
      factors_.push_back(QuantizeMultiplier((o + 1) * 1e-6));
    }
  }

  std::vector<uint8_t> Run(const ConvWindow& w, int num_threads, bool bias) {
    constexpr size_t kGuard = 256;
    constexpr uint8_t kGuardByte = 0xA7;
    WinogradByteConv conv(w, types_, *ByteIsa());
    ThreadPool threads(num_threads);
    EXPECT_TRUE(conv.SetFilters(filters_.data(), &threads).ok());
    conv.SetBias(bias ? bias_.data() : nullptr);
    const GemmRequantizer requantizer(factors_.data(), w.out_channels, kZero,
                                      {kMin, kMax}, *ByteIsa());
    const WinogradPlan plan = conv.Plan(w, num_threads);
    GemmBuffer scratch;
    EXPECT_TRUE(scratch.Allocate(plan.scratch_bytes() + kGuard));
    auto* const guard =
        static_cast<uint8_t*>(scratch.data()) + plan.scratch_bytes();
    std::fill_n(guard, kGuard, kGuardByte);
    const size_t results = static_cast<size_t>(w.batch) * w.out_height *
                           w.out_width * w.out_channels;
    std::vector<uint8_t> out(results + kGuard, kGuardByte);
    conv.Run({&plan, input_.data(), out.data(), &requantizer, scratch.data()},
             threads);
    EXPECT_EQ(std::count(guard, guard + kGuard, kGuardByte), kGuard);
    EXPECT_EQ(std::count(out.end() - kGuard, out.end(), kGuardByte), kGuard);
    out.resize(results);
    return out;
  }

  static int Real(uint8_t stored, bool is_unsigned, int zero_point) {
    return (is_unsigned ? stored : static_cast<int8_t>(stored)) - zero_point;
  }

  uint8_t Want(const ConvWindow& w, bool bias, int64_t b, int64_t y, int64_t x,
               int64_t o) const {
    int32_t sum = bias ? bias_[o] : 0;
    for (int64_t f = 0; f < 9; ++f) {
      const int64_t in_y = y + f / 3 - w.pad_top, in_x = x + f % 3 - w.pad_left;
      if (in_y < 0 || in_y >= w.in_height || in_x < 0 || in_x >= w.in_width) {
        continue;
      }
      const int64_t in =
          ((b * w.in_height + in_y) * w.in_width + in_x) * w.in_channels;
      for (int64_t c = 0; c < w.in_channels; ++c) {
        sum += Real(input_[in + c], types_.unsigned_input,
                    types_.input_zero_point) *
               Real(filters_[(o * 9 + f) * w.in_channels + c],
                    types_.unsigned_filters, types_.filters_zero_point);
      }
    }
    const int32_t y0 = kZero + MultiplyByQuantizedMultiplier(sum, factors_[o]);
    return static_cast<uint8_t>(std::clamp(y0, kMin, kMax));
  }

  void ExpectSums(const ConvWindow& w, const Types& types, int threads,
                  bool bias) {
    Make(w, types);
    const std::vector<uint8_t> got = Run(w, threads, bias);
    size_t at = 0;
    for (int64_t b = 0; b < w.batch; ++b) {
      for (int64_t y = 0; y < w.out_height; ++y) {
        for (int64_t x = 0; x < w.out_width; ++x) {
          for (int64_t o = 0; o < w.out_channels; ++o, ++at) {
            ASSERT_EQ(got[at], Want(w, bias, b, y, x, o))
                << Name(w) << "at " << b << "," << y << "," << x << "," << o;
          }
        }
      }
    }
  }

  static constexpr int32_t kZero = 3, kMin = -120, kMax = 117;

  std::mt19937 engine_{20261201};
  Types types_;
  std::vector<uint8_t> input_, filters_;
  std::vector<int32_t> bias_;
  std::vector<QuantizedMultiplier> factors_;
};

TEST_F(WinogradBytes, GivesTheSums) {
  int threads = 0;
  for (const ConvWindow& w :
       {Window(1, 8, 8, 32, 16, 1), Window(2, 7, 5, 48, 32, 0),
        Window(1, 3, 3, 16, 48, 0), Window(1, 1, 1, 32, 16, 1),
        Window(3, 9, 13, 80, 16, 1), Window(1, 6, 10, 144, 48, 2),
        Window(1, 31, 17, 32, 64, 1)}) {
    for (const Types& types :
         {Types{false, -128, false, 0}, Types{false, 127, false, 0},
          Types{false, 5, false, 0}, Types{true, 0, true, 255},
          Types{true, 255, true, 0}, Types{true, 131, true, 120}}) {
      ++threads;
      ExpectSums(w, types, 1 + threads % 3, threads % 4 != 0);
    }
  }
}

// The largest sums of the most channels.
TEST_F(WinogradBytes, DoesNotOverflow) {
  const ConvWindow w = Window(1, 4, 4, 896, 16, 0);
  for (const uint8_t input : {0, 255}) {
    Make(w, {true, 255 - input, true, 0});
    std::fill(input_.begin(), input_.end(), input);
    std::fill(filters_.begin(), filters_.end(), uint8_t{255});
    std::fill(factors_.begin(), factors_.end(), QuantizeMultiplier(1e-7));
    EXPECT_EQ(Run(w, 1, true)[0], Want(w, true, 0, 0, 0, 0));
    EXPECT_NE(Want(w, true, 0, 0, 0, 0), static_cast<uint8_t>(kZero));
  }
}

TEST_F(WinogradBytes, DoesNotDependOnThreads) {
  const ConvWindow w = Window(1, 30, 31, 64, 64, 1);
  Make(w, {false, -3, false, 0});
  const std::vector<uint8_t> one = Run(w, 1, true);
  EXPECT_EQ(one, Run(w, 2, true));
  EXPECT_EQ(one, Run(w, 64, true));
}

TEST_F(WinogradBytes, TellsThatMemoryIsShort) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers allocate memory by functions of their own";
#endif
  const ConvWindow w = Window(1, 8, 8, 64, 32, 1);
  Make(w, {});
  WinogradByteConv conv(w, types_, *ByteIsa());
  failing_bytes = 16 * 64 * 16 * sizeof(int16_t);
  const Status status = conv.SetFilters(filters_.data(), nullptr);
  failing_bytes = SIZE_MAX;
  EXPECT_NE(status.message().find("not enough memory"), std::string::npos);
  EXPECT_FALSE(conv.has_filters());
  EXPECT_TRUE(conv.SetFilters(filters_.data(), nullptr).ok());
  EXPECT_GE(conv.MemoryBytes(), 2u * 16 * 64 * 16 * sizeof(int16_t));
}

TEST_F(WinogradBytes, IsChosenForLargeLayers) {
  const auto pays = [](const ConvWindow& w) {
    return WinogradByteConv::Pays(w, *ByteIsa());
  };
  EXPECT_FALSE(
      WinogradByteConv::Pays(Window(1, 56, 56, 64, 64, 1), *GemmPortable()));
  if (GemmAvxVnni() != nullptr) {
    EXPECT_EQ(GemmAvxVnni()->winograd_bytes, nullptr);
  }
  EXPECT_TRUE(pays(Window(1, 56, 56, 64, 64, 1)));
  EXPECT_TRUE(pays(Window(1, 8, 8, 32, 32, 1)));
  // 65536 filters for 32 tiles; 31 would be too few.
  EXPECT_TRUE(pays(Window(1, 16, 8, 256, 256, 1)));
  EXPECT_FALSE(pays(Window(1, 2, 62, 256, 256, 1)));
  EXPECT_TRUE(pays(Window(1, 100, 100, 896, 256, 1)));
  EXPECT_FALSE(pays(Window(1, 100, 100, 912, 256, 1)));
  EXPECT_FALSE(pays(Window(1, 56, 56, 16, 64, 1)));
  EXPECT_FALSE(pays(Window(1, 56, 56, 64, 16, 1)));
  EXPECT_FALSE(pays(Window(1, 56, 56, 40, 64, 1)));
  EXPECT_FALSE(pays(Window(1, 56, 56, 64, 72, 1)));
  ConvWindow w = Window(1, 56, 56, 64, 64, 1);
  w.stride_height = 2;
  EXPECT_FALSE(pays(w));
}

TEST_F(WinogradBytes, KeepsFiltersForTheSameArguments) {
  const ConvWindow w = Window(1, 8, 8, 64, 32, 1);
  const Types types = {true, 3, true, 7};
  const WinogradByteConv conv(w, types, *ByteIsa());
  EXPECT_FALSE(WinogradByteConv().used());
  EXPECT_FALSE(WinogradByteConv().Takes(w, types));
  EXPECT_TRUE(conv.Takes(Window(2, 9, 5, 64, 32, 0), types));
  EXPECT_FALSE(conv.Takes(Window(1, 8, 8, 48, 32, 1), types));
  EXPECT_FALSE(conv.Takes(Window(1, 8, 8, 64, 48, 1), types));
  for (const Types& other :
       {Types{false, 3, true, 7}, Types{true, 2, true, 7},
        Types{true, 3, false, 7}, Types{true, 3, true, 8}}) {
    EXPECT_FALSE(conv.Takes(w, other));
  }
}

}  // namespace
}  // namespace tflite::kernels
