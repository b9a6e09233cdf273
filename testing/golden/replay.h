#ifndef TESTING_GOLDEN_REPLAY_H_
#define TESTING_GOLDEN_REPLAY_H_

#include <functional>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "testing/golden/golden_case.h"

namespace tflite {
namespace golden {

struct ReplayOptions {
  const OpResolver* resolver = nullptr;  // not owned; must be set
  int num_threads = 1;
  // Integers must equal the record, regardless of the case's tolerance.
  bool exact_integers = false;
  // Called after the interpreter is built, e.g. to apply a delegate.
  std::function<base::Status(Interpreter&)> after_build;
  // Called after each step, with its outputs in the order of the record.
  std::function<base::Status(Interpreter&,
                             const std::vector<const TfLiteTensor*>&)>
      after_step;
};

// Runs all steps of the case in one interpreter and compares every output with
// its record. Returns the first difference or failure, with the interpreter's
// messages.
base::Status Replay(const Case& c, const ReplayOptions& options);

}  // namespace golden
}  // namespace tflite

#endif  // TESTING_GOLDEN_REPLAY_H_
