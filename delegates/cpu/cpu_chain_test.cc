// Chains of any number of layers, whole and by strips, and which layers become
// one.
#include "delegates/cpu/cpu_chain.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "delegates/cpu/cpu_program.h"
#include "gtest/gtest.h"

namespace tflite::cpu {
namespace {

using kernels::Activation;
using kernels::ActivationKind;
using kernels::Binary;
using kernels::BinaryKind;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int Int(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(engine_);
  }
  std::vector<float> Floats(int64_t n) {
    std::uniform_real_distribution<float> range(-1, 1);
    std::vector<float> values(static_cast<size_t>(n));
    for (float& v : values) v = range(engine_);
    return values;
  }

 private:
  std::mt19937 engine_;
};

struct Image {
  int batch, height, width, channels;
  int64_t elements() const {
    return int64_t{batch} * height * width * channels;
  }
};

ConvWindow WindowOf(const Image& in, int channels, int filter, int stride) {
  ConvWindow w;
  w.batch = in.batch;
  w.in_height = in.height;
  w.in_width = in.width;
  w.in_channels = in.channels;
  w.out_channels = channels;
  w.filter_height = w.filter_width = filter;
  w.stride_height = w.stride_width = stride;
  EXPECT_TRUE(kernels::PlaceConvWindow(kTfLitePaddingSame, &w).ok());
  return w;
}

template <typename Op>
LayerSpec SpecOf(Op op, std::vector<float> weights) {
  op.sum.input_type = op.sum.weights_type = op.sum.output_type = kTfLiteFloat32;
  op.sum.channels = op.window.out_channels;
  op.sum.float_range = {-kInfinity, kInfinity};
  op.sum.weights_constant = op.sum.bias_constant = true;
  LayerSpec spec;
  spec.op = op;
  spec.weights = ConstantElements<char>(std::move(weights));
  return spec;
}

// The layer's results become the next one's input, `image`.
LayerSpec Convolution(Random& random, int filter, int stride, int channels,
                      Image* image) {
  kernels::Conv2d op;
  op.window = WindowOf(*image, channels, filter, stride);
  op.filter_channels = image->channels;
  const int64_t n = int64_t{filter} * filter * image->channels * channels;
  *image = {image->batch, op.window.out_height, op.window.out_width, channels};
  return SpecOf(op, random.Floats(n));
}

LayerSpec Depthwise(Random& random, int stride, Image* image) {
  kernels::DepthwiseConv2d op;
  op.window = WindowOf(*image, image->channels, 3, stride);
  image->height = op.window.out_height;
  image->width = op.window.out_width;
  return SpecOf(op, random.Floats(int64_t{9} * image->channels));
}

std::shared_ptr<const ResultCurve> Curve(ActivationKind kind) {
  Activation op;
  op.kind = kind;
  op.type = kTfLiteFloat32;
  op.alpha = 0.1f;
  return std::make_shared<const ResultCurve>(op);
}

Binary Product() {
  Binary product;
  product.kind = BinaryKind::kMul;
  product.type = product.out_type = kTfLiteFloat32;
  product.float_range = {-kInfinity, kInfinity};
  return product;
}

// x times the logistic of x.
std::shared_ptr<const ResultCurve> Swish() {
  return std::make_shared<const ResultCurve>(*Curve(ActivationKind::kLogistic),
                                             Product());
}

std::shared_ptr<const ResultCurve> AnyCurve(Random& random) {
  switch (random.Int(0, 5)) {
    case 0:
      return Swish();
    case 1:
      return Curve(ActivationKind::kHardSwish);
    case 2:
      return Curve(ActivationKind::kLeakyRelu);
    default:
      return nullptr;
  }
}

// Layers by turns depthwise and not.
std::vector<ChainStep> Layers(Random& random, int count, Image* image) {
  std::vector<ChainStep> steps;
  bool depthwise = image->channels > 1 && random.Int(0, 1) == 0;
  for (int i = 0; i < count; ++i, depthwise = !depthwise) {
    LayerSpec spec = depthwise ? Depthwise(random, random.Int(1, 2), image)
                               : Convolution(random, i == 0 ? 3 : 1, 1,
                                             random.Int(2, 20), image);
    auto layer = CpuLayer::Create(std::move(spec));
    EXPECT_TRUE(layer.ok()) << layer.status();
    ThreadPool alone;
    EXPECT_TRUE((*layer)->Pack(alone).ok());
    steps.push_back({*layer, AnyCurve(random)});
  }
  return steps;
}

uint64_t Aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

// Scratch memory behind which nothing may be written.
struct Scratch {
  explicit Scratch(uint64_t n)
      : bytes(Aligned(n)),
        memory(static_cast<char*>(std::aligned_alloc(64, bytes + kGuard))) {
    std::memset(memory + bytes, kUntouched, kGuard);
  }
  ~Scratch() {
    for (int i = 0; i < kGuard; ++i) {
      EXPECT_EQ(memory[bytes + i], kUntouched) << "byte " << i << " behind it";
    }
    std::free(memory);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  static constexpr int kGuard = 64;
  static constexpr char kUntouched = 0x5a;
  const uint64_t bytes;
  char* const memory;
};

// One layer after the other.
std::vector<float> Expected(const std::vector<ChainStep>& steps,
                            std::vector<float> in) {
  ThreadPool alone;
  for (const ChainStep& step : steps) {
    std::vector<float> out(static_cast<size_t>(step.layer->out_bytes() / 4));
    const Scratch scratch(step.layer->RunBytes(1));
    step.layer->Run(in.data(), out.data(), scratch.memory, alone);
    if (step.curve != nullptr) {
      step.curve->Run(out.data(), static_cast<int64_t>(out.size()));
    }
    in = std::move(out);
  }
  return in;
}

// The scratch memory of one thread that runs strips of so many rows.
uint64_t StripBytes(const std::vector<ChainStep>& steps, int64_t rows) {
  uint64_t held = 0, most = 0;
  for (size_t i = steps.size(); i-- > 0;) {
    const CpuLayer& layer = *steps[i].layer;
    ConvWindow w = *layer.spec().window();
    const int64_t reads = std::min<int64_t>(
        w.in_height, (rows - 1) * w.stride_height + w.filter_height);
    if (i + 1 < steps.size()) {
      held += Aligned(static_cast<uint64_t>(rows * layer.out_row_bytes()));
    }
    w.batch = 1;
    w.in_height = static_cast<int32_t>(reads);
    w.out_height = static_cast<int32_t>(rows);
    most = std::max(most, layer.StripBytes(w));
    rows = reads;
  }
  return held + Aligned(most);
}

TEST(CpuChain, HasTheBitsOfItsLayers) {
  int by_strips = 0;
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Image image = {random.Int(1, 2), random.Int(1, 40), random.Int(1, 30),
                   random.Int(1, 12)};
    const std::vector<float> in = random.Floats(image.elements());
    const std::vector<ChainStep> steps =
        Layers(random, random.Int(1, CpuChain::kMostLayers), &image);
    const std::vector<float> expected = Expected(steps, in);
    for (const int64_t strip_bytes : {0, 1, 4000, 30000}) {
      ChainLimits limits;
      limits.strip_bytes = strip_bytes;
      const CpuChain chain(steps, std::nullopt, std::nullopt, limits);
      if (chain.strip_rows() > 0 && chain.strip_rows() < image.height) {
        ++by_strips;
        EXPECT_EQ(chain.ScratchBytes(1), StripBytes(steps, chain.strip_rows()));
      }
      for (const int threads : {1, 3}) {
        ThreadPool pool(threads);
        const Scratch scratch(chain.ScratchBytes(threads));
        std::vector<float> out(expected.size());
        ChainArgs args;
        args.in = in.data();
        args.out = out.data();
        args.scratch = scratch.memory;
        chain.Run(args, pool);
        ASSERT_EQ(std::memcmp(out.data(), expected.data(), 4 * expected.size()),
                  0)
            << strip_bytes << " bytes, " << threads << " threads";
      }
    }
  }
  EXPECT_GT(by_strips, 60);
}

TEST(InputRows, AreThoseOfTheWindows) {
  ConvWindow w;
  w.in_height = 10;
  w.filter_height = 3;
  w.stride_height = 2;
  w.pad_top = 1;
  const auto expect = [&w](const RowRange& out, int64_t begin, int64_t end) {
    const RowRange in = InputRows(w, out);
    EXPECT_EQ(in.begin, begin) << out.begin << " to " << out.end;
    EXPECT_EQ(in.end, end) << out.begin << " to " << out.end;
  };
  expect({0, 1}, 0, 2);
  expect({0, 2}, 0, 4);
  expect({1, 2}, 1, 4);
  expect({2, 5}, 3, 10);
  expect({4, 6}, 7, 10);
  // Above and below the image, at least one row.
  expect({6, 8}, 9, 10);
  w.pad_top = 7;
  expect({0, 1}, 0, 1);
  w.pad_top = 1;
  w.dilation_height = 3;
  expect({1, 2}, 1, 8);
}

TEST(CpuChain, WithManyWeightsHasNoStrips) {
  Random random(1);
  Image image = {1, 40, 30, 8};
  const std::vector<ChainStep> steps = Layers(random, 3, &image);
  ChainLimits limits;
  limits.strip_bytes = 1;
  const auto strip_rows = [&] {
    return CpuChain(steps, std::nullopt, std::nullopt, limits).strip_rows();
  };
  EXPECT_EQ(strip_rows(), 1);
  limits.most_weight_bytes = 0;
  for (const ChainStep& step : steps) {
    limits.most_weight_bytes +=
        static_cast<int64_t>(step.layer->spec().weights.size());
  }
  EXPECT_EQ(strip_rows(), 1);
  --limits.most_weight_bytes;
  EXPECT_EQ(strip_rows(), 0);
}

TEST(ResultCurve, MultipliesByWhatItComputes) {
  std::vector<float> results = {-2.0f, 0.0f, 0.5f, 3.0f};
  Swish()->Run(results.data(), 4);
  EXPECT_NEAR(results[0], -2.0 / (1 + std::exp(2.0)), 1e-6);
  EXPECT_EQ(results[1], 0.0f);
  EXPECT_NEAR(results[2], 0.5 / (1 + std::exp(-0.5)), 1e-6);
  EXPECT_NEAR(results[3], 3.0 / (1 + std::exp(-3.0)), 1e-6);
}

TEST(ResultCurve, MultipliesEachOfManyResults) {
  const std::vector<float> one = {0.75f};
  std::vector<float> product = one, results(2500, one[0]);
  Swish()->Run(product.data(), 1);
  Swish()->Run(results.data(), static_cast<int64_t>(results.size()));
  for (const float result : results) ASSERT_NEAR(result, product[0], 1e-6);
}

// What comes before and after a layer that runs whole is divided among threads.
TEST(CpuChain, HasTheSameBitsWithManyThreads) {
  Random random(1);
  Image image = {2, 48, 32, 16};
  const std::vector<float> in = random.Floats(image.elements()),
                           factors = random.Floats(2 * 16),
                           residual = random.Floats(image.elements());
  auto layer = CpuLayer::Create(Convolution(random, 1, 1, 16, &image));
  ASSERT_TRUE(layer.ok()) << layer.status();
  Binary sum = Product();
  sum.kind = BinaryKind::kAdd;
  const CpuChain chain(
      {{*layer, Swish()}},
      ResidualAdd{std::make_shared<const kernels::BinaryPairs>(sum)},
      InputScale{std::make_shared<const kernels::BinaryPairs>(Product()),
                 /*per_image=*/true},
      ChainLimits{});
  std::vector<std::vector<float>> results;
  for (const int threads : {1, 4}) {
    ThreadPool pool(threads);
    ASSERT_TRUE(chain.Pack(pool).ok());
    const Scratch scratch(chain.ScratchBytes(threads));
    std::vector<float>& out = results.emplace_back(residual.size());
    ChainArgs args;
    args.in = in.data();
    args.factors = factors.data();
    args.residual = residual.data();
    args.out = out.data();
    args.scratch = scratch.memory;
    chain.Run(args, pool);
  }
  EXPECT_TRUE(results[0] == results[1]);
}

// Five layers in a row: 1x1, depthwise, and so on, with results of 16 KB.
CpuGraph FiveLayers() {
  Random random(1);
  Image image = {1, 16, 16, 16};
  CpuGraph graph;
  for (int i = 0; i < 6; ++i) {
    PartitionValue value;
    value.bytes = static_cast<uint64_t>(image.elements() * 4);
    value.kind = i == 0   ? PartitionValue::Kind::kInput
                 : i == 5 ? PartitionValue::Kind::kOutput
                          : PartitionValue::Kind::kInner;
    graph.values.push_back(value);
  }
  for (int i = 0; i < 5; ++i) {
    CpuCall call;
    call.operands = {{i}, {i + 1, /*written=*/true}};
    call.steps.push_back({i % 2 == 0 ? Convolution(random, 1, 1, 16, &image)
                                     : Depthwise(random, 1, &image),
                          nullptr});
    graph.calls.push_back(std::move(call));
  }
  return graph;
}

// The layers of FiveLayers(), with a curve behind the last one or none.
std::vector<ChainStep> FiveSteps(std::shared_ptr<const ResultCurve> last) {
  CpuGraph graph = FiveLayers();
  std::vector<ChainStep> steps;
  for (CpuCall& call : graph.calls) {
    auto layer = CpuLayer::Create(std::move(call.steps[0].layer));
    EXPECT_TRUE(layer.ok()) << layer.status();
    steps.push_back({*layer, nullptr});
  }
  steps.back().curve = std::move(last);
  return steps;
}

// Rows of 1 KB: r rows of the last of five results need r, r + 2, r + 2 and
// r + 4 rows of those before, at most 16, and r of their own if these are read
// again. Strips are of about the same height.
TEST(CpuChain, HasTheHighestStripsThatFit) {
  struct Fit {
    int64_t strip_bytes, rows;
  };
  const auto expect = [](std::shared_ptr<const ResultCurve> curve,
                         const std::vector<Fit>& fits) {
    const std::vector<ChainStep> steps = FiveSteps(std::move(curve));
    for (const Fit& fit : fits) {
      ChainLimits limits;
      limits.strip_bytes = fit.strip_bytes;
      const CpuChain chain(steps, std::nullopt, std::nullopt, limits);
      EXPECT_EQ(chain.strip_rows(), fit.rows) << fit.strip_bytes << " bytes";
    }
  };
  expect(nullptr, {{65536, 16},
                   {65535, 8},
                   {40960, 8},
                   {40959, 6},
                   {32768, 6},
                   {32767, 4},
                   {24576, 4},
                   {24575, 3},
                   {20480, 3},
                   {20479, 2},
                   {16384, 2},
                   {16383, 1},
                   {1, 1}});
  expect(Curve(ActivationKind::kHardSwish),
         {{81920, 16}, {81919, 8}, {49152, 8}, {49151, 6}});
}

TEST(CpuChain, HasStripsOfResultsThatAreReadAgain) {
  const ChainStep step = FiveSteps(nullptr)[0];
  const ChainStep curved = {step.layer, Curve(ActivationKind::kHardSwish)};
  ChainLimits limits;
  const auto strip_rows = [&](const std::vector<ChainStep>& steps) {
    return CpuChain(steps, std::nullopt, std::nullopt, limits).strip_rows();
  };
  EXPECT_EQ(strip_rows({curved}), 0);
  limits.strip_bytes = 1;
  EXPECT_EQ(strip_rows({curved}), 1);
  EXPECT_EQ(strip_rows({step, step}), 1);
  EXPECT_EQ(strip_rows({step}), 0);
}

// With one strip for each thread at least, a thread has memory for its strips;
// otherwise, layers of even and of odd numbers have memory for whole results.
TEST(CpuChain, AsksForTheMemoryOfItsStripsOrOfWholeResults) {
  const std::vector<ChainStep> steps = FiveSteps(nullptr);
  ChainLimits limits;
  limits.strip_bytes = 24576;
  const CpuChain chain(steps, std::nullopt, std::nullopt, limits);
  ASSERT_EQ(chain.strip_rows(), 4);
  uint64_t whole = 0;
  for (const ChainStep& step : steps) {
    whole = std::max(whole, step.layer->RunBytes(5));
  }
  const uint64_t strips = StripBytes(steps, 4);
  EXPECT_GE(strips, (8 + 6 + 6 + 4) * 1024u);
  EXPECT_EQ(chain.ScratchBytes(1), strips);
  EXPECT_EQ(chain.ScratchBytes(4), 4 * strips);
  EXPECT_EQ(chain.ScratchBytes(5), 2 * 16384 + Aligned(whole));
}

TEST(CpuChain, HasMemoryForItsScaledInput) {
  const ChainStep step = FiveSteps(nullptr)[0];
  const InputScale scale = {
      std::make_shared<const kernels::BinaryPairs>(Product())};
  ConvWindow w = *step.layer->spec().window();
  w.in_height = w.out_height = 8;
  const uint64_t strip = Aligned(step.layer->StripBytes(w));
  const uint64_t whole = Aligned(step.layer->RunBytes(1));
  ChainLimits limits;
  limits.strip_bytes = 16384;
  const CpuChain one({step}, std::nullopt, scale, limits);
  EXPECT_EQ(one.strip_rows(), 16);
  EXPECT_EQ(one.ScratchBytes(1), 16384 + whole);
  limits.strip_bytes = 16383;
  const CpuChain two({step}, std::nullopt, scale, limits);
  EXPECT_EQ(two.strip_rows(), 8);
  EXPECT_EQ(two.ScratchBytes(2), 2 * (8192 + strip));
}

// Rows of 1 KB: for two rows of the last of five results, a strip has 2, 4, 4
// and 6 rows of those before; for two rows of the fourth, 4, 4 and 6.
TEST(CpuFusion, MakesLongChainsOfLayersWhoseStripsFit) {
  const auto steps_of = [](const ChainLimits& limits) {
    CpuGraph graph = FiveLayers();
    FuseCalls(limits, &graph);
    std::vector<size_t> steps;
    for (const CpuCall& call : graph.calls) steps.push_back(call.steps.size());
    return steps;
  };
  ChainLimits limits;
  limits.strip_bytes = 16 * 1024;
  EXPECT_EQ(steps_of(limits), std::vector<size_t>{5});
  limits.strip_bytes = 14 * 1024;
  EXPECT_EQ(steps_of(limits), (std::vector<size_t>{4, 1}));
  limits.strip_bytes = 1;
  EXPECT_EQ(steps_of(limits), (std::vector<size_t>{3, 2}));
  // A 1x1 layer has 1 KB of weights, a depthwise one 576 bytes.
  limits.most_weight_bytes = 1600;
  EXPECT_EQ(steps_of(limits), (std::vector<size_t>{2, 2, 1}));
  limits.least_value_bytes = 16 * 1024 + 1;
  EXPECT_EQ(steps_of(limits), (std::vector<size_t>{1, 1, 1, 1, 1}));
}

TEST(CpuFusion, NotesTheLargestValueThatIsGone) {
  CpuGraph graph = FiveLayers();
  ChainLimits limits;
  FuseCalls(limits, &graph);
  ASSERT_EQ(graph.calls.size(), 5u);
  EXPECT_EQ(graph.calls[0].fused_bytes, 0);
  limits.strip_bytes = 1 << 20;
  FuseCalls(limits, &graph);
  ASSERT_EQ(graph.calls.size(), 1u);
  EXPECT_EQ(graph.calls[0].fused_bytes, 16 * 1024);
}

}  // namespace
}  // namespace tflite::cpu
