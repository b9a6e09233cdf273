// The tools' flags of the Edge TPU delegate.
#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/edgetpu_options.h"
#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kDevice[] = "edgetpu_device";
constexpr char kTarget[] = "edgetpu_target";
constexpr char kReport[] = "edgetpu_report";
constexpr char kReportJson[] = "edgetpu_report_json";

// Of a list, the element whose turn it is: delegates of a process get them one
// after the other.
std::string InTurn(const std::string& list) {
  static std::atomic<size_t> turn{0};
  std::vector<std::string> devices;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    devices.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return devices.size() == 1 ? list : devices[turn++ % devices.size()];
}

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
                         "\"pci\" or \"pci:N\" (default: the first). Several, "
                         "separated by commas: one for each segment of a "
                         "pipeline.",
                         "Edge TPU device");
    AddFlag<bool>(kReport, false, "Log the cycles of each layer on the device.",
                  "Edge TPU report");
    AddFlag<std::string>(kReportJson, "",
                         "Write the cycles of each layer on the device to this "
                         "file, as JSON.",
                         "Edge TPU report as JSON");
    AddFlag<std::string>(kTarget, "",
                         "The device's target: \"tiles_4x4\" (default), "
                         "\"plain_64x64_weight_stationary\", ..._output_..., "
                         "..._input_stationary, or a file that describes one.",
                         "Edge TPU target");
  }

 private:
  base::StatusOr<TfLiteDelegatePtr> Create(
      const ToolParams& params) const final {
    edgetpu::EdgeTpuOptions options;
    options.nodes = SimpleDelegateParams(params);
    options.report = params.Get<bool>(kReport);
    options.report_json = params.Get<std::string>(kReportJson);
    if (params.HasParam("delegate_serialize_dir")) {
      options.program_dir = params.Get<std::string>("delegate_serialize_dir");
      options.program_token =
          params.Get<std::string>("delegate_serialize_token");
    }
    TFLL_ASSIGN_OR_RETURN(
        options.device,
        edgetpu::ChooseDevice(InTurn(params.Get<std::string>(kDevice)),
                              params.Get<std::string>(kTarget)));
    TFLL_ASSIGN_OR_RETURN(TfLiteDelegate * delegate,
                          edgetpu::CreateEdgeTpuDelegate(options));
    return TfLiteDelegatePtr(delegate, edgetpu::DeleteEdgeTpuDelegate);
  }
};

REGISTER_DELEGATE_PROVIDER(EdgeTpuDelegateProvider);

}  // namespace tools
}  // namespace tflite
