#ifndef TOOLS_PLUGIN_CHECK_MODEL_CHECK_H_
#define TOOLS_PLUGIN_CHECK_MODEL_CHECK_H_

#include "tensorflow_lite_lite/base/status.h"
#include "tools/plugin_check/guarded_run.h"
#include "tools/plugin_check/plugin_check.h"

namespace tflite {
namespace plugin_check {

// Applies the delegate to the requested model, or to a graph with one ADD if
// there is none; reports which nodes it takes and runs it once, on zeros.
base::Status CheckOnModel(const Request& request, Journal& journal);

}  // namespace plugin_check
}  // namespace tflite

#endif  // TOOLS_PLUGIN_CHECK_MODEL_CHECK_H_
