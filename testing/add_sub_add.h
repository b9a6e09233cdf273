#ifndef TESTING_ADD_SUB_ADD_H_
#define TESTING_ADD_SUB_ADD_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"

namespace tflite {
namespace testing {

// A chain of ADD, SUB, ADD on two numbers. On the CPU each adds 1, so that the
// zeros of a delegate that computes nothing are visible.
class AddSubAdd {
 public:
  AddSubAdd();

  // Returns the result for the inputs 10 and 20; empty on failure.
  std::vector<float> Run();
  int DelegateNodes();

  // Must not be called after Destroy().
  Interpreter& interpreter() { return run_->interpreter(); }
  void Destroy() { run_.reset(); }

  // The interpreter's messages, and whether they contain `part`.
  const std::string& reported() const { return run_->reported(); }
  bool Reported(const std::string& part) const {
    return reported().find(part) != std::string::npos;
  }

 private:
  const conformance::Case case_;
  std::unique_ptr<conformance::CaseRun> run_;
};

const std::vector<float> kAllOnCpu = {13, 23};
const std::vector<float> kSubGivesZeros = {1, 1};
const std::vector<float> kAddGivesZeros = {0, 0};

}  // namespace testing
}  // namespace tflite

#endif  // TESTING_ADD_SUB_ADD_H_
