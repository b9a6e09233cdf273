// What the compiler puts into the parameter store.
#include <string>
#include <utility>

#include "delegates/edgetpu/bench/network_builder.h"
#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu::bench {
namespace {

// Between its layers is a value that tiles have no room for.
constexpr uint64_t kValueBytes = 224 * 224 * 64;
Network LargeValue() {
  NetworkBuilder net;
  const auto x = net.Convolve(net.Input(224), 64, 3);
  return net.Take({net.Convolve(x, 8, 3)});
}

StatusOr<CompiledProgram> Compiled(const Target& target,
                                   uint64_t store_begin = 0) {
  const Network network = LargeValue();
  return CompileLayers(network.graph, network.images, target, store_begin);
}

void ExpectValid(CompiledProgram compiled) {
  const auto simulator = Simulator::Create(std::move(compiled.program));
  ASSERT_TRUE(simulator.ok()) << simulator.status();
  const Status order = (*simulator)->CheckOrder();
  EXPECT_TRUE(order.ok()) << order;
}

TEST(Store, HoldsValuesBeforeParameters) {
  const auto compiled = Compiled(DefaultTarget());
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_GE(compiled->value_bytes, kValueBytes);
  EXPECT_EQ(compiled->program.memory.scratch, 0u);
  EXPECT_GT(compiled->cached_bytes, 0u);
  EXPECT_EQ(compiled->program.memory.store,
            compiled->value_bytes + compiled->cached_bytes);
  ExpectValid(*compiled);
}

TEST(Store, IsInTheMemoryMap) {
  const auto compiled = Compiled(DefaultTarget());
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const auto& regions = compiled->program.memory.regions;
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[0].space, Space::kStore);
  EXPECT_FALSE(regions[0].parameters);
  EXPECT_EQ(regions[0].offset, 0u);
  EXPECT_EQ(regions[0].bytes, kValueBytes);
  EXPECT_EQ(regions[0].first_layer, 0u);
  EXPECT_EQ(regions[0].last_layer, 1u);
  EXPECT_EQ(regions[1].space, Space::kStore);
  EXPECT_TRUE(regions[1].parameters);
  EXPECT_EQ(regions[1].offset, compiled->value_bytes);
  EXPECT_EQ(regions[1].bytes, compiled->cached_bytes);
  EXPECT_EQ(regions[1].first_layer, 0u);
  EXPECT_EQ(regions[1].last_layer, 1u);
}

// A value of 4x4 positions of each tile, with its layers.
TEST(Tiles, AreInTheMemoryMap) {
  NetworkBuilder net;
  const auto x = net.Convolve(net.Input(16), 8, 3);
  const Network network = net.Take({net.Convolve(x, 4, 3)});
  const auto compiled =
      CompileLayers(network.graph, network.images, DefaultTarget());
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  const MemoryRegion& value = compiled->program.memory.regions.at(0);
  EXPECT_EQ(value.space, Space::kTile);
  EXPECT_FALSE(value.parameters);
  EXPECT_EQ(value.offset, 0u);
  EXPECT_EQ(value.bytes, 4u * 4 * 8);
  EXPECT_EQ(value.first_layer, 0u);
  EXPECT_EQ(value.last_layer, 1u);
}

TEST(Store, LeavesValuesToTheHostThatDoNotFit) {
  Target target = DefaultTarget();
  target.parameter_store_bytes = 1 << 20;
  const auto compiled = Compiled(target);
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_EQ(compiled->value_bytes, 0u);
  EXPECT_GE(compiled->program.memory.scratch, kValueBytes);
  EXPECT_LE(compiled->program.memory.store, uint64_t{1} << 20);
  ExpectValid(*compiled);
}

TEST(Store, ParametersBeginBehindThoseOfOthers) {
  constexpr uint64_t kBegin = 5'000'000;
  const auto compiled = Compiled(DefaultTarget(), kBegin);
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  EXPECT_GT(compiled->cached_bytes, 0u);
  EXPECT_EQ(compiled->program.memory.store, kBegin + compiled->cached_bytes);
  ExpectValid(*compiled);
}

TEST(Store, IsNeverExceeded) {
  const auto store =
      static_cast<uint64_t>(DefaultTarget().parameter_store_bytes);
  const auto full = Compiled(DefaultTarget(), store);
  ASSERT_TRUE(full.ok()) << full.status();
  EXPECT_EQ(full->cached_bytes, 0u);
  EXPECT_GT(full->streamed_bytes, 0u);
  EXPECT_EQ(full->program.memory.store, store);
  ExpectValid(*full);
  const auto beyond = Compiled(DefaultTarget(), store + 1);
  ASSERT_FALSE(beyond.ok());
  EXPECT_NE(beyond.status().message().find("parameter store"),
            std::string_view::npos)
      << beyond.status();
}

}  // namespace
}  // namespace tflite::edgetpu::bench
