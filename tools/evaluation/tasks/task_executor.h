#ifndef TOOLS_EVALUATION_TASKS_TASK_EXECUTOR_H_
#define TOOLS_EVALUATION_TASKS_TASK_EXECUTOR_H_

#include <memory>
#include <optional>
#include <vector>

#include "tools/command_line_flags.h"
#include "tools/evaluation/evaluation_delegate_provider.h"
#include "tools/evaluation/proto/evaluation_config.pb.h"

namespace tflite {
namespace evaluation {

// An evaluation as a program: flags of its own beside those of the delegates.
class TaskExecutor {
 public:
  virtual ~TaskExecutor() = default;

  // Parses the flags, warns of those that nobody knows, runs, and prints the
  // results. Without a value when a flag's value is wrong (the message names
  // it), when --help is given, or when the run fails.
  std::optional<EvaluationStageMetrics> Run(int* argc, char* argv[]);

  // True after a Run that did no more than print the help.
  bool help_shown() const { return help_shown_; }

 protected:
  // Of the task alone.
  virtual std::vector<Flag> GetFlags() = 0;
  virtual std::optional<EvaluationStageMetrics> RunImpl() = 0;

  DelegateProviders delegate_providers_;

 private:
  bool help_shown_ = false;
};

// The task of this program: a library of one task, linked together with
// task_executor_main, defines it.
std::unique_ptr<TaskExecutor> CreateTaskExecutor();

}  // namespace evaluation
}  // namespace tflite

#endif  // TOOLS_EVALUATION_TASKS_TASK_EXECUTOR_H_
