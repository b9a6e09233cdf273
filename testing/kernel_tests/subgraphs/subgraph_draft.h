#ifndef TESTING_KERNEL_TESTS_SUBGRAPHS_SUBGRAPH_DRAFT_H_
#define TESTING_KERNEL_TESTS_SUBGRAPHS_SUBGRAPH_DRAFT_H_

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/subgraph.h"

namespace tflite {
namespace kernel_tests {

// The values of constants; must outlive the graphs that read them.
using ConstantStore = std::vector<std::unique_ptr<std::vector<int32_t>>>;

// Returns a copy of the options, allocated with malloc, which the node owns.
template <typename Params>
void* NewParams(const Params& params) {
  auto* copy = static_cast<Params*>(std::malloc(sizeof(Params)));
  if (copy != nullptr) *copy = params;
  return copy;
}

// Builds a subgraph: tensors first, then nodes in execution order. Errors fail
// the running test.
class SubgraphDraft {
 public:
  // The graph must be empty. Both arguments must outlive the draft.
  SubgraphDraft(Subgraph* graph, ConstantStore* constants)
      : graph_(graph), constants_(constants) {}

  // Each function returns the index of the new tensor.
  int Tensor(TfLiteType type = kTfLiteInt32);
  std::vector<int> Tensors(int count, TfLiteType type = kTfLiteInt32);
  int Constant(const std::vector<int32_t>& values,
               const std::vector<int>& shape);
  // Adds a scalar, FLOAT32 or INT32.
  int FloatConstant(float value);
  int IntConstant(int32_t value) { return Constant({value}, {}); }

  void Inputs(const std::vector<int>& tensors);
  void Outputs(const std::vector<int>& tensors);

  // `params` is from NewParams, or null.
  void Node(TfLiteRegistration* registration, TfLiteBuiltinOperator code,
            const std::vector<int>& inputs, const std::vector<int>& outputs,
            void* params = nullptr);

  // Each function adds a node and returns its output, which has type `type`.
  int Add(int a, int b, TfLiteType type = kTfLiteInt32);
  int Mul(int a, int b, TfLiteType type = kTfLiteInt32);
  int Pad(int value, int paddings, TfLiteType type = kTfLiteInt32);
  int LessEqual(int a, int b);
  int Less(int a, int b);
  int Fill(int dims, int value, TfLiteType type);
  // Adds a reshape to the same shape; its output may share memory with the
  // input.
  int ReshapeToSelf(int value);
  int Plus(int value, int32_t addend) {
    return Add(value, IntConstant(addend));
  }
  // Add an IF or WHILE node that calls subgraphs 1 and 2.
  void If(const std::vector<int>& inputs, const std::vector<int>& outputs);
  void While(const std::vector<int>& inputs, const std::vector<int>& outputs);

 private:
  Subgraph* const graph_;
  ConstantStore* const constants_;
};

}  // namespace kernel_tests
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_SUBGRAPHS_SUBGRAPH_DRAFT_H_
