#ifndef DELEGATES_DSP_SESSION_DEVICE_CLOCK_H_
#define DELEGATES_DSP_SESSION_DEVICE_CLOCK_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace tflite::dsp {

// The clock of a device: counters of its own units, e.g. cycles or
// instructions, which run independently of the host's clock. Immutable.
class DeviceClock {
 public:
  // Values of all counters at one moment, in the order of the units. Only
  // differences between readings of one process have a meaning.
  using Reading = std::vector<uint64_t>;

  // The names of the units, e.g. "packets". At least one.
  explicit DeviceClock(std::vector<std::string> units);

  // after - before for each counter, also if a counter of 64 bits has wrapped.
  // Zeros if the readings do not have one value for each unit.
  Reading Elapsed(const Reading& before, const Reading& after) const;
  // The same as text: "12 packets, 20 instructions". Empty if the first counter
  // has not moved: the device does not count.
  std::string Text(const Reading& before, const Reading& after) const;

 private:
  const std::vector<std::string> units_;
};

// The host's time since construction, beside which a device's readings are
// reported.
class HostTimer {
 public:
  uint64_t Nanoseconds() const;

 private:
  const std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
};

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_SESSION_DEVICE_CLOCK_H_
