#include "tools/delegates/switched_provider.h"

namespace tflite {
namespace tools {

SwitchedProvider::SwitchedProvider(const char* name, const char* use,
                                   const char* usage, const char* log_name)
    : name_(name), use_(use) {
  AddFlag<bool>(use, false, usage, log_name);
}

std::vector<Flag> SwitchedProvider::CreateFlags(ToolParams* params) const {
  std::vector<Flag> flags;
  for (const auto& make : flags_) flags.push_back(make(params));
  return flags;
}

void SwitchedProvider::LogParams(const ToolParams& params, bool verbose) const {
  for (const auto& log : logs_) log(params, verbose);
}

TfLiteDelegatePtr SwitchedProvider::CreateTfLiteDelegate(
    const ToolParams& params) const {
  if (!params.Get<bool>(use_)) return CreateNullDelegate();
  base::StatusOr<TfLiteDelegatePtr> delegate = Create(params);
  if (delegate.ok()) return *std::move(delegate);
  TFLITE_LOG(ERROR) << name_ << " delegate: " << delegate.status().message();
  return CreateUnavailableDelegate();
}

std::pair<TfLiteDelegatePtr, int> SwitchedProvider::CreateRankedTfLiteDelegate(
    const ToolParams& params) const {
  return {CreateTfLiteDelegate(params), params.GetPosition<bool>(use_)};
}

std::string SwitchedProvider::MissingDevice(const ToolParams& params) const {
  if (!params.Get<bool>(use_)) return "";
  const base::Status status = FindDevice(params);
  return base::IsUnavailable(status) ? std::string(status.message()) : "";
}

}  // namespace tools
}  // namespace tflite
