// Prints the duration of an empty call on each guest: median and maximum of a
// thousand calls, in microseconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "delegates/dsp/dsp_device.h"

namespace tflite::dsp {
namespace {

int Measure(DspBackend backend) {
  using Clock = std::chrono::steady_clock;
  DspOptions options;
  options.backend = backend;
  const auto begin = Clock::now();
  const auto device = DspDevices(options).Get();
  if (!device.ok()) {
    std::printf("%s\n", std::string(device.status().message()).c_str());
    return 1;
  }
  const double start_ms =
      std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  auto block = (*device)->arena().Allocate(4096);
  if (!block.ok()) return 1;
  const ProgramHeader program = {
      kProgramMagic, kWireVersion, sizeof(program), 0, {0, 0}};
  std::memcpy((*device)->base() + block->offset(), &program, sizeof(program));
  const Piece piece = {static_cast<uint32_t>(block->offset()), sizeof(program)};
  std::vector<double> microseconds;
  for (int i = 0; i < 1000; ++i) {
    std::lock_guard<std::mutex> lock((*device)->mutex());
    const auto call = Clock::now();
    if (!(*device)->Run(piece, 0, 0).ok()) return 1;
    microseconds.push_back(
        std::chrono::duration<double, std::micro>(Clock::now() - call).count());
  }
  std::sort(microseconds.begin(), microseconds.end());
  std::printf("%s: start %.1f ms, call %.1f us (median), %.1f us (greatest)\n",
              (*device)->description().c_str(), start_ms, microseconds[500],
              microseconds.back());
  return 0;
}

}  // namespace
}  // namespace tflite::dsp

int main() {
  using tflite::dsp::DspBackend;
  return tflite::dsp::Measure(DspBackend::kHexagon) |
         tflite::dsp::Measure(DspBackend::kNative);
}
