#include "tensorflow_lite_lite/core/graph/lifecycle.h"

#include "gtest/gtest.h"

namespace tflite {
namespace core {
namespace {

TEST(Lifecycle, StartsConsistentAndUnprepared) {
  const Lifecycle lifecycle;
  EXPECT_TRUE(lifecycle.consistent());
  EXPECT_FALSE(lifecycle.prepared());
  EXPECT_FALSE(lifecycle.frozen());
  EXPECT_FALSE(lifecycle.busy());
}

TEST(Lifecycle, AChangeEndsThePreparedStateAlone) {
  Lifecycle lifecycle;
  lifecycle.MarkPrepared();
  lifecycle.Freeze();
  lifecycle.MarkChanged();
  EXPECT_FALSE(lifecycle.prepared());
  EXPECT_TRUE(lifecycle.frozen());
}

TEST(Lifecycle, PreparingWithinARunLeavesItRunning) {
  Lifecycle lifecycle;
  const Lifecycle::Scope run = lifecycle.Run();
  {
    const Lifecycle::Scope prepare = lifecycle.Prepare();
    EXPECT_TRUE(lifecycle.preparing());
  }
  EXPECT_FALSE(lifecycle.preparing());
  EXPECT_TRUE(lifecycle.running());
  EXPECT_TRUE(lifecycle.busy());
}

TEST(Lifecycle, ARunEndsWithItsScope) {
  Lifecycle lifecycle;
  { const Lifecycle::Scope run = lifecycle.Run(); }
  EXPECT_FALSE(lifecycle.busy());
}

}  // namespace
}  // namespace core
}  // namespace tflite
