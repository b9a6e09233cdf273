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
// `graph`, the one that the caller runs, and of those it may call each took.
// The delegates must outlive the interpreter. One that fails, or that does not
// suit the graphs, is named in a warning, and its nodes are the CPU's. Where
// the interpreter's options require delegation (no fallback, or full
// delegation), and where the delegate could not even be made, this is an error.
base::Status ApplyDelegates(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter, const Subgraph& graph);

// Notices when the delegates of an interpreter have lost nodes in a run, as a
// partition of theirs has failed.
class FallbackWatch {
 public:
  // `interpreter` is ready to run, and outlives this object.
  explicit FallbackWatch(Interpreter* interpreter);
  // Whether that happened since the last call.
  bool FellBack();

 private:
  Interpreter* const interpreter_;
  int kernels_;  // of delegates
};

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_APPLY_DELEGATES_H_
