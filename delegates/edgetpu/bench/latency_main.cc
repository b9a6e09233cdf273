// Prints the published latencies of networks on an Edge TPU beside those of the
// simulator. `fit`: finds the fitted constants again. `layers NAME`: the report
// of each layer of a network.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "delegates/edgetpu/bench/latency.h"

namespace tflite::edgetpu::bench {
namespace {

const char* NameOf(Role role) {
  switch (role) {
    case Role::kFitted:
      return "fitted";
    case Role::kJudged:
      return "judged";
    default:
      return "shown";
  }
}

void PrintRow(const TimedNetwork& timed, const Target& target) {
  const RunReport report = timed.Time(target);
  const PublishedNetwork& network = timed.network();
  std::printf("%-24s %6.2f %7.2f %7.2f %6.2f %8.1f %9.2f %6.2f %s",
              network.name, static_cast<double>(timed.multiplications()) / 1e9,
              static_cast<double>(timed.cached_bytes()) / 1e6,
              static_cast<double>(timed.streamed_bytes()) / 1e6,
              static_cast<double>(report.code_bytes) / 1e6, network.usb_ms,
              report.seconds * 1e3, RatioOf(network, report),
              NameOf(network.role));
  for (const auto& [engine, share] : SharesOf(report, target)) {
    const long percent = std::lround(share * 100);
    if (percent > 0) std::printf(" %s %ld%%", engine.c_str(), percent);
  }
  if (network.remark[0] != 0) std::printf("; %s", network.remark);
  std::printf("\n");
}

bool CompileAll(const Target& target, bool only_fitted, const char* name,
                std::vector<TimedNetwork>* networks) {
  for (const PublishedNetwork& network : PublishedNetworks()) {
    if (only_fitted && network.role != Role::kFitted) continue;
    if (name != nullptr && std::strcmp(name, network.name) != 0) continue;
    auto timed = TimedNetwork::Compile(network, target);
    if (!timed.ok()) {
      std::fprintf(stderr, "%s: %s\n", network.name,
                   std::string(timed.status().message()).c_str());
      return false;
    }
    networks->push_back(*std::move(timed));
  }
  if (networks->empty()) {
    std::fprintf(stderr, "there is no network '%s'\n", name);
    return false;
  }
  return true;
}

int Main(int argc, char** argv) {
  const Target target = DefaultTarget();
  const bool fits = argc == 2 && std::strcmp(argv[1], "fit") == 0;
  const bool layers = argc == 3 && std::strcmp(argv[1], "layers") == 0;
  if (argc != 1 && !fits && !layers) {
    std::fprintf(stderr, "Usage: latency [fit | layers NETWORK]\n");
    return EXIT_FAILURE;
  }
  std::vector<TimedNetwork> networks;
  if (!CompileAll(target, fits, layers ? argv[2] : nullptr, &networks)) {
    return EXIT_FAILURE;
  }
  if (fits) {
    const FittedConstants best = FitConstants(networks, target);
    std::printf(
        "host_bytes_per_second = %lld\nrequest_cycles = %d\n"
        "ring_bytes_per_cycle = %d\n",
        static_cast<long long>(best.host_bytes_per_second), best.request_cycles,
        best.ring_bytes_per_cycle);
    return EXIT_SUCCESS;
  }
  std::printf("%-24s %6s %7s %7s %6s %8s %9s %6s %s\n", "network", "GMAC",
              "cached", "stream", "code", "USB3 ms", "estimate", "ratio",
              "role, bound by");
  for (const TimedNetwork& network : networks) {
    PrintRow(network, target);
    if (layers) std::fputs(ReportTable(network.Time(target)).c_str(), stdout);
  }
  for (const TimedNetwork& network : networks) {
    const double ratio = RatioOf(network.network(), network.Time(target));
    if (ratio >= 0.85 && ratio <= 1.15) continue;
    std::printf("off by more than 15 %%: %s, %.2f\n", network.network().name,
                ratio);
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace tflite::edgetpu::bench

int main(int argc, char** argv) {
  return tflite::edgetpu::bench::Main(argc, argv);
}
