#include "kernels/testing/state_memory.h"

#include <malloc.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "kernels/testing/fake_graph.h"
#include "tensorflow_lite_lite/base/pages.h"

namespace tflite::kernels {
namespace {

int64_t Allocated() {
  const struct mallinfo2 info = mallinfo2();
  return static_cast<int64_t>(info.uordblks + info.hblkhd +
                              base::MappedBytes());
}

bool MallocCounts() {
  const int64_t before = Allocated();
  const std::unique_ptr<char[]> some(new char[1 << 20]);
  static_cast<volatile char*>(some.get())[0] = 1;
  return Allocated() - before >= 1 << 20;
}

::testing::AssertionResult AreClose(int64_t said, int64_t kept) {
  if (!MallocCounts()) return ::testing::AssertionSuccess();
  const auto difference = static_cast<double>(std::abs(kept - said));
  if (difference <= 4096 + 0.02 * static_cast<double>(kept)) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << said << " bytes are reported and " << kept << " kept";
}

}  // namespace

::testing::AssertionResult ReportsItsMemory(OpTest& test,
                                            const OpFunctions& reference,
                                            const OpFunctions& fast) {
  const auto reported = [&] {
    return static_cast<FakeGraph&>(test.host()).kernel_bytes();
  };
  // Tensors of the test are not allocated by malloc.
  Status status = test.Run(reference);
  if (!status.ok()) return IsOk(status);
  const int64_t allocated_before = Allocated(), reported_before = reported();
  status = test.Run(fast);
  // What a kernel allocates while it runs is counted after the second run.
  if (status.ok()) status = test.Invoke();
  if (!status.ok()) return IsOk(status);
  const int64_t kept = Allocated() - allocated_before;
  return AreClose(reported() - reported_before, kept);
}

::testing::AssertionResult ReportsItsMemory(
    const std::function<size_t()>& make) {
  const int64_t before = Allocated();
  const auto said = static_cast<int64_t>(make());
  return AreClose(said, Allocated() - before);
}

::testing::AssertionResult GivesMemoryBack(
    const std::function<void()>& action) {
  constexpr int kCalls = 1000;
  action();
  action();
  const int64_t before = Allocated();
  for (int i = 0; i < kCalls; ++i) action();
  const int64_t lost = Allocated() - before;
  // The smallest block takes more than this in each call.
  if (lost < 8 * kCalls) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << kCalls << " calls have taken " << lost << " bytes";
}

}  // namespace tflite::kernels
