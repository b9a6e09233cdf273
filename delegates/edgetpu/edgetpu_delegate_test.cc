#include <malloc.h>

#include "delegates/edgetpu/testing/test_delegates.h"
#include "gtest/gtest.h"

namespace tflite::edgetpu {
namespace {

void CreateAndDelete() { ASSERT_NE(DelegateOn(), nullptr); }

// Sanitizers count no memory here; there, leaks are errors anyway.
TEST(EdgeTpuDelegate, FreesItsMemory) {
  CreateAndDelete();  // what is allocated once and kept
  const size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 100; ++i) CreateAndDelete();
  EXPECT_LT(mallinfo2().uordblks, before + 1000);
}

}  // namespace
}  // namespace tflite::edgetpu
