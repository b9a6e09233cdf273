#include "delegates/dsp/session/device_clock.h"

#include <utility>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::dsp {

using namespace base;

DeviceClock::DeviceClock(std::vector<std::string> units)
    : units_(std::move(units)) {}

DeviceClock::Reading DeviceClock::Elapsed(const Reading& before,
                                          const Reading& after) const {
  Reading elapsed(units_.size());
  if (before.size() != units_.size() || after.size() != units_.size()) {
    return elapsed;
  }
  for (size_t i = 0; i < units_.size(); ++i) elapsed[i] = after[i] - before[i];
  return elapsed;
}

std::string DeviceClock::Text(const Reading& before,
                              const Reading& after) const {
  const Reading elapsed = Elapsed(before, after);
  if (elapsed[0] == 0) return "";
  std::string text;
  for (size_t i = 0; i < units_.size(); ++i) {
    text += StrCat(i == 0 ? "" : ", ", elapsed[i], " ", units_[i]);
  }
  return text;
}

uint64_t HostTimer::Nanoseconds() const {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(
          std::chrono::steady_clock::now() - begin_)
          .count());
}

}  // namespace tflite::dsp
