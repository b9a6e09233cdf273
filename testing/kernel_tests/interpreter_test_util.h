#ifndef TESTING_KERNEL_TESTS_INTERPRETER_TEST_UTIL_H_
#define TESTING_KERNEL_TESTS_INTERPRETER_TEST_UTIL_H_

#include <memory>
#include <utility>

#include "gtest/gtest.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"

namespace tflite {

// A test that builds a graph by hand in interpreter_.
class InterpreterTest : public ::testing::Test {
 public:
  // The interpreter takes ownership of the delegate; its type is `Delegate` or
  // derived from it.
  template <typename Delegate>
  static TfLiteStatus ModifyGraphWithDelegate(
      Interpreter* interpreter, std::unique_ptr<Delegate> delegate) {
    Interpreter::TfLiteDelegatePtr owned(
        delegate.release(),
        [](TfLiteDelegate* d) { delete static_cast<Delegate*>(d); });
    return interpreter->ModifyGraphWithDelegate(std::move(owned));
  }

 protected:
  // Adds empty subgraphs.
  void AddSubgraphs(int subgraphs_to_add,
                    int* first_new_subgraph_index = nullptr) {
    if (first_new_subgraph_index != nullptr) {
      *first_new_subgraph_index =
          static_cast<int>(interpreter_->subgraphs_size());
    }
    interpreter_->AddSubgraphs(subgraphs_to_add);
  }
  bool HasDelegates() {
    return interpreter_->primary_subgraph().HasDelegates();
  }

  std::unique_ptr<Interpreter> interpreter_ = std::make_unique<Interpreter>();
};

}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_INTERPRETER_TEST_UTIL_H_
