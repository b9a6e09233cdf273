#ifndef TOOLS_PLUGIN_CHECK_GUARDED_RUN_H_
#define TOOLS_PLUGIN_CHECK_GUARDED_RUN_H_

#include <functional>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/base/status.h"

namespace tflite {
namespace plugin_check {

// How code that runs in a process of its own reaches the process that waits.
class Journal {
 public:
  explicit Journal(int file) : file_(file) {}

  // What comes next: what a crash is put down to.
  void Begin(const std::string& step) { Send('s', step); }
  // A line of the result.
  void Add(const std::string& line) { Send('l', line); }

 private:
  void Send(char kind, const std::string& text);

  const int file_;
};

// What became of it.
struct Outcome {
  std::vector<std::string> lines;
  // OK where the function returned OK. Else its error; or, where the process
  // ended by a signal or by itself, which and in what step.
  base::Status status;
};

// Runs the function in a forked process, so that code which crashes or ends the
// process does no harm. The caller has a single thread.
Outcome RunGuarded(const std::function<base::Status(Journal&)>& function);

}  // namespace plugin_check
}  // namespace tflite

#endif  // TOOLS_PLUGIN_CHECK_GUARDED_RUN_H_
