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
#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/sample.h"

namespace tflite {
namespace {

using conformance::Case;
using conformance::CaseRun;

// What the conformance tests of this delegate are run with.
constexpr int kSample = TFLL_SAMPLE;
constexpr int kSeed = 1;
constexpr int kRandomCases = 20;

// Notes what is compiled, and computes nothing.
class NotingDevice : public GpuDevice {
 public:
  NotingDevice(GpuBackend backend, bool software, bool half)
      : GpuDevice(WithKernels()) {
    caps_.fp16_storage = half;
    caps_.backend = backend;
    caps_.software = software;
    caps_.name = "Noting";
    caps_.max_buffer_bytes = 1 << 26;
    caps_.max_workgroup = {256, 256, 64};
    caps_.max_invocations = 256;
    caps_.shared_memory_bytes = 32768;
    caps_.unified_memory = true;
    if (backend == GpuBackend::kVulkan) {
      caps_.subgroup_size = 8;
      caps_.subgroup_broadcast = caps_.subgroup_shuffle = true;
    }
  }

  const std::set<std::string>& kernels() const { return kernels_; }

  StatusOr<std::shared_ptr<GpuBuffer>> Allocate(uint64_t bytes,
                                                GpuUse) override {
    return std::shared_ptr<GpuBuffer>(std::make_shared<Buffer>(bytes));
  }
  Status Write(GpuBuffer&, uint64_t, uint64_t, const void*) override {
    return OkStatus();
  }
  // What the self-check compares with is not known here: it is not reached.
  Status Read(GpuBuffer&, uint64_t, uint64_t, void*) override {
    return Internal("nothing was computed");
  }
  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    kernels_.insert(spec.kernel);
    return std::shared_ptr<GpuPipeline>(std::make_shared<Pipeline>(spec));
  }
  StatusOr<std::unique_ptr<GpuCommands>> Record(std::vector<GpuStep>) override {
    return std::unique_ptr<GpuCommands>(std::make_unique<Commands>());
  }

 private:
  struct Buffer : GpuBuffer {
    explicit Buffer(uint64_t bytes) : GpuBuffer(bytes) {}
  };
  struct Pipeline : GpuPipeline {
    explicit Pipeline(const GpuKernelSpec& spec)
        : GpuPipeline(spec.kernel, 0, 0) {}
  };
  struct Commands : GpuCommands {
    Status Rebind(const std::vector<GpuRebinding>&) override {
      return OkStatus();
    }
    Status Run() override { return OkStatus(); }
    StatusOr<std::vector<uint64_t>> RunTimed() override {
      return std::vector<uint64_t>();
    }
  };

  static GpuDeviceOptions WithKernels() {
    GpuDeviceOptions options;
    options.kernels = &GpuKernels();
    return options;
  }

  std::set<std::string> kernels_;
};

// The kernels that programs of the cases are made of.
std::set<std::string> KernelsOf(const std::vector<Case>& cases,
                                GpuBackend backend, bool software, bool half) {
  const auto device = std::make_shared<NotingDevice>(backend, software, half);
  GpuOptions options;
  options.precision_loss_allowed = half;
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
      for (const bool half : {false, true}) {
        all.merge(KernelsOf(cases, backend, software, half));
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
}  // namespace tflite
