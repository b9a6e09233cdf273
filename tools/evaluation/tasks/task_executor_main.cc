// Runs the evaluation task that is linked in; --help lists the flags.

#include <cstdlib>

#include "tools/callers_folder.h"
#include "tools/evaluation/tasks/task_executor.h"
#include "tools/logging.h"

int main(int argc, char* argv[]) {
  tflite::tools::EnterCallersFolder();
  const auto executor = tflite::evaluation::CreateTaskExecutor();
  if (executor == nullptr) {
    TFLITE_LOG(ERROR) << "Could not create the task executor.";
    return EXIT_FAILURE;
  }
  if (executor->Run(&argc, argv)) return EXIT_SUCCESS;
  return executor->help_shown() ? EXIT_SUCCESS : EXIT_FAILURE;
}
