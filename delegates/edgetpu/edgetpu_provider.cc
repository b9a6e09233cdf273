// The tools' flags of the Edge TPU delegate.
#include <string>
#include <utility>

#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/edgetpu_options.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/delegates/simple_delegate_params.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kUse[] = "use_edgetpu";
constexpr char kDevice[] = "edgetpu_device";
constexpr char kReport[] = "edgetpu_report";

}  // namespace

class EdgeTpuDelegateProvider : public DelegateProvider {
 public:
  EdgeTpuDelegateProvider() {
    default_params_.AddParam(kUse, ToolParam::Create<bool>(false));
    default_params_.AddParam(kDevice, ToolParam::Create<std::string>(""));
    default_params_.AddParam(kReport, ToolParam::Create<bool>(false));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<bool>(
            kUse, params,
            "Compile for a simulated Edge TPU and run there. Times "
            "that are measured are the simulator's; the log has "
            "those of a device."),
        CreateFlag<std::string>(
            kDevice, params,
            "Simulated device: \":N\", \"usb\", \"usb:N\", \"pci\" or "
            "\"pci:N\" (default: the first)."),
        CreateFlag<bool>(kReport, params,
                         "Log the cycles of each layer on the device."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, bool, kUse, "Use Edge TPU", verbose);
    LOG_TOOL_PARAM(params, std::string, kDevice, "Edge TPU device", verbose);
    LOG_TOOL_PARAM(params, bool, kReport, "Edge TPU report", verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    if (!params.Get<bool>(kUse)) return CreateNullDelegate();
    edgetpu::EdgeTpuOptions options;
    options.nodes = SimpleDelegateParams(params);
    options.report = params.Get<bool>(kReport);
    if (params.HasParam("delegate_serialize_dir")) {
      options.program_dir = params.Get<std::string>("delegate_serialize_dir");
      options.program_token =
          params.Get<std::string>("delegate_serialize_token");
    }
    auto device = edgetpu::ChooseDevice(params.Get<std::string>(kDevice));
    if (!device.ok()) {
      TFLITE_LOG(ERROR) << "Edge TPU delegate: " << device.status().message();
      return CreateUnavailableDelegate();
    }
    options.device = *std::move(device);
    const auto delegate = edgetpu::CreateEdgeTpuDelegate(options);
    if (!delegate.ok()) {
      TFLITE_LOG(ERROR) << "Edge TPU delegate: " << delegate.status().message();
      return CreateUnavailableDelegate();
    }
    return TfLiteDelegatePtr(*delegate, edgetpu::DeleteEdgeTpuDelegate);
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params), params.GetPosition<bool>(kUse)};
  }

  std::string GetName() const final { return "EdgeTPU"; }
};

REGISTER_DELEGATE_PROVIDER(EdgeTpuDelegateProvider);

}  // namespace tools
}  // namespace tflite
