#include "delegates/edgetpu/edgetpu_options.h"

#include "delegates/common/delegate_options.h"

namespace tflite::edgetpu {

StatusOr<EdgeTpuOptions> ParseEdgeTpuOptions(const char* const* keys,
                                             const char* const* values,
                                             size_t count) {
  EdgeTpuOptions options;
  options.before_prepare = true;
  std::string device, target;
  delegates::DelegateOptionParser parser;
  parser.Add("device", &device);
  parser.Add("target", &target);
  parser.Add("report", &options.report);
  parser.Add("report_json", &options.report_json);
  parser.Add("serialization_dir", &options.program_dir);
  parser.Add("model_token", &options.program_token);
  parser.AddCommon(&options.nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  TFLL_ASSIGN_OR_RETURN(options.device, ChooseDevice(device, target));
  return options;
}

}  // namespace tflite::edgetpu
