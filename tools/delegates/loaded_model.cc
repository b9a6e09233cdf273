#include "tools/delegates/loaded_model.h"

#include <utility>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/custom_ops/custom_op_library.h"
#include "tools/delegates/apply_delegates.h"

namespace tflite {
namespace tools {

LoadOptions LoadOptionsOf(const ToolParams& params) {
  LoadOptions options;
  options.default_delegates = WantsDefaultDelegates(params);
  options.require_delegation = RequiresDelegation(params);
  return options;
}

base::StatusOr<std::unique_ptr<LoadedModel>> LoadModel(
    const std::string& file, LoadedModel::Delegates delegates,
    const LoadOptions& options) {
  auto loaded = std::make_unique<LoadedModel>();
  loaded->delegates = std::move(delegates);
  loaded->model = FlatBufferModel::VerifyAndBuildFromFile(file.c_str());
  if (loaded->model == nullptr) {
    return base::Invalid("cannot load the model ", file);
  }
  if (options.default_delegates) {
    loaded->resolver = std::make_unique<ops::builtin::BuiltinOpResolver>();
  } else {
    loaded->resolver = std::make_unique<
        ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
  }
  TFLL_RETURN_IF_ERROR(LoadCustomOpLibraries(options.custom_op_libraries,
                                             loaded->resolver.get()));
  InterpreterOptions interpreter_options;
  interpreter_options.SetDelegateFallback(!options.require_delegation);
  InterpreterBuilder builder(*loaded->model, *loaded->resolver,
                             &interpreter_options);
  if (builder.SetNumThreads(options.threads) != kTfLiteOk) {
    return base::Invalid("an interpreter cannot have ", options.threads,
                         " threads");
  }
  if (builder(&loaded->interpreter) != kTfLiteOk) {
    return base::Invalid("cannot create an interpreter for ", file);
  }
  TFLL_RETURN_IF_ERROR(base::Annotate(
      ApplyDelegates(loaded->delegates, loaded->interpreter.get(),
                     loaded->interpreter->primary_subgraph()),
      file));
  if (loaded->interpreter->AllocateTensors() != kTfLiteOk) {
    return base::Invalid("cannot allocate the tensors of ", file);
  }
  return loaded;
}

}  // namespace tools
}  // namespace tflite
