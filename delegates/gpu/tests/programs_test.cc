// The programs of conformance cases: which kernels run, with which parameters
// and constants, on which memory, on devices with all combinations of features.
// The machine that runs the tests has few of these devices, so that results do
// not show whether the others get the right programs. There are digests
// - in programs.golden, for each case of a sample;
// - in other_programs.golden, for the other cases of each operator;
// - in large_programs.golden, for each operator of the size of a network's;
// - in limited_programs.golden, for the cases of each operator on devices that
//   take only a part of them;
// - in threshold_programs.golden, for operators with extents, and on devices
//   with limits, at which another kernel or grid is chosen.
//
// If programs were changed on purpose, and their results are right on the
// devices concerned, run
// ./bazelw run //delegates/gpu/tests:programs_test -- --update_golden
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/large_cases.h"
#include "delegates/gpu/tests/lowered_kernels.h"
#include "delegates/gpu/tests/threshold_cases.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/digest.h"

namespace tflite::gpu {
namespace {

constexpr char kGolden[] = "delegates/gpu/tests/programs.golden";
constexpr char kOtherGolden[] = "delegates/gpu/tests/other_programs.golden";
constexpr char kLargeGolden[] = "delegates/gpu/tests/large_programs.golden";
constexpr char kLimitedGolden[] = "delegates/gpu/tests/limited_programs.golden";
constexpr char kThresholdGolden[] =
    "delegates/gpu/tests/threshold_programs.golden";

// Computes nothing, and makes a digest of the programs that it is given.
class DigestDevice final : public IdleDevice {
 public:
  using IdleDevice::IdleDevice;

  // The digest of the programs since the last call; "none" without any.
  std::string TakeDigest() {
    for (const std::string& contents : written_) digest_.Add(contents);
    std::string text = programs_ == 0 ? "none" : digest_.text();
    digest_ = {};
    written_.clear();
    programs_ = 0;
    return text;
  }

  Status Write(GpuBuffer&, uint64_t offset, uint64_t bytes,
               const void* from) override {
    const auto* data = static_cast<const char*>(from);
    std::lock_guard<std::mutex> lock(mutex_);
    written_.insert(
        Digest().Add(offset).Add(std::string(data, data + bytes)).text());
    return OkStatus();
  }

  StatusOr<std::shared_ptr<GpuPipeline>> Compile(
      const GpuKernelSpec& spec) override {
    return std::shared_ptr<GpuPipeline>(
        std::make_shared<NamedPipeline>(ToString(spec)));
  }

  Status Read(GpuBuffer&, uint64_t, uint64_t bytes, void* to) override {
    std::memset(to, 0, bytes);
    return OkStatus();
  }

  StatusOr<std::unique_ptr<GpuCommands>> Record(
      std::vector<GpuStep> steps) override {
    ++programs_;
    buffers_.clear();
    for (const GpuStep& step : steps) {
      std::visit([this](const auto& s) { Add(s); }, step);
    }
    return std::unique_ptr<GpuCommands>(std::make_unique<Commands>());
  }

 private:
  struct NamedPipeline : GpuPipeline {
    explicit NamedPipeline(std::string name)
        : GpuPipeline(std::move(name), 0, 0) {}
  };

  void Add(const GpuDispatch& dispatch) {
    digest_.Add(dispatch.pipeline->name()).AddAll(dispatch.params);
    digest_.Add(dispatch.label);
    for (const uint32_t count : dispatch.groups) digest_.Add(count);
    for (const GpuBinding& binding : dispatch.buffers) Add(binding);
  }
  void Add(const GpuCopy& copy) {
    digest_.Add(copy.label);
    Add(copy.from);
    Add(copy.to);
  }
  void Add(const GpuBinding& b) {
    // Buffers in the order of their first use.
    const auto at = buffers_.try_emplace(b.buffer.get(), buffers_.size()).first;
    digest_.Add(at->second).Add(b.buffer->bytes()).Add(b.offset).Add(b.bytes);
    digest_.Add(b.written);
  }

