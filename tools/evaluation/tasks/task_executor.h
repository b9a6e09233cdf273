#ifndef TOOLS_EVALUATION_TASKS_TASK_EXECUTOR_H_
#define TOOLS_EVALUATION_TASKS_TASK_EXECUTOR_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/command_line_flags.h"
#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/proto/evaluation_config.pb.h"

namespace tflite {
namespace evaluation {

// An evaluation as a program, with its own flags besides those of delegates.
class TaskExecutor {
 public:
  virtual ~TaskExecutor() = default;

  // Parses the flags, warns about unknown ones, runs, and prints the results.
  // Returns no value if a flag's value is invalid (the message names it), if
  // --help is given, or if the run fails.
  std::optional<EvaluationStageMetrics> Run(int* argc, char* argv[]);

  // True after a Run that only printed the help.
  bool help_shown() const { return help_shown_; }

 protected:
  // The flags of the task, without those of delegates.
  virtual std::vector<Flag> GetFlags() = 0;
  virtual std::optional<EvaluationStageMetrics> RunImpl() = 0;

  // The arguments that are not flags of the task itself: those that choose and
  // configure delegates.
  std::vector<std::string> DelegateArguments();

  DelegateProviders delegate_providers_;

 private:
  std::vector<std::string> arguments_;  // before parsing
  bool help_shown_ = false;
};

// Creates the task of this program; defined by the library of a task, which is
// linked together with task_executor_main.
std::unique_ptr<TaskExecutor> CreateTaskExecutor();

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_TASKS_TASK_EXECUTOR_H_
