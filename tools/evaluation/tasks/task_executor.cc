#include "tools/evaluation/tasks/task_executor.h"

#include <algorithm>
#include <iostream>

#include "tools/logging.h"

namespace tflite {
namespace evaluation {

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
