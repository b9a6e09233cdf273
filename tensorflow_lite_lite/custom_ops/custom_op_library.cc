#include "tensorflow_lite_lite/custom_ops/custom_op_library.h"

#include <dlfcn.h>

#include "tensorflow_lite_lite/base/loader_error.h"
#include "tensorflow_lite_lite/base/strings.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/core/operator.h"
#include "tensorflow_lite_lite/custom_ops/custom_op_registry.h"

namespace tflite {
namespace {

// The state of a library's registration call.
struct Registering {
  MutableOpResolver* resolver;
  std::vector<std::string> names;
  std::vector<std::string> errors;

  bool CheckVersions(const std::string& name, int first, int last) {
    if (first >= 1 && last >= first) return true;
    errors.push_back(base::StrCat("versions ", first, " to ", last,
                                  " of operator ", name, " are invalid"));
    return false;
  }
};

Registering& Of(TfllCustomOpRegistry* registry) {
  return *static_cast<Registering*>(registry->data);
}

void AddRegistration(TfllCustomOpRegistry* registry, const char* name,
                     const TfLiteRegistration* registration, int first,
                     int last) {
  Registering& r = Of(registry);
  if (name == nullptr || *name == '\0' || registration == nullptr) {
    r.errors.push_back("an operator without a name or a registration");
  } else if (r.CheckVersions(name, first, last)) {
    r.resolver->AddCustom(name, registration, first, last);
    r.names.push_back(name);
  }
}

void AddOperator(TfllCustomOpRegistry* registry, const TfLiteOperator* op,
                 int first, int last) {
  Registering& r = Of(registry);
  if (!core::IsLiveOperator(op)) {
    r.errors.push_back(
        "an operator that was not created by this program's "
        "TfLiteOperatorCreate()");
    return;
  }
  const bool custom = op->builtin_code == kTfLiteBuiltinCustom;
  if (custom && (op->custom_name == nullptr || *op->custom_name == '\0')) {
    r.errors.push_back("an operator without a name");
    return;
  }
  const std::string name =
      custom ? op->custom_name : base::StrCat("builtin ", op->builtin_code);
  if (!r.CheckVersions(name, first, last)) return;
  AddOp(r.resolver, op, first, last);
  r.names.push_back(name);
}

void ReportError(TfllCustomOpRegistry* registry, const char* message) {
  Of(registry).errors.push_back(message == nullptr ? "" : message);
}

}  // namespace

base::StatusOr<std::vector<std::string>> LoadCustomOpLibrary(
    const std::string& path, MutableOpResolver* resolver) {
  // Never closed: operators may be in use until the process ends.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return base::Invalid("cannot load the custom operators of ", path, ": ",
                         base::LoaderError(path));
  }
  const auto function = reinterpret_cast<TfllRegisterCustomOpsFunction>(
      dlsym(library, TFLL_REGISTER_CUSTOM_OPS));
  if (function == nullptr) {
    return base::Invalid(path,
                         " is not a library of custom operators: it lacks ",
                         TFLL_REGISTER_CUSTOM_OPS, "()");
  }
  Registering registering{resolver, {}, {}};
  TfllCustomOpRegistry registry{};
  registry.size = sizeof(registry);
  registry.version = 1;
  registry.data = &registering;
  registry.add_registration = AddRegistration;
  registry.add_operator = AddOperator;
  registry.report_error = ReportError;
  const TfLiteStatus status = function(&registry);
  if (status != kTfLiteOk || !registering.errors.empty()) {
    if (registering.errors.empty()) {
      registering.errors.push_back(
          base::StrCat("the function returned ", static_cast<int>(status)));
    }
    return base::Invalid("the custom operators of ", path, ": ",
                         base::StrJoin(registering.errors, "; "));
  }
  return registering.names;
}

base::Status LoadCustomOpLibraries(const std::string& paths,
                                   MutableOpResolver* resolver) {
  for (const auto& path : base::StrSplitNonEmpty(paths, ',')) {
    const auto names = LoadCustomOpLibrary(std::string(path), resolver);
    if (!names.ok()) return names.status();
  }
  return base::OkStatus();
}

}  // namespace tflite
