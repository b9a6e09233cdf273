// Chains of any number of layers, whole and by strips, and which layers become
// one.
#include "delegates/cpu/cpu_chain.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
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

// x times the logistic of x.
std::shared_ptr<const ResultCurve> Swish() {
  Binary product;
  product.kind = BinaryKind::kMul;
  product.type = product.out_type = kTfLiteFloat32;
  product.float_range = {-kInfinity, kInfinity};
  return std::make_shared<const ResultCurve>(*Curve(ActivationKind::kLogistic),
                                             product);
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

struct Scratch {
  explicit Scratch(uint64_t bytes)
      : memory(static_cast<char*>(
            std::aligned_alloc(64, (bytes + 127) / 64 * 64))) {}
  ~Scratch() { std::free(memory); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
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
      by_strips += chain.strip_rows() > 0 && chain.strip_rows() < image.height;
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
  limits.most_weight_bytes = 64;
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
