// The tools' flags of the Edge TPU delegate.
#include <string>

#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/edgetpu_options.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kDevice[] = "edgetpu_device";
constexpr char kReport[] = "edgetpu_report";

}  // namespace

class EdgeTpuDelegateProvider : public SwitchedProvider {
 public:
  EdgeTpuDelegateProvider()
      : SwitchedProvider("EdgeTPU", "use_edgetpu",
                         "Compile for a simulated Edge TPU and run there. "
                         "Times that are measured are the simulator's; the log "
                         "has those of a device.",
                         "Use Edge TPU") {
    AddFlag<std::string>(kDevice, "",
                         "Simulated device: \":N\", \"usb\", \"usb:N\", "
                         "\"pci\" or \"pci:N\" (default: the first).",
                         "Edge TPU device");
    AddFlag<bool>(kReport, false, "Log the cycles of each layer on the device.",
                  "Edge TPU report");
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    edgetpu::EdgeTpuOptions options;
    options.nodes = SimpleDelegateParams(params);
    options.report = params.Get<bool>(kReport);
    if (params.HasParam("delegate_serialize_dir")) {
      options.program_dir = params.Get<std::string>("delegate_serialize_dir");
      options.program_token =
          params.Get<std::string>("delegate_serialize_token");
    }
    TFLL_ASSIGN_OR_RETURN(
        options.device,
        edgetpu::ChooseDevice(params.Get<std::string>(kDevice)));
    TFLL_ASSIGN_OR_RETURN(TfLiteDelegate * delegate,
                          edgetpu::CreateEdgeTpuDelegate(options));
    return TfLiteDelegatePtr(delegate, edgetpu::DeleteEdgeTpuDelegate);
  }
};

REGISTER_DELEGATE_PROVIDER(EdgeTpuDelegateProvider);

}  // namespace tools
}  // namespace tflite
