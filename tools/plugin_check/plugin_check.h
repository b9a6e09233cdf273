#ifndef TOOLS_PLUGIN_CHECK_PLUGIN_CHECK_H_
#define TOOLS_PLUGIN_CHECK_PLUGIN_CHECK_H_

#include <string>

#include "delegates/external/option_list.h"
#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace plugin_check {

struct Request {
  std::string library;
  external::PluginOptions options;
  std::string model;  // empty: none
};

// What is found out about a library, as lines of text.
struct Findings {
  std::string text;
  // Of the first thing that went wrong.
  base::Status status;
};

// Says what the library is, what it needs, whether it makes a delegate, and
// what that takes of the model. Nothing that the library does, crashes
// included, reaches the caller's process, which has a single thread.
Findings CheckPlugin(const Request& request);

}  // namespace plugin_check
}  // namespace tflite

#endif  // TOOLS_PLUGIN_CHECK_PLUGIN_CHECK_H_
