#ifndef DELEGATES_EDGETPU_BENCH_LATENCY_H_
#define DELEGATES_EDGETPU_BENCH_LATENCY_H_

#include <map>
#include <string>
#include <vector>

#include "delegates/edgetpu/bench/networks.h"
#include "delegates/edgetpu/isa/instruction.h"
#include "delegates/edgetpu/isa/program.h"
#include "delegates/edgetpu/simulator/report.h"

namespace tflite::edgetpu::bench {

// A compiled network that is timed but not executed.
class TimedNetwork {
 public:
  static base::StatusOr<TimedNetwork> Compile(const PublishedNetwork& network,
                                              const Target& target);

  // On a target that differs from the compiler's in rates and times only.
  RunReport Time(const Target& target) const;

  const PublishedNetwork& network() const { return *network_; }
  uint64_t multiplications() const { return multiplications_; }
  // Bytes of the parameters in the store, and of those sent in each run.
  uint64_t cached_bytes() const { return cached_bytes_; }
  uint64_t streamed_bytes() const { return streamed_bytes_; }

 private:
  const PublishedNetwork* network_ = nullptr;
  Program program_;  // without the parameters
  std::vector<Instruction> instructions_;
  uint64_t multiplications_ = 0, cached_bytes_ = 0, streamed_bytes_ = 0;
};

// Of the published time over USB; 1 is right.
double RatioOf(const PublishedNetwork& network, const RunReport& report);

// The share of each engine in the time, for layers that it bounds; "request"
// and "instructions" are what comes before the layers.
std::map<std::string, double> SharesOf(const RunReport& report,
                                       const Target& target);

// The constants of a target that are fitted to published latencies.
struct FittedConstants {
  int64_t host_bytes_per_second = 0;
  int32_t request_cycles = 0;
  int32_t ring_bytes_per_cycle = 0;

  Target On(Target target) const;
};

// The sum of |log(RatioOf)| over the networks: of absolute values so that a
// network that the machine does not explain does not move the others.
double MisfitOf(const std::vector<TimedNetwork>& networks,
                const Target& target);

// Those of a grid for which the misfit is least.
FittedConstants FitConstants(const std::vector<TimedNetwork>& networks,
                             const Target& target);

}  // namespace tflite::edgetpu::bench

#endif  // DELEGATES_EDGETPU_BENCH_LATENCY_H_
