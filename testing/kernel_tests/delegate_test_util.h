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

// The custom operator "my_add": adds two FLOAT32 tensors of equal shapes.
TfLiteRegistration AddOpRegistration();

// A delegate that takes the nodes it is given: "my_add", or ADD if `custom_op`
// is false. Regardless of a partition's nodes, its kernel writes the sum of its
// first two inputs (or twice its only input) to all of its outputs.
class SimpleDelegate {
 public:
  // min_ops_per_subset: partitions with fewer nodes are not taken; 0 means no
  // minimum.
  // automatic_shape_propagation: the runtime sets the shapes of the outputs,
  // and the kernel checks them.
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

  // The registration of a partition's kernel.
  TfLiteRegistration FakeFusedRegistration();
  // Owned by this object.
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

// Common parts of tests with delegates.
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
  // Builds three "my_add" nodes over FLOAT32 tensors of shape [3]. As tensor
  // indices: 2 = 0 + 0, 3 = 1 + 1, 4 = 2 + 1. The graph's inputs are 0 and 1,
  // its outputs 3 and 4.
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
    // The interpreter must be destroyed before its delegates.
    interpreter_.reset();
    delegate_.reset();
    delegate2_.reset();
  }
  TfLiteBufferHandle AllocateBufferHandle() { return ++last_allocated_handle_; }

  TfLiteBufferHandle last_allocated_handle_ = kTfLiteNullBufferHandle;
  std::unique_ptr<SimpleDelegate> delegate_, delegate2_;
};

// The parameters are the flags of the two delegates.
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
