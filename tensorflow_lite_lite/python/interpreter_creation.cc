// Creation of the interpreter of a wrapper.
#include <dlfcn.h>

#include "kernels/register/register.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "tensorflow_lite_lite/core/interpreter_options.h"
#include "tensorflow_lite_lite/custom_ops/custom_op_library.h"
#include "tensorflow_lite_lite/python/interpreter_wrapper.h"
#include "tensorflow_lite_lite/python/text.h"

namespace py = pybind11;

namespace tflite {
namespace python {
namespace {

std::unique_ptr<MutableOpResolver> MakeResolver(int type) {
  switch (type) {
    case 0:  // AUTO
    case 1:  // BUILTIN
      return std::make_unique<ops::builtin::BuiltinOpResolver>();
    case 2:
      return std::make_unique<ops::builtin::BuiltinRefOpResolver>();
    case 3:
      return std::make_unique<
          ops::builtin::BuiltinOpResolverWithoutDefaultDelegates>();
    default:
      throw py::value_error("Unrecognized passed in op resolver type: " +
                            std::to_string(type));
  }
}

// A path of a library, or the name of a function `void
// F(tflite::MutableOpResolver*)` in this process.
void RegisterByName(const std::string& name, MutableOpResolver* resolver) {
  if (name.find('/') != std::string::npos ||
      name.find(".so") != std::string::npos) {
    const auto names = LoadCustomOpLibrary(name, resolver);
    if (!names.ok())
      throw py::value_error(Utf8Of(std::string(names.status().message())));
    return;
  }
  using Registerer = void (*)(MutableOpResolver*);
  const auto function =
      reinterpret_cast<Registerer>(dlsym(RTLD_DEFAULT, name.c_str()));
  if (function == nullptr) {
    throw py::value_error("Looking up symbol '" + name +
                          "' failed: it is neither a function of this process "
                          "nor the path of a library of custom operators");
  }
  function(resolver);
}

}  // namespace

std::unique_ptr<InterpreterWrapper> InterpreterWrapper::CreateFromFile(
    const std::string& path, const InterpreterArguments& arguments) {
  std::unique_ptr<InterpreterWrapper> wrapper(new InterpreterWrapper);
  wrapper->model_ = FlatBufferModel::VerifyAndBuildFromFile(
      path.c_str(), /*extra_verifier=*/nullptr, &wrapper->errors_);
  wrapper->Build(arguments);
  return wrapper;
}

std::unique_ptr<InterpreterWrapper> InterpreterWrapper::CreateFromBuffer(
    py::bytes content, const InterpreterArguments& arguments) {
  std::unique_ptr<InterpreterWrapper> wrapper(new InterpreterWrapper);
  wrapper->content_ = content;
  char* data = nullptr;
  py::ssize_t size = 0;
  if (PyBytes_AsStringAndSize(content.ptr(), &data, &size) != 0) {
    throw py::error_already_set();
  }
  wrapper->model_ = FlatBufferModel::VerifyAndBuildFromBuffer(
      data, size, /*extra_verifier=*/nullptr, &wrapper->errors_);
  wrapper->Build(arguments);
  return wrapper;
}

void InterpreterWrapper::Build(const InterpreterArguments& arguments) {
  if (model_ == nullptr) throw py::value_error(errors_.Take());
  resolver_ = MakeResolver(arguments.op_resolver);
  for (const std::string& name : arguments.registerer_names) {
    RegisterByName(name, resolver_.get());
  }
  for (const py::function& registerer : arguments.registerers) {
    registerer(reinterpret_cast<uintptr_t>(resolver_.get()));
  }
  InterpreterOptions options;
  options.SetPreserveAllTensors(arguments.preserve_all_tensors);
  options.SetDisableDelegateClustering(arguments.disable_delegate_clustering);
  options.SetDisableDelegateNodeFusion(arguments.disable_delegate_node_fusion);
  options.SetDelegateFallback(!arguments.require_delegation);
  InterpreterBuilder builder(*model_, *resolver_, &options);
  if (builder.SetNumThreads(arguments.num_threads) != kTfLiteOk ||
      builder(&interpreter_) != kTfLiteOk) {
    throw py::value_error(errors_.Take());
  }
  errors_.Take();
}

}  // namespace python
}  // namespace tflite
