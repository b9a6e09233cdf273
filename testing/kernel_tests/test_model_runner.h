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

// The interpreter of a test's model, with delegates. What cannot be built ends
// the program; preparing and running return their status.
class TestModelRunner : public TestModelGraph {
 public:
  // A delegate to use instead of those of the command line. Turns the
  // resolver's default delegates off.
  void SetDelegate(Interpreter::TfLiteDelegatePtr&& delegate);
  // Gives the graph to that delegate, or to those of the command line in their
  // order.
  TfLiteStatus ApplyDelegate();

  // Builds the interpreter with these shapes, one for each of the inputs in the
  // order they were added, constants included; an empty one leaves the input
  // as it was added. Then AllocateAndDelegate(apply_delegate), unless the last
  // argument says otherwise.
  void BuildInterpreter(std::vector<std::vector<int>> input_shapes,
                        int num_threads, bool allow_fp32_relax_to_fp16,
                        bool apply_delegate, bool allocate_and_delegate = true,
                        bool use_simple_allocator = false);
  // With delegates, and precision and allocator as the command line says.
  void BuildInterpreter(std::vector<std::vector<int>> input_shapes);
  // Ends the program when the tensors cannot be allocated. A delegate that
  // cannot be applied is told by GetDelegateApplicationStatus; one of the
  // command line fails the test that runs, unless --require_delegation=false.
  void AllocateAndDelegate(bool apply_delegate);

  TfLiteStatus AllocateTensors() { return interpreter_->AllocateTensors(); }
  TfLiteStatus Invoke();

  // By position among the inputs as they were added; null for one left out.
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

  // With `reset_interpreter` the interpreter is built again, as it was.
  void SetNumThreads(int num_threads, bool reset_interpreter = false);
  // Before BuildInterpreter. Without it the model has the library's operators
  // and its own custom ones.
  void SetResolver(std::unique_ptr<OpResolver> resolver) {
    resolver_ = std::move(resolver);
  }
  // Lets the resolver's default delegates act, which they do not otherwise.
  void SetApplyDefaultDelegates() { bypass_default_delegates_ = false; }

  // Whether --use_nnapi is given.
  static bool GetForceUseNnapi();

  // Nodes that no delegate has, and nodes that are a delegate's partition.
  int CountOpsExecutedByCpuKernel();
  int CountNumberOfDelegatedPartitions() const;
  int GetNumberOfAppliedDelegates() const { return num_applied_delegates_; }
  // What ApplyDelegate returned when the interpreter was built; none when it
  // was not called.
  std::optional<TfLiteStatus> GetDelegateApplicationStatus() const {
    return delegate_application_status_;
  }
  void SetDelegateApplicationStatus(std::optional<TfLiteStatus> status) {
    delegate_application_status_ = status;
  }

 protected:
  void SetBypassDefaultDelegates() { bypass_default_delegates_ = true; }
  // To the interpreter; they are empty.
  void AddSubgraphs(int subgraphs_to_add,
                    int* first_new_subgraph_index = nullptr);
  // For a quantization that was changed after nodes were prepared: they are
  // prepared again before the next run. The values of inputs and variables
  // stay.
  void QuantizationChanged() { quantization_changed_ = true; }

  // Declared before the interpreter, which they outlive.
  Interpreter::TfLiteDelegatePtr delegate_ = {nullptr, [](TfLiteDelegate*) {}};
  // The one applied last; borrowed.
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

  // Aligned as the file format asks for.
  std::vector<std::max_align_t> model_;
  size_t model_bytes_ = 0;
  // How the interpreter was built.
  std::vector<std::vector<int>> input_shapes_;
  bool allow_fp32_relax_to_fp16_ = false;
  bool apply_delegate_ = true;
  bool allocate_and_delegate_ = true;
  bool use_simple_allocator_ = false;

  bool bypass_default_delegates_ = true;
  bool quantization_changed_ = false;
  int num_applied_delegates_ = 0;
  bool noted_ = false;  // that a delegate of the command line ran nodes
  std::optional<TfLiteStatus> delegate_application_status_;
};

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_TEST_MODEL_RUNNER_H_
