#ifndef TESTING_KERNEL_TESTS_DELEGATE_TEST_UTIL_H_
#define TESTING_KERNEL_TESTS_DELEGATE_TEST_UTIL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace delegates {
namespace test_utils {

// The custom operator "my_add": adds two FLOAT32 tensors of one shape.
TfLiteRegistration AddOpRegistration();

// A delegate that takes the nodes it is told to: "my_add", or ADD where
// `custom_op` is false. Whatever a partition holds, its kernel writes the sum
// of its first two inputs (of one input, the double) to all of its outputs.
class SimpleDelegate {
 public:
  // min_ops_per_subset: partitions of fewer nodes are left alone; 0: none is.
  // automatic_shape_propagation: the runtime gives the outputs their shapes,
  // which the kernel checks.
  // set_output_tensor_dynamic: the kernel makes its outputs dynamic.
  explicit SimpleDelegate(const std::vector<int>& nodes,
                          int64_t delegate_flags = kTfLiteDelegateFlagsNone,
                          bool fail_node_prepare = false,
                          int min_ops_per_subset = 0,
                          bool fail_node_invoke = false,
                          bool automatic_shape_propagation = false,
                          bool custom_op = true,
                          bool set_output_tensor_dynamic = false);

  static std::unique_ptr<SimpleDelegate> DelegateWithRuntimeShapePropagation(
      const std::vector<int>& nodes, int64_t delegate_flags,
      int min_ops_per_subset);
  static std::unique_ptr<SimpleDelegate> DelegateWithDynamicOutput(
      const std::vector<int>& nodes);

  // Of the kernel of a partition.
  TfLiteRegistration FakeFusedRegistration();
  // The delegate's own.
  TfLiteDelegate* get_tf_lite_delegate() { return &delegate_; }
  int min_ops_per_subset() const { return min_ops_per_subset_; }

 private:
  static TfLiteStatus PrepareKernel(TfLiteContext* context, TfLiteNode* node);
  static TfLiteStatus InvokeKernel(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus Replace(TfLiteContext* context);
  TfLiteStatus CheckNodes(TfLiteContext* context) const;

  std::vector<int> nodes_;
  TfLiteDelegate delegate_;
  bool fail_node_prepare_;
  int min_ops_per_subset_;
  bool fail_node_invoke_;
  bool automatic_shape_propagation_;
  bool custom_op_;
  bool set_output_tensor_dynamic_;
};

// What tests with delegates share.
class TestDelegation {
 protected:
  static std::unique_ptr<Interpreter> NewInterpreterWithDefaultDelegates() {
    return std::make_unique<Interpreter>();
  }
  TfLiteStatus RemoveAllDelegates() {
    return interpreter_->RemoveAllDelegates();
  }
  void AddSubgraphs(int subgraphs_to_add, int* first_index = nullptr) {
    if (first_index != nullptr) {
      *first_index = static_cast<int>(interpreter_->subgraphs_size());
    }
    interpreter_->AddSubgraphs(subgraphs_to_add);
  }
  // Three nodes of "my_add" over FLOAT32 [3]: 0 + 0 = 2, 1 + 1 = 3, 2 + 1 = 4;
  // inputs 0 and 1, outputs 3 and 4.
  void SetUpSubgraph(Subgraph* subgraph);

  std::unique_ptr<Interpreter> interpreter_;
};

class TestDelegate : public TestDelegation, public ::testing::Test {
 protected:
  void SetUp() override {
    interpreter_ = NewInterpreterWithDefaultDelegates();
    SetUpSubgraph(&interpreter_->primary_subgraph());
  }
  void TearDown() override {
    // Before its delegates.
    interpreter_.reset();
    delegate_.reset();
    delegate2_.reset();
  }
  TfLiteBufferHandle AllocateBufferHandle() { return ++last_allocated_handle_; }

  TfLiteBufferHandle last_allocated_handle_ = kTfLiteNullBufferHandle;
  std::unique_ptr<SimpleDelegate> delegate_, delegate2_;
};

// Two delegates, by their flags.
class TestTwoDelegates
    : public TestDelegation,
      public ::testing::TestWithParam<
          std::pair<TfLiteDelegateFlags, TfLiteDelegateFlags>> {
 protected:
  void SetUp() override {
    interpreter_ = NewInterpreterWithDefaultDelegates();
    SetUpSubgraph(&interpreter_->primary_subgraph());
  }
  void TearDown() override {
    interpreter_.reset();
    delegate_.reset();
    delegate2_.reset();
  }

  std::unique_ptr<SimpleDelegate> delegate_, delegate2_;
};

}  // namespace test_utils
}  // namespace delegates
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_DELEGATE_TEST_UTIL_H_
