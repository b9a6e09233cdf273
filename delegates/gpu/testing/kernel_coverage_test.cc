// Which kernels the cases of the conformance tests use, on devices that there
// need not be: nothing is computed here.
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "delegates/gpu/gpu_options.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/testing/idle_device.h"
#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/sample.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::CaseRun;

// What the conformance tests of this delegate are run with.
constexpr int kSample = TFLL_SAMPLE;
constexpr int kSeed = 1;
constexpr int kRandomCases = 20;

// In the host's memory, and with lanes that pass values on where that is had.
// `extended`: it has what not all devices have.
std::shared_ptr<IdleDevice> MakeDevice(GpuBackend backend, bool software,
                                       bool extended) {
  GpuDeviceOptions options;
  options.kernels = &GpuKernels();
  GpuCaps caps = IdleDevice::Caps("Idle");
  caps.fp16_storage = extended;
  caps.int8_dot = caps.int8_dot_fast = extended;
  caps.backend = backend;
  caps.software = software;
  if (backend == GpuBackend::kVulkan) {
    caps.subgroup_size = 8;
    caps.subgroup_broadcast = caps.subgroup_shuffle = true;
  }
  return std::make_shared<IdleDevice>(caps, options);
}

// The kernels that programs of the cases are made of.
std::set<std::string> KernelsOf(const std::vector<Case>& cases,
                                GpuBackend backend, bool software,
                                bool extended) {
  const auto device = MakeDevice(backend, software, extended);
  GpuOptions options;
  options.precision_loss_allowed = extended;
  TfLiteDelegate* const delegate = CreateGpuDelegate(options, device);
  for (const Case& c : cases) {
    CaseRun shaped(c, kSeed);
    EXPECT_TRUE(shaped.Build(conformance::FastKernels(), nullptr).ok());
    EXPECT_TRUE(shaped.Allocate().ok());
    const conformance::TensorShapes shapes = shaped.Shapes();
    CaseRun run(c, kSeed);
    EXPECT_TRUE(run.Build(conformance::FastKernels(), &shapes).ok());
    run.interpreter().ModifyGraphWithDelegate(delegate);
    // Partitions that fail their self-check leave the graph to the CPU.
    run.Allocate().IgnoreError();
  }
  TfLiteGpuDelegateV2Delete(delegate);
  return device->kernels();
}

std::set<std::string> Reached(const std::vector<Case>& cases) {
  std::set<std::string> all;
  for (const GpuBackend backend : {GpuBackend::kOpenCl, GpuBackend::kVulkan}) {
    for (const bool software : {false, true}) {
      for (const bool extended : {false, true}) {
        all.merge(KernelsOf(cases, backend, software, extended));
      }
    }
  }
  return all;
}

std::vector<Case> Cases() {
  conformance::Suite::Options options;
  options.seed = kSeed;
  options.random_cases = kRandomCases;
  auto cases = conformance::Suite(nullptr, options).Cases();
  EXPECT_TRUE(cases.ok()) << cases.status();
  return cases.ok() ? *std::move(cases) : std::vector<Case>();
}

// A kernel that is missing here wants a case, or the line of one, in
// conformance.sample.
TEST(KernelCoverage, TheSampleReachesEveryKernel) {
  std::ifstream in("delegates/gpu/conformance.sample");
  ASSERT_TRUE(in.good());
  const std::set<std::string> always =
      LinesOf({std::istreambuf_iterator<char>(in), {}});
  const std::vector<Case> all = Cases();
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
