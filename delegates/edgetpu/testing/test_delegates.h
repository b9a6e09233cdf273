#ifndef DELEGATES_EDGETPU_TESTING_TEST_DELEGATES_H_
#define DELEGATES_EDGETPU_TESTING_TEST_DELEGATES_H_

#include <memory>

#include "delegates/edgetpu/edgetpu_options.h"
#include "delegates/edgetpu/isa/target.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

// If the delegate cannot be created, the test fails and the pointer is null.
inline DelegatePtr DelegateWith(const EdgeTpuOptions& options) {
  const auto delegate = CreateEdgeTpuDelegate(options);
  EXPECT_TRUE(delegate.ok()) << delegate.status();
  return {delegate.ok() ? *delegate : nullptr, DeleteEdgeTpuDelegate};
}

// A delegate with a device of its own.
inline DelegatePtr DelegateOn(const Target& target = DefaultTarget()) {
  EdgeTpuOptions options;
  options.device->target = target;
  return DelegateWith(options);
}

// Runs the original nodes of compiled models on the CPU.
inline DelegatePtr DelegateWithoutDevice() {
  EdgeTpuOptions options;
  options.device = nullptr;
  return DelegateWith(options);
}

}  // namespace tflite::edgetpu

#endif  // DELEGATES_EDGETPU_TESTING_TEST_DELEGATES_H_
