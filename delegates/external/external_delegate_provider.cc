// Flags that load a delegate from a shared library.
#include <string>
#include <utility>
#include <vector>

#include "delegates/external/external_delegate.h"
#include "delegates/external/option_list.h"
#include "delegates/external/plugin_library.h"
#include "tools/delegates/delegate_provider.h"
#include "tools/logging.h"

namespace tflite {
namespace tools {
namespace {

constexpr char kPath[] = "external_delegate_path";
constexpr char kOptions[] = "external_delegate_options";

// A delegate that cannot be applied. A tool that was asked for a delegate it
// cannot load must not run without it as if nothing had happened.
TfLiteDelegatePtr CreateFailingDelegate() {
  auto* delegate = new TfLiteDelegate(TfLiteDelegateCreate());
  delegate->Prepare = [](TfLiteContext* context, TfLiteDelegate*) {
    context->ReportError(context, "The external delegate was not loaded.");
    return kTfLiteDelegateError;
  };
  return TfLiteDelegatePtr(delegate, [](TfLiteOpaqueDelegate* d) { delete d; });
}

// Hands on a flag that is for all delegates, where it was given: as the option
// that the delegates of this project know.
void AppendFlag(const ToolParams& params, const char* flag, const char* key,
                external::PluginOptions* options) {
  if (params.HasParam(flag) && params.HasValueSet<std::string>(flag)) {
    options->emplace_back(key, params.Get<std::string>(flag));
  }
}

}  // namespace

class ExternalDelegateProvider : public DelegateProvider {
 public:
  ExternalDelegateProvider() {
    default_params_.AddParam(kPath, ToolParam::Create<std::string>(""));
    default_params_.AddParam(kOptions, ToolParam::Create<std::string>(""));
  }

  std::vector<Flag> CreateFlags(ToolParams* params) const final {
    return {
        CreateFlag<std::string>(kPath, params,
                                "Shared library of the delegate to apply."),
        CreateFlag<std::string>(
            kOptions, params,
            "Options for that delegate, key1:value1;key2:value2. A value may "
            "hold ':'; write \\; for a ';'."),
    };
  }

  void LogParams(const ToolParams& params, bool verbose) const final {
    LOG_TOOL_PARAM(params, std::string, kPath, "External delegate path",
                   verbose);
    LOG_TOOL_PARAM(params, std::string, kOptions, "External delegate options",
                   verbose);
  }

  TfLiteDelegatePtr CreateTfLiteDelegate(const ToolParams& params) const final {
    const std::string path = params.Get<std::string>(kPath);
    if (path.empty()) return CreateNullDelegate();
    base::StatusOr<external::PluginOptions> options =
        external::ParsePluginOptions(params.Get<std::string>(kOptions));
    if (options.ok()) {
      AppendFlag(params, "delegate_allow_nodes", "allow_nodes", &*options);
      AppendFlag(params, "delegate_deny_nodes", "deny_nodes", &*options);
    }
    base::StatusOr<TfLiteDelegate*> delegate =
        options.ok()
            ? external::CreateExternalDelegate(path, *options)
            : base::Annotate(options.status(), std::string("--") + kOptions);
    if (!delegate.ok()) {
      TFLITE_LOG(ERROR) << delegate.status().message();
      return CreateFailingDelegate();
    }
    return TfLiteDelegatePtr(*delegate, TfLiteExternalDelegateDelete);
  }

  std::pair<TfLiteDelegatePtr, int> CreateRankedTfLiteDelegate(
      const ToolParams& params) const final {
    return {CreateTfLiteDelegate(params),
            params.GetPosition<std::string>(kPath)};
  }

  std::string GetName() const final { return "EXTERNAL"; }
};

REGISTER_DELEGATE_PROVIDER(ExternalDelegateProvider);

}  // namespace tools
}  // namespace tflite
