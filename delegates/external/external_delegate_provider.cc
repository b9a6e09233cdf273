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

std::string TextOf(const std::string& value) { return value; }
std::string TextOf(int32_t value) { return std::to_string(value); }

// Appends a common delegate flag, if it was given, as the option of the same
// meaning in this project's delegates. An explicit option of that name takes
// precedence.
template <typename T>
void AppendFlag(const ToolParams& params, const char* flag, const char* key,
                const external::PluginOptions& given,
                external::PluginOptions* options) {
  if (!params.HasParam(flag) || !params.HasValueSet<T>(flag)) return;
  for (const auto& option : given) {
    if (option.first == key) return;
  }
  options->emplace_back(key, TextOf(params.Get<T>(flag)));
}

// Flags that only this project's tools have. They must not be ignored: a plugin
// that does not know them would take nodes that it must not take.
external::PluginOptions StrictFlags(const ToolParams& params,
                                    const external::PluginOptions& given) {
  external::PluginOptions flags;
  for (const auto& [flag, key] :
       {std::pair("delegate_allow_nodes", "allow_nodes"),
        std::pair("delegate_deny_nodes", "deny_nodes"),
        std::pair("delegate_partition_order", "partition_order")}) {
    AppendFlag<std::string>(params, flag, key, given, &flags);
  }
  return flags;
}

// Flags that TensorFlow Lite's tools have too. Those tools do not pass them to
// plugins, but scripts use them nevertheless, so plugins may not know them.
external::PluginOptions LenientFlags(const ToolParams& params,
                                     const external::PluginOptions& given) {
  external::PluginOptions flags;
  for (const char* flag :
       {"max_delegated_partitions", "min_nodes_per_partition",
        "first_delegate_node_index", "last_delegate_node_index"}) {
    AppendFlag<int32_t>(params, flag, flag, given, &flags);
  }
  return flags;
}

std::string KeysOf(const external::PluginOptions& options) {
  std::string keys;
  for (const auto& option : options) {
    keys += (keys.empty() ? "--" : ", --") + option.first;
  }
  return keys;
}

base::StatusOr<TfLiteDelegate*> CreateFromFlags(const std::string& path,
                                                const ToolParams& params) {
  base::StatusOr<external::PluginOptions> given =
      external::ParsePluginOptions(params.Get<std::string>(kOptions));
  if (!given.ok()) {
    return base::Annotate(given.status(), std::string("--") + kOptions);
  }
  external::PluginOptions options = *given;
  for (auto& flag : StrictFlags(params, *given)) options.push_back(flag);
  const external::PluginOptions lenient = LenientFlags(params, *given);
  external::PluginOptions all = options;
  all.insert(all.end(), lenient.begin(), lenient.end());
  auto delegate = external::CreateExternalDelegate(path, all);
  if (delegate.ok() || lenient.empty()) return delegate;
  auto without = external::CreateExternalDelegate(path, options);
  if (!without.ok()) return delegate;
  TFLITE_LOG(WARN) << path << " does not take " << KeysOf(lenient)
                   << ", which has no effect: " << delegate.status().message();
  return without;
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
    const base::StatusOr<TfLiteDelegate*> delegate =
        CreateFromFlags(path, params);
    if (!delegate.ok()) {
      TFLITE_LOG(ERROR) << delegate.status().message();
      return CreateUnavailableDelegate();
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
