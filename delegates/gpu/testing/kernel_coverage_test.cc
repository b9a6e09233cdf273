// Which kernels the cases of the conformance tests use, on devices that there
// need not be: nothing is computed here.
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/testing/idle_device.h"
#include "delegates/gpu/testing/lowered_kernels.h"
#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/sample.h"

namespace tflite::gpu {
namespace {

using conformance::Case;

// What the conformance tests of this delegate are run with.
constexpr int kSample = TFLL_SAMPLE;
constexpr int kSeed = 1;

// Calls `use` with the features of devices of all kinds: with lanes that pass
// values on where that is had, with and without what not all have.
template <typename Use>
void ForEachCaps(Use use) {
  for (const GpuBackend backend : {GpuBackend::kOpenCl, GpuBackend::kVulkan}) {
    for (const bool software : {false, true}) {
      for (const bool extended : {false, true}) {
        GpuCaps caps = IdleDevice::Caps("Idle");
        caps.fp16_storage = extended;
        caps.int8_dot = caps.int8_dot_fast = extended;
        caps.backend = backend;
        caps.software = software;
        if (backend == GpuBackend::kVulkan) {
          caps.subgroup_size = 8;
          caps.subgroup_broadcast = caps.subgroup_shuffle = true;
        }
        use(caps);
      }
    }
  }
}

std::set<std::string> Reached(const std::vector<Case>& cases) {
  std::set<std::string> all;
  ForEachCaps([&](const GpuCaps& caps) {
    for (const GpuKernelSpec& spec :
         LoweredKernels(cases, caps, caps.fp16_storage)) {
      all.insert(spec.kernel);
    }
  });
  return all;
}

// A kernel that is missing here wants a case, or the line of one, in
// conformance.sample.
TEST(KernelCoverage, TheSampleReachesEveryKernel) {
  std::ifstream in("delegates/gpu/conformance.sample");
  ASSERT_TRUE(in.good());
  const std::set<std::string> always =
      LinesOf({std::istreambuf_iterator<char>(in), {}});
  const std::vector<Case> all = AllGpuCases();
  std::set<std::string> names;
  for (const Case& c : all) names.insert(conformance::FullName(c));
  for (const std::string& name : always) {
    EXPECT_EQ(names.count(name), 1u) << "there is no case " << name;
  }
  const std::set<std::string> reached =
      Reached(conformance::SampleOfCases(all, kSample, kSeed, always));
  for (const GpuKernelText& kernel : GpuKernels().all()) {
    EXPECT_EQ(reached.count(kernel.name), 1u) << kernel.name;
  }
}

}  // namespace
}  // namespace tflite::gpu
