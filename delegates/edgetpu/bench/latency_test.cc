// Estimated latencies against those published for an Edge TPU.
#include "delegates/edgetpu/bench/latency.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/simulator/simulator.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"

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

// Times that the machine takes with other constants lead back to these, also at
// the ends of what is tried.
TEST(Latencies, TheFitFindsTheConstantsOfExactTimes) {
  const Target target = DefaultTarget();
  for (const FittedConstants& known :
       {FittedConstants{400'000'000, 0, 8},
        FittedConstants{510'000'000, 255'000, 16},
        FittedConstants{640'000'000, 1'000'000, 128}}) {
    SCOPED_TRACE(known.host_bytes_per_second);
    std::vector<PublishedNetwork> published = {
        {"a", 96, 1, Role::kFitted, MobileNetV1, ""},
        {"b", 128, 1, Role::kFitted, SqueezeNet, ""},
        {"c", 160, 1, Role::kFitted, EfficientNetEdgeTpuM, ""}};
    std::vector<TimedNetwork> networks;
    for (PublishedNetwork& network : published) {
      auto timed = TimedNetwork::Compile(network, target);
      ASSERT_TRUE(timed.ok()) << timed.status();
      network.usb_ms = timed->Time(known.On(target)).seconds * 1e3;
      networks.push_back(*std::move(timed));
    }
    const FittedConstants found = FitConstants(networks, target);
    EXPECT_EQ(found.host_bytes_per_second, known.host_bytes_per_second);
    EXPECT_EQ(found.request_cycles, known.request_cycles);
    EXPECT_EQ(found.ring_bytes_per_cycle, known.ring_bytes_per_cycle);
  }
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

std::string NameOf(Role role) {
  return role == Role::kFitted   ? "fitted"
         : role == Role::kJudged ? "judged"
                                 : "shown";
}

// Readers compare the estimates with the times that the fit has used.
TEST(Tables, HaveTheTimesOfTheDocumentation) {
  std::ifstream file("docs/EDGETPU.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  for (const PublishedNetwork& network : PublishedNetworks()) {
    const std::string begin =
        base::StrCat("| ", network.name, " | ", NameOf(network.role), " | ");
    int rows = 0;
    for (const std::string& line : lines) {
      if (line.rfind(begin, 0) != 0) continue;
      ++rows;
      const std::vector<std::string> cells = base::StrSplitToStrings(line, '|');
      ASSERT_GT(cells.size(), 7u) << line;
      EXPECT_EQ(std::stod(cells[7]), network.usb_ms) << line;
    }
    EXPECT_EQ(rows, 1) << begin;
  }
}

struct Counted {
  const char* name;
  uint64_t weights, multiplications;
};

// Without biases and normalizations, which published numbers include for most
// architectures: a change of a layer, of its stride, or of the number of layers
// shows here.
constexpr Counted kCounted[] = {
    {"MobileNet v1", 4'210'112, 568'741'376},
    {"Inception v1", 6'610'368, 1'498'377'216},
    {"ResNet-50 v1", 25'502'912, 7'211'875'072},
    {"VGG16", 138'344'128, 15'470'264'320},
    {"SqueezeNet", 1'244'448, 777'221'152},
    {"Inception-ResNet v2", 55'737'696, 13'155'795'552},
    {"MobileNet v2", 3'471'040, 300'775'552},
    {"Inception v4", 42'617'184, 12'253'976'160},
    {"ResNet-50 v2", 25'518'080, 6'544'788'800},
    {"ResNet-152 v2", 60'088'320, 20'233'446'720},
    {"VGG19", 143'652'544, 19'632'062'464},
    {"DenseNet-121", 7'928'544, 2'844'711'168},
    {"EfficientNet-EdgeTpu-S", 5'397'216, 1'913'971'584},
    {"EfficientNet-EdgeTpu-M", 6'841'952, 3'157'091'968},
    {"MobileNet v1 SSD", 6'791'360, 1'237'129'408},
    {"MobileNet v2 SSD", 6'025'728, 772'779'056},
    {"DeepLab v3 MobileNet v2", 2'080'448, 2'740'709'056},
    {"U-Net MobileNet v2", 6'438'560, 2'068'330'496},
};

TEST(Tables, HaveTheWeightsAndProductsOfTheArchitectures) {
  for (const PublishedNetwork& published : PublishedNetworks()) {
    SCOPED_TRACE(published.name);
    const auto at = std::find_if(
        std::begin(kCounted), std::end(kCounted), [&](const Counted& counted) {
          return std::strcmp(counted.name, published.name) == 0;
        });
    ASSERT_NE(at, std::end(kCounted));
    const Network network = published.build(published.extent);
    EXPECT_EQ(network.weights(), at->weights);
    EXPECT_EQ(network.multiplications(), at->multiplications);
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
