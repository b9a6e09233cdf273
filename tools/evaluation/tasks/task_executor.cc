#include "tools/evaluation/tasks/task_executor.h"

#include <algorithm>
#include <iostream>
#include <set>

#include "tools/logging.h"

namespace tflite {
namespace evaluation {

namespace {

// "name" of "--name=value".
std::string FlagName(const std::string& argument) {
  const size_t start = argument.find_first_not_of('-');
  if (start == std::string::npos) return argument;
  const size_t equals = argument.find('=');
  return argument.substr(start,
                         equals == std::string::npos ? equals : equals - start);
}

}  // namespace

std::vector<std::string> TaskExecutor::DelegateArguments() {
  std::set<std::string> ours;
  for (const Flag& flag : GetFlags()) ours.insert(flag.GetFlagName());
  std::vector<std::string> others;
  for (const std::string& argument : arguments_) {
    if (ours.count(FlagName(argument)) == 0) others.push_back(argument);
  }
  return others;
}

std::optional<EvaluationStageMetrics> TaskExecutor::Run(int* argc,
                                                        char* argv[]) {
  arguments_.assign(argv + std::min(1, *argc), argv + *argc);
  std::vector<Flag> flags = GetFlags();
  for (Flag& flag : delegate_providers_.GetFlags()) flags.push_back(flag);
  const bool parsed = Flags::Parse(argc, const_cast<const char**>(argv), flags);
  const tools::ToolParams& params = delegate_providers_.GetAllParams();
  if (params.HasParam("help") && params.Get<bool>("help")) {
    std::cout << Flags::Usage(argv[0], flags);
    help_shown_ = true;
    return std::nullopt;
  }
  if (!parsed) {
    TFLITE_LOG(ERROR) << "--help lists the flags";
    return std::nullopt;
  }
  Flags::WarnUnconsumed(*argc, const_cast<const char**>(argv), flags);
  return RunImpl();
}

}  // namespace evaluation
}  // namespace tflite
