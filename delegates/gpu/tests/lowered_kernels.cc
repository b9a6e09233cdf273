#include "delegates/gpu/tests/lowered_kernels.h"

#include <fstream>
#include <iterator>
#include <memory>
#include <utility>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/self_check/problems.h"
#include "delegates/gpu/tests/idle_device.h"
#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/sample.h"

namespace tflite::gpu {
namespace {

using conformance::Case;
using conformance::CaseRun;

// The arguments of this delegate's conformance tests.
constexpr int kSeed = 1;
constexpr int kRandomCases = 20;

}  // namespace

std::vector<Case> AllGpuCases() {
  conformance::Suite::Options options;
  options.seed = kSeed;
  options.random_cases = kRandomCases;
  auto cases = conformance::Suite(nullptr, options).Cases();
  EXPECT_TRUE(cases.ok()) << cases.status();
  return cases.ok() ? *std::move(cases) : std::vector<Case>();
}

std::set<std::string> GpuSampleNames(const std::string& root) {
  std::ifstream in(root + "delegates/gpu/conformance.sample");
  EXPECT_TRUE(in.good());
  return LinesOf({std::istreambuf_iterator<char>(in), {}});
}

std::vector<Case> SampledGpuCases(const std::string& root) {
  return conformance::SampleOfCases(AllGpuCases(), TFLL_SAMPLE, kSeed,
                                    GpuSampleNames(root));
}

std::vector<GpuCaps> AllKindsOfGpuCaps() {
  std::vector<GpuCaps> all;
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
          caps.subgroup_shuffle = true;
        }
        all.push_back(caps);
      }
    }
  }
  return all;
}

void LowerCase(const Case& c, TfLiteDelegate* delegate) {
  CaseRun shaped(c, kSeed);
  EXPECT_TRUE(shaped.Build(conformance::FastKernels(), nullptr).ok());
  EXPECT_TRUE(shaped.Allocate().ok());
  const conformance::TensorShapes shapes = shaped.Shapes();
  CaseRun run(c, kSeed);
  EXPECT_TRUE(run.Build(conformance::FastKernels(), &shapes).ok());
  run.interpreter().ModifyGraphWithDelegate(delegate);
  // Partitions that fail the self-check go back to the CPU.
  run.Allocate().IgnoreError();
}

std::set<GpuKernelSpec> LoweredKernels(const std::vector<Case>& cases,
                                       const GpuCaps& caps, bool half) {
  GpuDeviceOptions device_options;
  device_options.kernels = &GpuKernels();
  const auto device = std::make_shared<IdleDevice>(caps, device_options);
  GpuOptions options;
  options.precision_loss_allowed = half;
  TfLiteDelegate* const delegate = CreateGpuDelegate(options, device);
  for (const Case& c : cases) LowerCase(c, delegate);
  TfLiteGpuDelegateV2Delete(delegate);
  std::set<GpuKernelSpec> variants;
  for (const GpuKernelSpec& spec : device->specs()) {
    variants.insert(WithoutChain(spec));
  }
  return variants;
}

}  // namespace tflite::gpu
