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

}  // namespace
}  // namespace tflite::kernels
