// The programs of conformance cases: which kernels run, with which parameters,
// on which memory, on devices with all combinations of features. The machine
// that runs the tests has few of these devices, so that results do not show
// whether the others get the right programs. programs.golden has a digest for
// each case.
//
// If programs were changed on purpose, and their results are right on the
// devices concerned, run
// ./bazelw run //delegates/gpu/tests:programs_test -- --update_golden
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "delegates/gpu/api/gpu_options.h"
#include "delegates/gpu/kernels/kernels.h"
#include "delegates/gpu/tests/digest.h"
#include "delegates/gpu/tests/idle_device.h"
#include "delegates/gpu/tests/lowered_kernels.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"
#include "testing/sample.h"

namespace tflite::gpu {
namespace {

constexpr char kGolden[] = "delegates/gpu/tests/programs.golden";

// Computes nothing, and makes a digest of the programs that it is given.
class DigestDevice final : public IdleDevice {
 public:
  using IdleDevice::IdleDevice;

  // The digest of the programs since the last call; "none" without any.
  std::string TakeDigest() {
    std::string text = programs_ == 0 ? "none" : digest_.text();
    digest_ = {};
    programs_ = 0;
    return text;
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
    for (const uint32_t count : dispatch.groups) digest_.Add(count);
    for (const GpuBinding& binding : dispatch.buffers) Add(binding);
  }
  void Add(const GpuCopy& copy) {
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
};

// Digests of the cases' programs on all devices.
std::map<std::string, std::string> DigestsOf(
    const std::vector<conformance::Case>& cases) {
  std::map<std::string, Digest> digests;
  for (const GpuCaps& caps : AllKindsOfGpuCaps()) {
    GpuDeviceOptions device_options;
    device_options.kernels = &GpuKernels();
    device_options.skip_self_check = true;
    const auto device = std::make_shared<DigestDevice>(caps, device_options);
    GpuOptions options;
    options.precision_loss_allowed = caps.fp16_storage;
    TfLiteDelegate* const delegate = CreateGpuDelegate(options, device);
    for (const conformance::Case& c : cases) {
      LowerCase(c, delegate);
      digests[conformance::FullName(c)].Add(device->TakeDigest());
    }
    TfLiteGpuDelegateV2Delete(delegate);
  }
  std::map<std::string, std::string> texts;
  for (const auto& [name, digest] : digests) texts[name] = digest.text();
  return texts;
}

TEST(GpuPrograms, AreTheRecordedOnes) {
  const auto kept = ReadDigests(kGolden);
  EXPECT_GT(kept.size(), 300u);
  std::vector<conformance::Case> cases;
  for (conformance::Case& c : AllGpuCases()) {
    if (kept.count(conformance::FullName(c)) != 0) cases.push_back(c);
  }
  const auto now = DigestsOf(cases);
  for (const auto& [name, digest] : kept) {
    const auto at = now.find(name);
    EXPECT_EQ(at == now.end() ? "no such case" : at->second, digest) << name;
  }
}

int UpdateGolden(const std::string& root) {
  return WriteDigests(root + "/" + kGolden,
                      "Digests of the programs of cases, see programs_test.cc.",
                      DigestsOf(SampledGpuCases(root + "/")));
}

}  // namespace
}  // namespace tflite::gpu

int main(int argc, char** argv) {
  return tflite::gpu::TestOrUpdateDigests(argc, argv,
                                          tflite::gpu::UpdateGolden);
}
