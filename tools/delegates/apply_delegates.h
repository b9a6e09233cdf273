#ifndef TOOLS_DELEGATES_APPLY_DELEGATES_H_
#define TOOLS_DELEGATES_APPLY_DELEGATES_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {
namespace tools {

// Whether the tool's interpreters use the resolver's default delegates: unless
// --use_xnnpack is given, even as false.
bool WantsDefaultDelegates(const ToolParams& params);

// Whether --require_delegation is given, where the tool has it.
bool RequiresDelegation(const ToolParams& params);

// Applies the delegates in order, and logs how much of `graph`, which the
// caller runs, and of the subgraphs it may call each has taken. The delegates
// must outlive the interpreter. If one fails or does not support the graphs, a
// warning names it and its nodes run on the CPU. This is an error if the
// interpreter's options require delegation (no fallback, or full delegation),
// or if the delegate could not be created.
base::Status ApplyDelegates(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter, const Subgraph& graph);

// The number of kernels of these delegates in all subgraphs; those of default
// delegates do not count.
int CountKernelsOf(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter);

// Nodes of a graph as they were before any delegate changed it.
struct NodeShare {
  int delegated = 0;  // run by the given delegates
  int nodes = 0;      // in all
};

NodeShare CountNodesOf(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    const Subgraph& graph);

// Detects that the delegates of an interpreter have lost nodes in a run because
// a partition failed.
class FallbackWatch {
 public:
  // `interpreter` must be ready to run and outlive this object.
  explicit FallbackWatch(Interpreter* interpreter);
  // Whether that has happened since the last call.
  bool FellBack();

 private:
  Interpreter* const interpreter_;
  int kernels_;  // kernels of delegates
};

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_APPLY_DELEGATES_H_
