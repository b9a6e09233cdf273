#ifndef TOOLS_PLUGIN_CHECK_PLUGIN_CHECK_H_
#define TOOLS_PLUGIN_CHECK_PLUGIN_CHECK_H_

#include <string>

#include "delegates/external/option_list.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace plugin_check {

struct Request {
  std::string library;  // empty: none, only the model is checked
  external::PluginOptions options;
  std::string model;  // empty: none
};

// The findings about a library, as lines of text.
struct Findings {
  std::string text;
  // The first error.
  base::Status status;
};

// Reports whether the devices of this machine run the compiled nodes of the
// model (compiled_nodes.h), what the library is, what it needs, whether it
// creates a delegate, and which nodes of the model that takes. Nothing that the
// library does, including crashes, affects the caller's process, which must be
// single-threaded.
Findings CheckPlugin(const Request& request);

}  // namespace plugin_check
}  // namespace tflite

#endif  // TOOLS_PLUGIN_CHECK_PLUGIN_CHECK_H_
