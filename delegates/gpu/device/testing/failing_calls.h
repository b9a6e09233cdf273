#ifndef DELEGATES_GPU_DEVICE_TESTING_FAILING_CALLS_H_
#define DELEGATES_GPU_DEVICE_TESTING_FAILING_CALLS_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite::gpu {

// Counts the calls of a driver's functions, and decides which of them fails.
struct FailingCall {
  std::string failing;  // function; empty: none
  int failing_call = 0;
  std::map<std::string, int> calls;

  bool Fails(const std::string& name) {
    const int call = calls[name]++;
    return name == failing && call == failing_call;
  }
};

// Lets the first calls of each function fail, one at a time. `use` opens and
// uses a device with a log, a FailingCall with `objects` that are left at the
// end, and returns the first error. `text_of` returns what the error of a
// function must contain, or nothing to leave the function out. Returns the
// functions without which the device works.
template <typename Log>
std::set<std::string> FailEachCall(
    const std::function<base::Status(Log*)>& use,
    const std::function<std::optional<std::string>(const std::string&)>&
        text_of) {
  // Later calls are of the same places in the code.
  constexpr int kMost = 4;
  std::set<std::string> optional;
  Log sound;
  EXPECT_EQ(use(&sound), base::OkStatus());
  EXPECT_THAT(sound.objects, ::testing::IsEmpty());
  for (const auto& [name, calls] : sound.calls) {
    const std::optional<std::string> text = text_of(name);
    if (!text.has_value()) continue;
    for (int call = 0; call < std::min(calls, kMost); ++call) {
      SCOPED_TRACE(name + " " + std::to_string(call));
      Log log;
      log.failing = name;
      log.failing_call = call;
      const base::Status status = use(&log);
      EXPECT_THAT(log.objects, ::testing::IsEmpty());
      if (status.ok()) {
        optional.insert(name);
      } else {
        EXPECT_THAT(status.ToString(), ::testing::HasSubstr(*text));
      }
    }
  }
  return optional;
}

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_DEVICE_TESTING_FAILING_CALLS_H_
