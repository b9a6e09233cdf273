#ifndef TOOLS_DELEGATES_LOADED_MODEL_H_
#define TOOLS_DELEGATES_LOADED_MODEL_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/model.h"
#include "tensorflow_lite_lite/core/mutable_op_resolver.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/tool_params.h"

namespace tflite {
namespace tools {

// How a tool loads a model.
struct LoadOptions {
  int threads = -1;                 // as for Interpreter::SetNumThreads
  std::string custom_op_libraries;  // as for LoadCustomOpLibraries
  // Also apply the default delegates of the resolver, after those given.
  bool default_delegates = false;
  // A failing delegate is an error; otherwise the CPU takes over, with a
  // warning.
  bool require_delegation = false;
};

// What the flags of delegates say; the rest as above.
LoadOptions LoadOptionsOf(const ToolParams& params);

// A model that is ready to run on its delegates.
struct LoadedModel {
  using Delegates = std::vector<ProvidedDelegateList::ProvidedDelegate>;

  // Destroyed in reverse order: the interpreter before what it uses.
  Delegates delegates;
  std::unique_ptr<FlatBufferModel> model;
  std::unique_ptr<MutableOpResolver> resolver;
  std::unique_ptr<Interpreter> interpreter;
};

// Applies the delegates and allocates the tensors. Errors name the file.
base::StatusOr<std::unique_ptr<LoadedModel>> LoadModel(
    const std::string& file, LoadedModel::Delegates delegates,
    const LoadOptions& options);

}  // namespace tools
}  // namespace tflite

#endif  // TOOLS_DELEGATES_LOADED_MODEL_H_
