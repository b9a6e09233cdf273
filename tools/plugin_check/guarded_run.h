#ifndef TOOLS_PLUGIN_CHECK_GUARDED_RUN_H_
#define TOOLS_PLUGIN_CHECK_GUARDED_RUN_H_

#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace plugin_check {

// Sends results from code in a child process to the waiting process.
class Journal {
 public:
  explicit Journal(int file) : file_(file) {}

  // Starts a step, to which a crash is attributed.
  void Begin(const std::string& step) { Send('s', step); }
  // A line of the result.
  void Add(const std::string& line) { Send('l', line); }

 private:
  void Send(char kind, const std::string& text);

  const int file_;
};

// The result of the child process.
struct Outcome {
  std::vector<std::string> lines;
  // OK if the function returned OK. Otherwise its error or, if the process
  // crashed or exited, the signal or exit status and the step.
  base::Status status;
};

// Runs the function in a forked process, so that code that crashes or exits
// does no harm. The caller must be single-threaded.
Outcome RunGuarded(const std::function<base::Status(Journal&)>& function);

}  // namespace plugin_check
}  // namespace tflite

#endif  // TOOLS_PLUGIN_CHECK_GUARDED_RUN_H_
