#ifndef TENSORFLOW_LITE_LITE_CORE_TESTING_TEST_OPS_H_
#define TENSORFLOW_LITE_LITE_CORE_TESTING_TEST_OPS_H_

#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite {
namespace testing {

// Collects the reported errors.
class CollectingReporter : public ErrorReporter {
 public:
  using ErrorReporter::Report;
  int Report(const char* format, va_list args) override {
    char line[1024];
    std::vsnprintf(line, sizeof(line), format, args);
    text += std::string(line) + "\n";
    return 0;
  }
  bool Has(const std::string& part) const {
    return text.find(part) != std::string::npos;
  }
  std::string text;
};

// Simple operators on float tensors. The output has the shape of the first
// input unless stated otherwise.

// out = in + 1.
TfLiteRegistration AddOneOp();
// out = in[0] + in[1].
TfLiteRegistration SumOp();
// out = [0, 1, ..., in[0] - 1]: the shape depends on the value.
TfLiteRegistration IotaOp();
// Adds the first input to the second input, a variable; out = the variable.
TfLiteRegistration AccumulateOp();
// Like AddOneOp, but uses a temporary.
TfLiteRegistration ScratchAddOneOp();
// Fail in Prepare and Invoke, respectively.
TfLiteRegistration FailingPrepareOp();
TfLiteRegistration FailingInvokeOp();

// Number of calls to init and free of the operators above in this thread.
struct OpCalls {
  int inits = 0;
  int frees = 0;
  int prepares = 0;
};
OpCalls& Calls();

// Builds graphs with float tensors.
class GraphMaker {
 public:
  explicit GraphMaker(Interpreter* interpreter) : interpreter_(interpreter) {}
  // Adds a tensor and returns its index.
  int Tensor(const std::vector<int>& dims, bool is_variable = false);
  int Constant(const std::vector<int>& dims, const float* data);
  int Node(const std::vector<int>& inputs, const std::vector<int>& outputs,
           const TfLiteRegistration& registration);
  // input -> `length` AddOneOp nodes -> output.
  void Chain(int length, const std::vector<int>& dims);

 private:
  Interpreter* interpreter_;
};

}  // namespace testing
}  // namespace tflite

#endif  // TENSORFLOW_LITE_LITE_CORE_TESTING_TEST_OPS_H_
