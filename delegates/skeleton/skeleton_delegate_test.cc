#include "delegates/skeleton/skeleton_delegate.h"

#include <memory>

#include "gtest/gtest.h"
#include "testing/conformance/chain.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::skeleton {
namespace {

// Tests of what is specific to this delegate. conformance.golden covers its
// operators, the graph test its behavior in graphs.

using DelegatePtr = std::unique_ptr<TfLiteDelegate, void (*)(TfLiteDelegate*)>;

// Two nodes that the delegate runs, the second of which reads the first.
conformance::Case TwoNodes() {
  return conformance::Chain({kTfLiteBuiltinNeg, kTfLiteBuiltinNeg});
}

TEST(SkeletonDelegate, IsAppliedWithDefaultOptions) {
  const DelegatePtr delegate(SkeletonDelegateCreate(nullptr),
                             SkeletonDelegateDelete);
  ASSERT_NE(delegate, nullptr);
  const conformance::Case c = TwoNodes();
  const auto run = conformance::Prepared(c, delegate.get());
  EXPECT_EQ(conformance::DelegatedPartitions(run->interpreter()), 1);
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 0);
  conformance::ExpectSame(c, *run);
}

TEST(SkeletonDelegate, SplitsAPartitionThatDoesNotFit) {
  SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
  options.memory_bytes = 1;
  const DelegatePtr delegate(SkeletonDelegateCreate(&options),
                             SkeletonDelegateDelete);
  const conformance::Case c = TwoNodes();
  const auto run = conformance::Prepared(c, delegate.get());
  EXPECT_EQ(conformance::DelegatedPartitions(run->interpreter()), 2);
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 0);
  conformance::ExpectSame(c, *run);
}

TEST(SkeletonDelegate, LeavesTheGraphAloneWithoutItsDevice) {
  SkeletonDelegateOptions options = SkeletonDelegateOptionsDefault();
  options.device = 7;
  const DelegatePtr delegate(SkeletonDelegateCreate(&options),
                             SkeletonDelegateDelete);
  const conformance::Case c = TwoNodes();
  const auto run = conformance::Prepared(c, delegate.get(), /*threads=*/1,
                                         kTfLiteDelegateError);
  EXPECT_EQ(conformance::NodesLeft(run->interpreter()), 2);
  EXPECT_EQ(
      run->interpreter().GetDelegationReport().graphs[0].delegates[0].failure,
      "its Prepare failed: SkeletonDelegate: there is no device 7");
  conformance::ExpectSame(c, *run);
}

}  // namespace
}  // namespace tflite::skeleton
