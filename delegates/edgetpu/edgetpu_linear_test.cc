// Compilation is linear in the number of layers: what it allocates, and the
// instructions that it emits, which are checked one by one, grow as they do.
#include <cstdlib>
#include <new>
#include <vector>

#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "gtest/gtest.h"

namespace {

size_t allocations = 0, allocated_bytes = 0;

}  // namespace

void* operator new(size_t bytes) {
  ++allocations;
  allocated_bytes += bytes;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace tflite::edgetpu {
namespace {

using Kind = delegates::PartitionValue::Kind;

// Convolutions one after the other; every fourth value is also read by the
// layer after the next one.
struct Chain {
  LayerGraph graph;
  std::vector<Image> images;

  explicit Chain(int layers) {
    const Image image = {12, 12, 16};
    graph.values.resize(static_cast<size_t>(layers) + 1);
    images.assign(graph.values.size(), image);
    for (auto& value : graph.values) value.bytes = image.bytes();
    graph.values.front().kind = Kind::kInput;
    graph.values.back().kind = Kind::kOutput;
    for (int i = 0; i < layers; ++i) {
      LayerCall& call = graph.calls.emplace_back();
      if (i % 4 == 1) {
        CombinedLayer sum;
        sum.image = image;
        sum.operation = Extreme();
        call.operands = {{i - 1, false}, {i, false}, {i + 1, true}};
        call.layer = sum;
        continue;
      }
      WeightedLayer weighted;
      weighted.in = weighted.out = image;
      weighted.weights.resize(16 * 16);
      weighted.bias.resize(16);
      weighted.factors.assign(16, 1 << 30);
      weighted.shifts.resize(16);
      weighted.max = 255;
      call.operands = {{i, false}, {i + 1, true}};
      call.layer = weighted;
    }
  }
};

struct Counted {
  double instructions = 0, allocations = 0, order_allocations = 0;
  double order_bytes = 0;
};

Counted Compiled(int layers) {
  const Chain chain(layers);
  Counted counted;
  size_t before = allocations;
  auto compiled = CompileLayers(chain.graph, chain.images, DefaultTarget());
  counted.allocations = static_cast<double>(allocations - before);
  EXPECT_TRUE(compiled.ok()) << compiled.status();
  if (!compiled.ok()) return counted;
  const auto instructions = DecodeInstructions(compiled->program.code);
  counted.instructions = static_cast<double>(instructions->size());
  const auto simulator = Simulator::Create(std::move(compiled->program));
  EXPECT_TRUE(simulator.ok()) << simulator.status();
  before = allocations;
  const size_t bytes_before = allocated_bytes;
  const Status ordered = (*simulator)->CheckOrder();
  EXPECT_TRUE(ordered.ok()) << ordered;
  counted.order_allocations = static_cast<double>(allocations - before);
  counted.order_bytes = static_cast<double>(allocated_bytes - bytes_before);
  return counted;
}

TEST(EdgeTpuCompilation, IsLinearInLayers) {
  Compiled(4);  // what is allocated once
  const Counted small = Compiled(100), large = Compiled(400);
  std::printf(
      "100 layers: %.0f instructions, %.0f allocations; "
      "400: %.0f, %.0f\n",
      small.instructions, small.allocations, large.instructions,
      large.allocations);
  for (const auto member : {&Counted::instructions, &Counted::allocations}) {
    EXPECT_GT(large.*member, 3.5 * (small.*member));
    EXPECT_LT(large.*member, 4.2 * (small.*member));
  }
  EXPECT_LT(large.order_allocations, 4.2 * small.order_allocations + 100);
  // Only what may still be going on is kept, and compared with what follows.
  EXPECT_LT(large.order_bytes, 1.5 * small.order_bytes);
}

}  // namespace
}  // namespace tflite::edgetpu