  Digest digest_;
  int programs_ = 0;
  std::map<const GpuBuffer*, size_t> buffers_;
  std::mutex mutex_;
  std::multiset<std::string> written_;  // by several threads in any order
};

// Devices whose limits some of the cases exceed: loops, workgroups, grids and
// buffers.
std::vector<GpuCaps> LimitedGpuCaps() {
  std::vector<GpuCaps> all;
  for (const GpuBackend backend : {GpuBackend::kOpenCl, GpuBackend::kVulkan}) {
    GpuCaps few = IdleDevice::Caps("Idle");
    few.backend = backend;
    few.max_loop_steps = 24;
    all.push_back(few);
    GpuCaps small = IdleDevice::Caps("Idle");
    small.backend = backend;
    small.max_workgroup = {64, 64, 64};
    small.max_groups = {64, 64, 64};
    small.max_invocations = 64;
    small.shared_memory_bytes = 2048;
    small.max_buffer_bytes = 4096;
    small.offset_alignment = 256;
    all.push_back(small);
  }
  return all;
}

// Devices of which the extents of operators, or the size of workgroups, decide
// about kernels and grids.
std::vector<GpuCaps> ThresholdGpuCaps() {
  std::vector<GpuCaps> all;
  for (const GpuCaps& caps : AllKindsOfGpuCaps()) {
    if (caps.software == caps.fp16_storage) all.push_back(caps);
  }
  for (const uint32_t invocations : {63, 64, 127, 128, 255}) {
    all.push_back(IdleDevice::Caps("Idle"));
    all.back().max_invocations = invocations;
  }
  // A card with memory of its own.
  all.push_back(IdleDevice::Caps("Idle"));
  all.back().unified_memory = false;
  return all;
}

std::string CaseName(const conformance::Case& c) {
  return conformance::FullName(c);
}

// Digests of the cases' programs on all of the devices, by the name that the
// case has.
std::map<std::string, std::string> DigestsOf(
    const std::vector<conformance::Case>& cases,
    const std::vector<GpuCaps>& devices,
    std::string (*name)(const conformance::Case&)) {
  std::map<std::string, Digest> digests;
  for (const GpuCaps& caps : devices) {
    GpuDeviceOptions device_options;
    device_options.kernels = &GpuKernels();
    device_options.skip_self_check = true;
    const auto device = std::make_shared<DigestDevice>(caps, device_options);
    GpuOptions options;
    options.precision_loss_allowed = caps.fp16_storage;
    TfLiteDelegate* const delegate = CreateGpuDelegate(options, device);
    for (const conformance::Case& c : cases) {
      LowerCase(c, delegate);
      digests[name(c)].Add(device->TakeDigest());
    }
    TfLiteGpuDelegateV2Delete(delegate);
  }
  std::map<std::string, std::string> texts;
  for (const auto& [key, digest] : digests) texts[key] = digest.text();
  return texts;
}

// All cases of the conformance tests that are of the sample, or are not.
std::vector<conformance::Case> CasesOf(const std::set<std::string>& sample,
                                       bool in_sample) {
  std::vector<conformance::Case> cases;
  for (conformance::Case& c : AllGpuCases()) {
    if ((sample.count(CaseName(c)) != 0) == in_sample) {
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

// The names of the cases of programs.golden.
std::set<std::string> KeptNames() {
  std::set<std::string> names;
  for (const auto& [name, digest] : ReadDigests(kGolden)) names.insert(name);
  EXPECT_GT(names.size(), 300u);
  return names;
}

// Two devices that have nothing in common.
std::vector<GpuCaps> OppositeGpuCaps() {
  const std::vector<GpuCaps> all = AllKindsOfGpuCaps();
  return {all.front(), all.back()};
}

TEST(GpuPrograms, AreTheRecordedOnes) {
  ExpectSameDigests(
      DigestsOf(CasesOf(KeptNames(), true), AllKindsOfGpuCaps(), CaseName),
      ReadDigests(kGolden));
}

TEST(GpuPrograms, OfOtherCasesAreTheRecordedOnes) {
  const auto kept = ReadDigests(kOtherGolden);
  EXPECT_GT(kept.size(), 80u);
  ExpectSameDigests(DigestsOf(CasesOf(KeptNames(), false), OppositeGpuCaps(),
                              conformance::OperatorName),
                    kept);
}

TEST(GpuPrograms, OfLargeOperatorsAreTheRecordedOnes) {
  const auto cases = LargeCases();
  const auto kept = ReadDigests(kLargeGolden);
  EXPECT_EQ(kept.size(), cases.size());
  ExpectSameDigests(DigestsOf(cases, AllKindsOfGpuCaps(), CaseName), kept);
}

TEST(GpuPrograms, OfLimitedDevicesAreTheRecordedOnes) {
  const auto kept = ReadDigests(kLimitedGolden);
  EXPECT_GT(kept.size(), 80u);
  ExpectSameDigests(DigestsOf(CasesOf(KeptNames(), true), LimitedGpuCaps(),
                              conformance::OperatorName),
                    kept);
}

TEST(GpuPrograms, AtThresholdsAreTheRecordedOnes) {
  const auto cases = ThresholdCases();
  const auto kept = ReadDigests(kThresholdGolden);
  EXPECT_EQ(kept.size(), cases.size());
  ExpectSameDigests(DigestsOf(cases, ThresholdGpuCaps(), CaseName), kept);
}

int UpdateGolden(const std::string& root) {
  const auto cases = SampledGpuCases(root + "/");
  int failed = 0;
  const auto write = [&](const char* file, const std::string& what,
                         const std::map<std::string, std::string>& digests) {
    const std::string about =
        "Digests of the programs of " + what + ", see programs_test.cc.";
    failed += WriteDigests(root + "/" + file, about.c_str(), digests);
  };
  write(kGolden, "cases", DigestsOf(cases, AllKindsOfGpuCaps(), CaseName));
  std::set<std::string> sample;
  for (const conformance::Case& c : cases) sample.insert(CaseName(c));
  write(kOtherGolden, "other cases",
        DigestsOf(CasesOf(sample, false), OppositeGpuCaps(),
                  conformance::OperatorName));
  write(kLargeGolden, "large operators",
        DigestsOf(LargeCases(), AllKindsOfGpuCaps(), CaseName));
  write(kLimitedGolden, "operators on devices with narrow limits",
        DigestsOf(cases, LimitedGpuCaps(), conformance::OperatorName));
  write(kThresholdGolden, "operators where other kernels or grids are chosen",
        DigestsOf(ThresholdCases(), ThresholdGpuCaps(), CaseName));
  return failed;
}

}  // namespace
}  // namespace tflite::gpu

int main(int argc, char** argv) {
  return tflite::TestOrUpdateDigests(argc, argv, tflite::gpu::UpdateGolden);
}
