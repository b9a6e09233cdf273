// Programs of networks: what is placed where, moved and computed when, and how
// long the machine is expected to take. Results and rounded times show little
// of it, so that programs.golden has a digest for each network, and one of the
// layers of each, also of those that take long to compile.
//
// If programs or times were changed on purpose, run
// ./bazelw run //delegates/edgetpu/bench:programs_test -- --update_golden
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/edgetpu/bench/networks.h"
#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "delegates/edgetpu/testing/program_digest.h"
#include "gtest/gtest.h"
#include "testing/digest.h"

namespace tflite::edgetpu::bench {
namespace {

using Digests = std::map<std::string, Digest>;

constexpr char kGolden[] = "delegates/edgetpu/bench/programs.golden";

// A machine whose tiles and store are too small for most values and parameters,
// and one with another dataflow.
std::vector<Target> OtherTargets() {
  Target small = DefaultTarget();
  small.name = "small_memory";
  small.tile_rows = 3;
  small.array_columns = 16;
  small.tile_memory_bytes = 32768;
  small.parameter_store_bytes = 1 << 20;
  return {small, PlainArrayTarget(Dataflow::kOutputStationary, 16, 8)};
}

void AddPackings(const CompiledProgram& compiled, Digest& digest) {
  for (const PackedNode& node : compiled.packed) {
    const PackedLayer& l = node.packing;
    digest.Add(node.node).Add(node.weights_input).Add(node.bias_input);
    digest.Add(l.offset).Add(l.lanewise).Add(l.block).Add(l.taps);
    digest.Add(l.channels).Add(l.out_channels).Add(l.lanes).Add(l.chunk);
    digest.Add(l.no_bias).Add(l.no_scales).Add(l.reversed);
  }
}

// No result of a program depends on how long engines take, and its parameters
// stay in the store.
void ExpectOrdered(const Simulator& simulator) {
  const Status order = simulator.CheckOrder();
  EXPECT_TRUE(order.ok()) << order;
  const Status store = simulator.CheckStore();
  EXPECT_TRUE(store.ok()) << store;
}

void AddNetwork(const Network& network, const Target& target, Digest& digest) {
  auto compiled = CompileLayers(network.graph, network.images, target);
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  AddProgram(*compiled, digest);
  AddPackings(*compiled, digest);
  const auto simulator = Simulator::Create(std::move(compiled->program));
  ASSERT_TRUE(simulator.ok()) << simulator.status();
  ExpectOrdered(**simulator);
  AddTimes(**simulator, digest);
}

void AddFilter(const Filter& f, Digest& digest) {
  digest.Add(f.height).Add(f.width).Add(f.stride_y).Add(f.stride_x);
  digest.Add(f.dilation_y).Add(f.dilation_x).Add(f.pad_top).Add(f.pad_left);
}

void AddLayers(const Network& network, Digest& digest) {
  for (const Image& image : network.images) {
    digest.Add(image.height).Add(image.width).Add(image.channels);
  }
  for (const auto& value : network.graph.values) digest.Add(value.kind);
  for (const LayerCall& call : network.graph.calls) {
    digest.Add(call.label);
    for (const auto& use : call.operands) {
      digest.Add(use.value).Add(use.written);
    }
    if (const auto* weighted = std::get_if<WeightedLayer>(&call.layer)) {
      AddFilter(weighted->filter, digest);
      digest.Add(weighted->lanewise).Add(weighted->weights.size());
    }
    if (const auto* pooled = std::get_if<PooledLayer>(&call.layer)) {
      AddFilter(pooled->filter, digest);
      digest.Add(pooled->flags);
    }
    if (const auto* moved = std::get_if<MovedLayer>(&call.layer)) {
      digest.Add(moved->y).Add(moved->x).Add(moved->c);
    }
  }
}

// Of the published networks, those that compile quickly. On small tiles, small
// images do.
void AddNetworks(Digests& digests) {
  for (const PublishedNetwork& published : PublishedNetworks()) {
    const Network network = published.build(published.extent);
    AddLayers(network, digests[std::string("layers of ") + published.name]);
    if (published.usb_ms > 10) continue;
    AddNetwork(network, DefaultTarget(), digests[published.name]);
    if (published.usb_ms > 3) continue;
    const Network small = published.build(96);
    for (const Target& target : OtherTargets()) {
      AddNetwork(small, target, digests[published.name]);
    }
  }
}

std::map<std::string, std::string> TextsOf(const Digests& digests) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, digest] : digests) texts[name] = digest.text();
  return texts;
}

Digests All() {
  Digests digests;
  AddNetworks(digests);
  return digests;
}

TEST(EdgeTpuPrograms, AreTheRecordedOnes) {
  const auto now = TextsOf(All());
  const auto kept = ReadDigests(kGolden);
  EXPECT_GT(kept.size(), 5u);
  EXPECT_EQ(now.size(), kept.size());
  ExpectSameDigests(now, kept);
}

int UpdateGolden(const std::string& root) {
  return WriteDigests(root + "/" + kGolden,
                      "Digests of programs, see programs_test.cc.",
                      TextsOf(All()));
}

}  // namespace
}  // namespace tflite::edgetpu::bench

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv,
                                     tflite::edgetpu::bench::UpdateGolden);
}
