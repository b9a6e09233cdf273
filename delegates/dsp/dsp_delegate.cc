#include "delegates/dsp/dsp_delegate.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "delegates/common/lowered_delegate.h"
#include "delegates/dsp/dsp_device.h"
#include "delegates/dsp/dsp_lowering.h"
#include "delegates/dsp/dsp_options.h"
#include "delegates/dsp/dsp_program.h"
#include "tensorflow_lite_lite/base/log.h"

namespace tflite::dsp {
namespace {

constexpr char kName[] = "TfLiteHexagonDelegate";

class DspDelegate final : public LoweredDelegate<DspCaps, DspBuilder> {
 public:
  explicit DspDelegate(DspOptions options)
      : LoweredDelegate(kName, options.nodes, DspLowering(), {}),
        devices_(std::make_shared<DspDevices>(std::move(options))) {}

  StatusOr<std::unique_ptr<PartitionProgram>> Compile(
      TfLiteContext* context, const DelegatedPartition& partition,
      const DspCaps& caps) override {
    TFLL_ASSIGN_OR_RETURN(auto device, devices_->Get());
    DspBuilder builder(context, partition, caps.statics);
    TFLL_RETURN_IF_ERROR(
        EmitPartition(DspLowering(), context, partition, caps, builder));
    return DspProgram::Create(devices_, std::move(device), builder.Take());
  }

 private:
  const std::shared_ptr<DspDevices> devices_;
};

// The folder set by TfLiteHexagonInitWithPath.
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

StatusOr<TfLiteDelegate*> CreateDspDelegate(const DspOptions& options) {
  if (options.num_threads < 0 ||
      options.num_threads > static_cast<int32_t>(kMostThreads)) {
    return Invalid("the DSP runs on 1 to ", kMostThreads,
                   " threads, 0 for the usual number, not on ",
                   options.num_threads);
  }
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
