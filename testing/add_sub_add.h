#ifndef TESTING_ADD_SUB_ADD_H_
#define TESTING_ADD_SUB_ADD_H_

#include <memory>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"

namespace tflite {
namespace testing {

// ADD, SUB, ADD one after another, each of which adds 1 to two numbers when it
// runs on the CPU, so that zeros of a delegate show.
class AddSubAdd {
 public:
  AddSubAdd();

  // What comes out of 10 and 20; empty where it does not run.
  std::vector<float> Run();
  int DelegateNodes();

  // Not after Destroy().
  Interpreter& interpreter() { return run_->interpreter(); }
  void Destroy() { run_.reset(); }

  // What the interpreter has reported, and whether `part` is in it.
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
