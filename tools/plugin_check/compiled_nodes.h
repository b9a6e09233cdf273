#ifndef TOOLS_PLUGIN_CHECK_COMPILED_NODES_H_
#define TOOLS_PLUGIN_CHECK_COMPILED_NODES_H_

#include <string>
#include <vector>

#include "delegates/external/option_list.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace plugin_check {

// What will become of the nodes of a model that edgetpu_compiler has compiled,
// one line each: whether the device that the plugin options `device` and
// `target` choose runs it, or which original nodes run on the CPU, and why;
// then which nodes the compiler has left. No lines for a model that is not
// compiled. Invalid if the model cannot be read or there is no such device or
// target.
base::StatusOr<std::vector<std::string>> DescribeCompiledNodes(
    const std::string& model, const external::PluginOptions& options);

}  // namespace plugin_check
}  // namespace tflite

#endif  // TOOLS_PLUGIN_CHECK_COMPILED_NODES_H_
