// Estimated latencies against those published for an Edge TPU.
#include "delegates/edgetpu/bench/latency.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu::bench {
namespace {

std::vector<TimedNetwork> CompiledNetworks(Role role) {
  std::vector<TimedNetwork> networks;
  for (const PublishedNetwork& network : PublishedNetworks()) {
    if (network.role != role) continue;
    auto timed = TimedNetwork::Compile(network, DefaultTarget());
    EXPECT_TRUE(timed.ok()) << network.name << ": " << timed.status();
    if (timed.ok()) networks.push_back(*std::move(timed));
  }
  return networks;
}

TEST(Latencies, TheConstantsAreThoseOfTheFit) {
  const auto networks = CompiledNetworks(Role::kFitted);
  ASSERT_EQ(networks.size(), 6u);
  Target unfitted = DefaultTarget();
  unfitted.host_bytes_per_second = 1'000'000'000;
  unfitted.request_cycles = 0;
  unfitted.ring_bytes_per_cycle = 1;
  const Target best = FitConstants(networks, unfitted).On(unfitted);
  // Small changes of the compiler shift the optimum, but not far: beyond this,
  // the constants have to be fitted again.
  EXPECT_LT(MisfitOf(networks, DefaultTarget()),
            1.05 * MisfitOf(networks, best));
  EXPECT_GT(MisfitOf(networks, unfitted), 2 * MisfitOf(networks, best));
}

TEST(Latencies, FourOfSixJudgedNetworksAreWithin15Percent) {
  const auto networks = CompiledNetworks(Role::kJudged);
  ASSERT_EQ(networks.size(), 6u);
  int within = 0;
  for (const TimedNetwork& network : networks) {
    const double ratio =
        RatioOf(network.network(), network.Time(DefaultTarget()));
    std::printf("%s: %.2f\n", network.network().name, ratio);
    within += ratio >= 0.85 && ratio <= 1.15 ? 1 : 0;
  }
  EXPECT_GE(within, 4);
}

struct Counted {
  const char* name;
  uint64_t weights;
};

// Weights without biases and normalizations, as published for 1000 classes;
// each class more has as many as there are channels before it.
TEST(Tables, HaveTheWeightsOfTheArchitectures) {
  const Counted published[] = {
      {"VGG16", 138'344'128},
      {"VGG19", 143'652'544},
      {"ResNet-50 v1", 25'502'912},
      {"MobileNet v1", 4'209'088 + 1024},
      {"MobileNet v2", 3'469'760 + 1280},
  };
  for (const Counted& counted : published) {
    bool found = false;
    for (const PublishedNetwork& network : PublishedNetworks()) {
      if (std::strcmp(network.name, counted.name) != 0) continue;
      found = true;
      EXPECT_EQ(network.build(network.extent).weights(), counted.weights)
          << counted.name;
    }
    EXPECT_TRUE(found) << counted.name;
  }
}

// What is timed is a program that the simulator would execute.
TEST(Tables, BecomeValidPrograms) {
  const bool all = std::getenv("TFLL_ALL_NETWORKS") != nullptr;
  for (const PublishedNetwork& published : PublishedNetworks()) {
    if (!all && published.usb_ms > 10) continue;
    SCOPED_TRACE(published.name);
    const Network network = published.build(published.extent);
    auto compiled =
        CompileLayers(network.graph, network.images, DefaultTarget());
    ASSERT_TRUE(compiled.ok()) << compiled.status();
    const auto simulator = Simulator::Create(std::move(compiled->program));
    ASSERT_TRUE(simulator.ok()) << simulator.status();
    const auto order = (*simulator)->CheckOrder();
    EXPECT_TRUE(order.ok()) << order;
  }
}

}  // namespace
}  // namespace tflite::edgetpu::bench
