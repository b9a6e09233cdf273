#ifndef TOOLS_DELEGATES_APPLY_DELEGATES_H_
#define TOOLS_DELEGATES_APPLY_DELEGATES_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {
namespace tools {

// Whether interpreters of the tool get the resolver's default delegates: unless
// --use_xnnpack is given, be it as false.
bool WantsDefaultDelegates(const ToolParams& params);

// Gives the graphs to the delegates, in their order, and logs how much of
// `graph`, the one that the caller runs, each took. The delegates must outlive
// the interpreter. An error names the delegate that failed.
base::Status ApplyDelegates(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter, const Subgraph& graph);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_APPLY_DELEGATES_H_
