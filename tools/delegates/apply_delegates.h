#ifndef TOOLS_DELEGATES_APPLY_DELEGATES_H_
#define TOOLS_DELEGATES_APPLY_DELEGATES_H_

#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tools/delegates/delegate_provider.h"

namespace tflite {
namespace tools {

// Gives the graph to the delegates, in their order, and logs how much of it
// each took. The delegates must outlive the interpreter. An error names the
// delegate that failed.
Status ApplyDelegates(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter);

// Logs how much of the primary graph a delegate that was applied has.
// `complete`: delegates run every node of the graph the caller runs.
void LogDelegation(const ProvidedDelegateList::ProvidedDelegate& provided,
                   const Interpreter& interpreter, bool complete);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_APPLY_DELEGATES_H_
