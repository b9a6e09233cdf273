// The delegate as a plugin: a shared library that any TensorFlow Lite runtime
// loads at run time.
#include <string>
#include <utility>

#include "delegates/common/delegate_options.h"
#include "delegates/edgetpu/devices.h"
#include "delegates/edgetpu/edgetpu_options.h"

namespace tflite::edgetpu {
namespace {

using namespace delegates;

StatusOr<TfLiteDelegate*> Create(const char* const* keys,
                                 const char* const* values, size_t count) {
  EdgeTpuOptions options;
  options.before_prepare = true;
  std::string device;
  DelegateOptionParser parser;
  parser.Add("device", &device);
  parser.Add("report", &options.report);
  parser.AddCommon(&options.nodes);
  TFLL_RETURN_IF_ERROR(parser.Parse(keys, values, count));
  TFLL_ASSIGN_OR_RETURN(options.device, ChooseDevice(device));
  return CreateEdgeTpuDelegate(options);
}

}  // namespace
}  // namespace tflite::edgetpu

TFLL_DELEGATE_PLUGIN(tflite::edgetpu::Create,
                     tflite::edgetpu::DeleteEdgeTpuDelegate)
