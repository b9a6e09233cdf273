#include "delegates/dsp/dsp_delegate.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "delegates/common/partition_kernel.h"
#include "delegates/dsp/dsp_device.h"
#include "delegates/dsp/dsp_lowering.h"
#include "delegates/dsp/dsp_options.h"
#include "delegates/dsp/dsp_program.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::dsp {
namespace {

constexpr char kName[] = "TfLiteHexagonDelegate";

class DspDelegate : public PlannedDelegate {
 public:
  explicit DspDelegate(DspOptions options)
      : devices_(std::make_shared<DspDevices>(std::move(options))) {}

  TfLiteStatus Initialize(TfLiteContext*) override { return kTfLiteOk; }

  Status CheckNode(const TfLiteRegistration* registration,
                   const TfLiteNode* node,
                   TfLiteContext* context) const override {
    return DspLowering().Check(context, GraphNode(*registration, node), caps_);
  }

  std::unique_ptr<SimpleDelegateKernelInterface> CreateDelegateKernelInterface()
      override {
    // What the kernel's program runs on. A program of a device that is lost is
    // compiled again for the next one.
    auto current = std::make_shared<std::shared_ptr<DspDevice>>();
    return std::make_unique<PartitionKernel>(
        kName,
        [this, current](TfLiteContext* context,
                        const DelegatedPartition& partition)
            -> StatusOr<std::unique_ptr<PartitionProgram>> {
          TFLL_ASSIGN_OR_RETURN(*current, devices_->Get());
          DspBuilder builder(context, partition);
          TFLL_RETURN_IF_ERROR(
              EmitPartition(DspLowering(), context, partition, caps_, builder));
          return DspProgram::Create(devices_, *current, builder.Take());
        },
        [current](TfLiteContext*) {
          return *current != nullptr && (*current)->is_lost();
        });
  }

  const char* Name() const override { return kName; }
  Options DelegateOptions() const override { return devices_->options().nodes; }

 private:
  const std::shared_ptr<DspDevices> devices_;
  const DspCaps caps_;
};

// The folder that TfLiteHexagonInitWithPath has given.
struct LibraryFolder {
  std::mutex mutex;
  std::string path;
};
LibraryFolder& GivenFolder() {
  static auto* const kFolder = new LibraryFolder;
  return *kFolder;
}

void SetFolder(const char* path) {
  LibraryFolder& folder = GivenFolder();
  std::lock_guard<std::mutex> lock(folder.mutex);
  folder.path = path == nullptr ? "" : path;
}

DspOptions ToDspOptions(const TfLiteHexagonDelegateOptions& given) {
  DspOptions options;
  options.profile = given.print_graph_profile;
  options.nodes.max_delegated_partitions = given.max_delegated_partitions;
  options.nodes.min_nodes_per_partition = given.min_nodes_per_partition;
  LibraryFolder& folder = GivenFolder();
  std::lock_guard<std::mutex> lock(folder.mutex);
  options.library_folder = folder.path;
  return options;
}

}  // namespace

StatusOr<DspBackend> ParseDspBackend(const std::string& name) {
  if (name.empty()) return DspBackend::kAny;
  if (name == "device") return DspBackend::kDevice;
  if (name == "qemu") return DspBackend::kHexagon;
  if (name == "native") return DspBackend::kNative;
  return Invalid("DSP back-end '", name,
                 "' is not one of device, qemu, native");
}

StatusOr<TfLiteDelegate*> CreateDspDelegate(const DspOptions& options) {
  TFLL_RETURN_IF_ERROR(ChooseTransport(options).status());
  return TfLiteDelegateFactory::CreateSimpleDelegate(
      std::make_unique<DspDelegate>(options));
}

}  // namespace tflite::dsp

TfLiteHexagonDelegateOptions TfLiteHexagonDelegateOptionsDefault() {
  return TfLiteHexagonDelegateOptions{};
}

TfLiteDelegate* TfLiteHexagonDelegateCreate(
    const TfLiteHexagonDelegateOptions* options) {
  const auto delegate =
      tflite::dsp::CreateDspDelegate(tflite::dsp::ToDspOptions(
          options != nullptr ? *options
                             : TfLiteHexagonDelegateOptionsDefault()));
  if (delegate.ok()) return *delegate;
  tflite::base::Log(tflite::base::LogLevel::kError, "%s: %s",
                    tflite::dsp::kName,
                    std::string(delegate.status().message()).c_str());
  return nullptr;
}

void TfLiteHexagonDelegateDelete(TfLiteDelegate* delegate) {
  tflite::TfLiteDelegateFactory::DeleteSimpleDelegate(delegate);
}

void TfLiteHexagonInitWithPath(const char* lib_directory_path) {
  tflite::dsp::SetFolder(lib_directory_path);
}

void TfLiteHexagonInit() { tflite::dsp::SetFolder(nullptr); }

void TfLiteHexagonTearDown() {}
