#ifndef DELEGATES_GPU_TESTS_SUM_MODEL_H_
#define DELEGATES_GPU_TESTS_SUM_MODEL_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"

namespace tflite::gpu {

using namespace delegates;

// An interpreter with a delegate. Inputs are tensors 0 and 1; tensor 2 = 0 + 1;
// tensor 3 = 2 * 1 is the output. Each has `count` floats. Outputs may stay in
// buffers.
class SumModel {
 public:
  // With `last_node_on_cpu`, the product is a custom operator, which the
  // delegate does not take.
  SumModel(size_t count, TfLiteDelegate* delegate,
           bool last_node_on_cpu = false);

  Interpreter& interpreter() { return run_.interpreter(); }
  TfLiteTensor* tensor(int t) { return interpreter().tensor(t); }
  // Sets the buffer handles of the inputs and the output.
  void SetHandles(const std::vector<TfLiteBufferHandle>& handles);
  // Sets all elements of the inputs and of the output, in host memory.
  void FillHost(float value);
  std::vector<float> Host(int t);
  // Returns the result of AllocateTensors.
  TfLiteStatus Resize(size_t count);
  TfLiteStatus Invoke() { return interpreter().Invoke(); }
  bool FullyDelegated();
  std::string errors() const { return run_.reported(); }

 private:
  const conformance::Case case_;
  conformance::CaseRun run_;
  TfLiteDelegate* const delegate_;
};

}  // namespace tflite::gpu

#endif  // DELEGATES_GPU_TESTS_SUM_MODEL_H_
