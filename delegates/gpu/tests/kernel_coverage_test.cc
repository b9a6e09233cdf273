// The kernels that the conformance cases use, on devices that need not exist:
// nothing is computed.
#include <set>
#include <string>
#include <vector>

#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/tests/lowered_kernels.h"
#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite::gpu {
namespace {

using conformance::Case;

std::set<std::string> Reached(const std::vector<Case>& cases) {
  std::set<std::string> all;
  for (const GpuCaps& caps : AllKindsOfGpuCaps()) {
    for (const GpuKernelSpec& spec :
         LoweredKernels(cases, caps, caps.fp16_storage)) {
      all.insert(spec.kernel);
    }
  }
  return all;
}

// If this fails for a kernel, add a case that uses it, or the name of such a
// case to conformance.sample.
TEST(KernelCoverage, TheSampleReachesEveryKernel) {
  std::set<std::string> names;
  for (const Case& c : AllGpuCases()) names.insert(conformance::FullName(c));
  for (const std::string& name : GpuSampleNames("")) {
    EXPECT_EQ(names.count(name), 1u) << "there is no case " << name;
  }
  const std::set<std::string> reached = Reached(SampledGpuCases(""));
  for (const GpuKernelText& kernel : GpuKernels().all()) {
    EXPECT_EQ(reached.count(kernel.name), 1u) << kernel.name;
  }
}

}  // namespace
}  // namespace tflite::gpu
