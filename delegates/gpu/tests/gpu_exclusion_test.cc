// The review of partitions: if a driver miscompiles a kernel, only the nodes
// that need it go to the CPU, not the whole partition. What was reviewed is
// what runs.
#include <memory>
#include <string>

#include "delegates/gpu/tests/counting_device.h"
#include "delegates/gpu/tests/on_back_ends.h"
#include "gtest/gtest.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "testing/conformance/delegated_case.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::ExpectSame;
using conformance::kFloat32;
using conformance::Near;
using conformance::NodesLeft;
using conformance::Prepared;
using conformance::Refusals;

class GpuExclusionOn : public OnBackEnds {
 protected:
  // TANH, SOFTMAX, TANH.
  static Case Chain() {
    return Case("Chain", "float32")
        .Op(kTfLiteBuiltinTanh)
        .In(kFloat32, {3, 20})
        .Inner(kFloat32)  // 1
        .Op(kTfLiteBuiltinSoftmax, TfLiteSoftmaxParams{1})
        .Same(1)
        .Inner(kFloat32)  // 2
        .Op(kTfLiteBuiltinTanh)
        .Same(2)
        .Out(kFloat32)
        .Within(Near(1e-5, 1e-5));
  }

  // Runs them on a device that miscomputes kernels of that name.
  void Run(const std::string& kernel, int left, size_t steps) {
    const auto device =
        std::make_shared<CountingDevice>(*AcquireGpuDevice(options_));
    // Results of self-checks are cached by the device's name.
    device->mutable_caps().name += " with a wrong " + kernel;
    device->Miscompile(kernel);
    const GpuDelegatePtr delegate = Owned(CreateGpuDelegate(options_, device));
    const Case c = Chain();
    const auto run = Prepared(c, delegate.get());
    ExpectSame(c, *run);
    EXPECT_EQ(NodesLeft(run->interpreter()), left);
    EXPECT_EQ(run->interpreter().execution_plan().size(), steps);
    const std::string told = Refusals(run->interpreter());
    EXPECT_EQ(StrContains(told, "wrong results with " + kernel), left > 0)
        << told;
  }
};

TEST_P(GpuExclusionOn, AllIsTakenWhereAllKernelsAreRight) {
  Run("no_kernel", 0, 1);
}

TEST_P(GpuExclusionOn, ANodeOfAWrongKernelGoesToTheCpu) {
  Run("softmax", 1, 3);
}

TEST_P(GpuExclusionOn, TheOthersGoThere) { Run("map_", 2, 3); }

TEST_P(GpuExclusionOn, TheReviewedKernelsAreNotCompiledAgain) {
  const auto device =
      std::make_shared<CountingDevice>(*AcquireGpuDevice(options_));
  const GpuDelegatePtr delegate = Owned(CreateGpuDelegate(options_, device));
  const Case c = Chain();
  // The first time, self-checks compile kernels as well.
  ASSERT_EQ(NodesLeft(Prepared(c, delegate.get())->interpreter()), 0);
  device->Reset();
  const auto run = Prepared(c, delegate.get());
  ExpectSame(c, *run);
  EXPECT_GE(device->compilations().size(), 2u);
  for (const auto& [spec, count] : device->compilations()) {
    EXPECT_EQ(count, 1) << spec.kernel;
  }
}

INSTANTIATE_TEST_SUITE_P(All, GpuExclusionOn, AllGpuBackEnds(), GpuBackEndName);

}  // namespace
}  // namespace tflite::gpu
