#ifndef DELEGATES_DSP_TESTING_TEST_DELEGATES_H_
#define DELEGATES_DSP_TESTING_TEST_DELEGATES_H_

#include <memory>
#include <string>

#include "delegates/dsp/dsp_delegate.h"
#include "delegates/dsp/dsp_options.h"
#include "gtest/gtest.h"

namespace tflite::dsp {

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

// Returns null if the delegate cannot be created; that also fails the test.
inline DelegatePtr Create(const DspOptions& options) {
  const auto delegate = CreateDspDelegate(options);
  EXPECT_TRUE(delegate.ok()) << delegate.status();
  return {delegate.ok() ? *delegate : nullptr, TfLiteHexagonDelegateDelete};
}

// For calls of which one hangs: the others are to be done by then even on a
// machine that is hundreds of times slower.
constexpr int64_t kHangDeadlineMs = 10000;

inline DelegatePtr On(DspBackend backend, int64_t deadline_ms = 60000) {
  DspOptions options;
  options.backend = backend;
  options.deadline_ms = deadline_ms;
  return Create(options);
}

// For tests that run on both guests.
inline auto BothGuests() {
  return ::testing::Values(DspBackend::kNative, DspBackend::kHexagon);
}
inline std::string GuestName(const ::testing::TestParamInfo<DspBackend>& info) {
  return info.param == DspBackend::kNative ? "Native" : "Hexagon";
}

}  // namespace tflite::dsp

#endif  // DELEGATES_DSP_TESTING_TEST_DELEGATES_H_
