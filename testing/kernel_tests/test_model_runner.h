#ifndef TESTING_KERNEL_TESTS_TEST_MODEL_RUNNER_H_
#define TESTING_KERNEL_TESTS_TEST_MODEL_RUNNER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/op_resolver.h"
#include "testing/kernel_tests/model/test_model_graph.h"

namespace tflite {
namespace kernel_tests {

// The interpreter of a test's model, with delegates. If it cannot be built, the
// program ends; preparing and running return their status.
class TestModelRunner : public TestModelGraph {
 public:
  // A delegate to use instead of those on the command line. Disables the
  // resolver's default delegates.
  void SetDelegate(Interpreter::TfLiteDelegatePtr&& delegate);
  // Applies this delegate, or else those on the command line, in order.
  TfLiteStatus ApplyDelegate();

  // Builds the interpreter with these shapes, one per input in the order in
  // which they were added, including constants; an empty shape keeps the
  // input's shape. Then calls AllocateAndDelegate(apply_delegate), unless the
  // last argument is false.
  void BuildInterpreter(std::vector<std::vector<int>> input_shapes,
                        int num_threads, bool allow_fp32_relax_to_fp16,
                        bool apply_delegate, bool allocate_and_delegate = true,
                        bool use_simple_allocator = false);
  // Builds with delegates, and with the precision and allocator of the command
  // line.
  void BuildInterpreter(std::vector<std::vector<int>> input_shapes);
  // Ends the program if the tensors cannot be allocated. If a delegate cannot
  // be applied, GetDelegateApplicationStatus returns its status; if the
  // delegate is from the command line, the running test fails, unless
  // --require_delegation=false.
  void AllocateAndDelegate(bool apply_delegate);

  TfLiteStatus AllocateTensors() { return interpreter_->AllocateTensors(); }
  TfLiteStatus Invoke();

  // `index` counts the inputs in the order in which they were added. Null if
  // the input is omitted.
  TfLiteTensor* GetInputTensor(int index) {
    return interpreter_->input_tensor(index);
  }
  TfLiteTensor* GetOutputTensor(int index) {
    return interpreter_->output_tensor(index);
  }

  // The model file.
  const uint8_t* GetModelBuffer() {
    return reinterpret_cast<const uint8_t*>(model_.data());
  }

  // With `reset_interpreter`, builds the interpreter again in the same way.
  void SetNumThreads(int num_threads, bool reset_interpreter = false);
  // Must be called before BuildInterpreter. By default the model has the
  // library's operators and its own custom ones.
  void SetResolver(std::unique_ptr<OpResolver> resolver) {
    resolver_ = std::move(resolver);
  }
  // Enables the resolver's default delegates, which tests disable by default.
  void SetApplyDefaultDelegates() { bypass_default_delegates_ = false; }

  // Whether --use_nnapi is given.
  static bool GetForceUseNnapi();

  // The number of CPU nodes, and of delegate nodes.
  int CountOpsExecutedByCpuKernel();
  int CountNumberOfDelegatedPartitions() const;
  int GetNumberOfAppliedDelegates() const { return num_applied_delegates_; }
  // The result of ApplyDelegate when the interpreter was built; nullopt if it
  // was not called.
  std::optional<TfLiteStatus> GetDelegateApplicationStatus() const {
    return delegate_application_status_;
  }
  void SetDelegateApplicationStatus(std::optional<TfLiteStatus> status) {
    delegate_application_status_ = status;
  }

 protected:
  void SetBypassDefaultDelegates() { bypass_default_delegates_ = true; }
  // Adds empty subgraphs to the interpreter.
  void AddSubgraphs(int subgraphs_to_add,
                    int* first_new_subgraph_index = nullptr);
  // Must be called if a quantization changes after nodes were prepared: they
  // are prepared again before the next run. The values of inputs and variables
  // are kept.
  void QuantizationChanged() { quantization_changed_ = true; }

  // Declared before the interpreter, because it must outlive it.
  Interpreter::TfLiteDelegatePtr delegate_ = {nullptr, [](TfLiteDelegate*) {}};
  // The delegate applied last; not owned.
  TfLiteDelegate* last_applied_delegate_ = nullptr;
  std::unique_ptr<OpResolver> resolver_;
  std::unique_ptr<Interpreter> interpreter_;

 private:
  void MakeResolver();
  void MakeModel();
  void MakeInterpreter(int num_threads, bool use_simple_allocator);
  TfLiteStatus ApplyOne(Interpreter::TfLiteDelegatePtr delegate);
  void NoteDelegatedRun();
  TfLiteStatus PrepareAgain();

  // Aligned as the file format requires.
  std::vector<std::max_align_t> model_;
  size_t model_bytes_ = 0;
  // The arguments with which the interpreter was built.
  std::vector<std::vector<int>> input_shapes_;
  bool allow_fp32_relax_to_fp16_ = false;
  bool apply_delegate_ = true;
  bool allocate_and_delegate_ = true;
  bool use_simple_allocator_ = false;

  bool bypass_default_delegates_ = true;
  bool quantization_changed_ = false;
  int num_applied_delegates_ = 0;
  bool noted_ = false;  // whether a delegate of the command line ran nodes
  std::optional<TfLiteStatus> delegate_application_status_;
};

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_TEST_MODEL_RUNNER_H_
