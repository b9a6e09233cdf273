#include "delegates/edgetpu/bench/latency.h"

#include <cmath>
#include <limits>
#include <utility>

#include "delegates/edgetpu/compiler/compile.h"
#include "delegates/edgetpu/isa/encoding.h"
#include "delegates/edgetpu/simulator/timing.h"

namespace tflite::edgetpu::bench {

StatusOr<TimedNetwork> TimedNetwork::Compile(const PublishedNetwork& published,
                                             const Target& target) {
  const Network network = published.build(published.extent);
  TFLL_ASSIGN_OR_RETURN(CompiledProgram compiled,
                        CompileLayers(network.graph, network.images, target));
  TimedNetwork timed;
  timed.network_ = &published;
  timed.multiplications_ = network.multiplications();
  timed.cached_bytes_ = compiled.cached_bytes;
  timed.streamed_bytes_ = compiled.streamed_bytes;
  TFLL_ASSIGN_OR_RETURN(timed.instructions_,
                        DecodeInstructions(compiled.program.code));
  timed.program_ = std::move(compiled.program);
  timed.program_.parameters = {};
  return timed;
}

RunReport TimedNetwork::Time(const Target& target) const {
  return TimeProgram(program_, instructions_, target);
}

double RatioOf(const PublishedNetwork& network, const RunReport& report) {
  return report.seconds * 1e3 / network.usb_ms;
}

std::map<std::string, double> SharesOf(const RunReport& report,
                                       const Target& target) {
  std::map<std::string, double> cycles;
  cycles["request"] = target.request_cycles;
  uint64_t layers = 0;
  for (const LayerReport& layer : report.layers) {
    cycles[layer.bound()] += static_cast<double>(layer.cycles());
    layers += layer.cycles();
  }
  cycles["instructions"] =
      static_cast<double>(report.cycles - layers) - target.request_cycles;
  for (auto& [name, value] : cycles) {
    value /= static_cast<double>(report.cycles);
  }
  return cycles;
}

double MisfitOf(const std::vector<TimedNetwork>& networks,
                const Target& target) {
  double sum = 0;
  for (const TimedNetwork& network : networks) {
    sum += std::abs(std::log(RatioOf(network.network(), network.Time(target))));
  }
  return sum;
}

Target FittedConstants::On(Target target) const {
  target.host_bytes_per_second = host_bytes_per_second;
  target.request_cycles = request_cycles;
  target.ring_bytes_per_cycle = ring_bytes_per_cycle;
  return target;
}

namespace {

// The least sum of |log(ratio)| over all requests' lengths, which add to the
// seconds of each network.
double BestRequest(const std::vector<TimedNetwork>& networks,
                   const std::vector<double>& seconds, const Target& target,
                   int32_t* request_cycles) {
  constexpr int32_t kStep = 5000;
  constexpr int32_t kMost = 1'000'000;
  double least = std::numeric_limits<double>::infinity();
  for (int32_t cycles = 0; cycles <= kMost; cycles += kStep) {
    const double request = cycles / static_cast<double>(target.clock_hz);
    double sum = 0;
    for (size_t n = 0; n < networks.size(); ++n) {
      sum += std::abs(std::log((seconds[n] + request) * 1e3 /
                               networks[n].network().usb_ms));
    }
    if (sum >= least) continue;
    least = sum;
    *request_cycles = cycles;
  }
  return least;
}

}  // namespace

FittedConstants FitConstants(const std::vector<TimedNetwork>& networks,
                             const Target& target) {
  FittedConstants best;
  double least = std::numeric_limits<double>::infinity();
  for (const int32_t ring : {8, 16, 32, 64, 128}) {
    for (int64_t host = 400'000'000; host <= 640'000'000; host += 10'000'000) {
      FittedConstants tried = {host, 0, ring};
      const Target machine = tried.On(target);
      std::vector<double> seconds;
      for (const TimedNetwork& network : networks) {
        seconds.push_back(network.Time(machine).seconds);
      }
      const double sum =
          BestRequest(networks, seconds, machine, &tried.request_cycles);
      if (sum >= least) continue;
      least = sum;
      best = tried;
    }
  }
  return best;
}

}  // namespace tflite::edgetpu::bench
