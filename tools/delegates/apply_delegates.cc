#include "tools/delegates/apply_delegates.h"

#include <string>

#include "tools/logging.h"

namespace tflite {
namespace tools {
namespace {

int CountKernels(const Interpreter& interpreter,
                 const TfLiteOpaqueDelegate* delegate) {
  int kernels = 0;
  for (const int node : interpreter.execution_plan()) {
    if (interpreter.node_and_registration(node)->first.delegate == delegate) {
      ++kernels;
    }
  }
  return kernels;
}

}  // namespace

void LogDelegation(const ProvidedDelegateList::ProvidedDelegate& provided,
                   const Interpreter& interpreter, bool complete) {
  const std::string name = provided.provider->GetName();
  const int kernels = CountKernels(interpreter, provided.delegate.get());
  if (complete) {
    TFLITE_LOG(INFO)
        << "Explicitly applied " << name
        << " delegate, and the model graph will be completely executed by the "
           "delegate.";
  } else if (kernels > 0) {
    TFLITE_LOG(INFO)
        << "Explicitly applied " << name
        << " delegate, and the model graph will be partially executed by the "
           "delegate w/ "
        << kernels << " delegate kernels.";
  } else {
    TFLITE_LOG(INFO) << "Though " << name
                     << " delegate is explicitly applied, the model graph will "
                        "not be executed by the delegate.";
  }
}

Status ApplyDelegates(
    const std::vector<ProvidedDelegateList::ProvidedDelegate>& delegates,
    Interpreter* interpreter) {
  TFLITE_MAY_LOG(INFO, !delegates.empty())
      << "Going to apply " << delegates.size()
      << " delegates one after another.";
  for (const auto& provided : delegates) {
    const std::string name = provided.provider->GetName();
    TFLITE_LOG(INFO) << name << " delegate created.";
    if (interpreter->ModifyGraphWithDelegate(provided.delegate.get()) !=
        kTfLiteOk) {
      return Invalid("Failed to apply ", name, " delegate.");
    }
    LogDelegation(provided, *interpreter,
                  !interpreter->execution_plan().empty() &&
                      interpreter->primary_subgraph().IsFullyDelegated());
  }
  return OkStatus();
}

}  // namespace tools
}  // namespace tflite
