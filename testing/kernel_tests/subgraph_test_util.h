#ifndef TESTING_KERNEL_TESTS_SUBGRAPH_TEST_UTIL_H_
#define TESTING_KERNEL_TESTS_SUBGRAPH_TEST_UTIL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/builtin_registrations.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/subgraph.h"
#include "testing/kernel_tests/interpreter_test_util.h"
#include "testing/kernel_tests/subgraphs/subgraph_draft.h"

namespace tflite {
namespace subgraph_test_util {

// Builds the graphs that tests of control flow need in empty subgraphs. Tensors
// are INT32 unless stated otherwise. IF and WHILE nodes run subgraphs 1 (then,
// condition) and 2 (else, body). A loop's condition and body have its inputs;
// the first one is the counter, which bodies increment. Owns the constants: it
// must outlive the last run of the graphs.
class SubgraphBuilder {
 public:
  // --- One operator: (a, b) -> a op b ---
  void BuildBinaryOpSubgraph(Subgraph* subgraph,
                             TfLiteRegistration* (*Register_OP)(),
                             TfLiteBuiltinOperator builtin_code, void* params,
                             TfLiteType input1_type, TfLiteType input2_type,
                             TfLiteType output_type);
  void BuildAddSubgraph(Subgraph* subgraph,
                        TfLiteType operand_type = kTfLiteInt32);
  void BuildStablehloAddSubgraph(Subgraph* subgraph,
                                 TfLiteType operand_type = kTfLiteInt32);
  void BuildMaximumSubgraph(Subgraph* subgraph,
                            TfLiteType operand_type = kTfLiteInt32);
  void BuildStablehloMaximumSubgraph(Subgraph* subgraph,
                                     TfLiteType operand_type = kTfLiteInt32);
  void BuildMinimumSubgraph(Subgraph* subgraph,
                            TfLiteType operand_type = kTfLiteInt32);
  void BuildStablehloMinimumSubgraph(Subgraph* subgraph,
                                     TfLiteType operand_type = kTfLiteInt32);
  void BuildMulSubgraph(Subgraph* subgraph,
                        TfLiteType operand_type = kTfLiteInt32);
  void BuildStablehloMulSubgraph(Subgraph* subgraph,
                                 TfLiteType operand_type = kTfLiteInt32);
  void BuildLogicalOrSubgraph(Subgraph* subgraph);
  void BuildLogicalAndSubgraph(Subgraph* subgraph);
  // (a, b) -> b
  void BuildOutputIsSecondInputSubgraph(Subgraph* subgraph);
  // (value, paddings) -> PAD, with a shape known only at run time
  void BuildPadSubgraph(Subgraph* subgraph);

  // --- IF, COMPOSITE ---
  // (condition BOOL, a, b) -> one output
  void BuildIfSubgraph(Subgraph* subgraph);
  // (condition BOOL, STRING, STRING, INT32) -> three outputs of those types
  void BuildIfSubgraphWithDynamicTensor(Subgraph* subgraph);
  // A condition and num_inputs - 1 values -> the same number of outputs,
  // FLOAT32 or INT32
  void BuildFloatIfSubgraph(Subgraph* subgraph, int num_inputs);
  void BuildMultiInputIfSubgraph(Subgraph* subgraph, int num_inputs);
  // The same, but only the first output of the node is an output of the graph.
  void BuildMultiInputIfSubgraphWithUnconsumedOutput(Subgraph* subgraph,
                                                     int num_inputs);
  // (condition, a, b) -> the first of the node's two outputs
  void BuildOutputNotConsumedIfSubgraph(Subgraph* subgraph);
  // Has the inputs and outputs of `decomposition`, another subgraph of the
  // interpreter, which must be built before this one
  void BuildCompositeSubgraph(Subgraph* subgraph,
                              const Subgraph* decomposition);

  // --- WHILE ---
  // (counter, value) -> both
  void BuildWhileSubgraph(Subgraph* subgraph);
  // (STRING, STRING, INT32) -> the same types
  void BuildWhileSubgraphWithDynamicTensor(Subgraph* subgraph);
  void BuildFloatWhileSubgraph(Subgraph* subgraph, int num_inputs);
  void BuildMultiInputWhileSubgraph(Subgraph* subgraph, int num_inputs);
  // Only the first output of the node is an output of the graph.
  void BuildMultiInputWhileSubgraphWithUnconsumedOutput(Subgraph* subgraph,
                                                        int num_inputs);
  // (counter, a, b) -> the first two of the node's outputs
  void BuildOutputNotConsumedWhileSubgraph(Subgraph* subgraph);

  // --- Conditions ---
  // counter <= rhs, with one more input, or with num_inputs inputs in total
  void BuildLessEqualCondSubgraph(Subgraph* subgraph, int rhs);
  void BuildLargeLessEqualCondSubgraph(Subgraph* subgraph, int rhs,
                                       int num_inputs);
  // FLOAT32, two inputs: the first one < rhs
  void BuildFloatLessCondSubgraph(Subgraph* subgraph, float rhs);
  // (STRING, STRING, INT32 counter) -> counter <= rhs
  void BuildLessEqualCondSubgraphWithDynamicTensor(Subgraph* subgraph, int rhs);

  // --- Bodies of (counter, value) ---
  // value + the new counter
  void BuildAccumulateLoopBodySubgraph(Subgraph* subgraph);
  // PAD of the value by constant paddings
  void BuildPadLoopBodySubgraph(Subgraph* subgraph,
                                const std::vector<int>& padding);
  // value + value through reshaped copies, which may share memory
  void BuildInplaceOpSubgraph(Subgraph* subgraph);
  // The value plus a column of 1 and 2, which broadcasts
  void BuildBroadcastingSubgraph(Subgraph* subgraph);
  // value + 3, by three additions that can each reuse the memory of the last
  void BuildOffsetAddSharing(Subgraph* subgraph);
  // (value, counter + value): the next counter is the value
  void BuildInputIsDifferentOutputSubgraph(Subgraph* subgraph);
  // A vector of `counter` elements, each the maximum of the value
  void BuildFlexOutputSubgraph(Subgraph* subgraph);
  // The value with one more zero at its end
  void BuildDynamicIncreasingSizeSubgraph(Subgraph* subgraph);
  // value + 16 * counter, by a chain of 16 additions
  void BuildDeepBodySubgraph(Subgraph* subgraph);

  // --- Other bodies ---
  // (counter)
  void BuildCounterOnlySubgraph(Subgraph* subgraph);
  // (counter, a, b): (a + b, b unchanged)
  void BuildInputIsOutputSubgraph(Subgraph* subgraph);
  // (counter, a, b): (a + b, a * b)
  void BuildLargeBodySubgraph(Subgraph* subgraph);
  // (counter, a, b): (a, PAD(b, padding))
  void BuildLargePadSubgraph(Subgraph* subgraph, std::vector<int> padding);
  // (counter, a, b): a padded by one zero, twice
  void BuildDynamicBodySubgraphWithAliases(Subgraph* subgraph);
  // (counter, a, b): (a, PAD(a)); b is unused
  void BuildDynamicOpTriggersAllocationOfUnsedInputSubgraph(Subgraph* subgraph);
  // (counter, a, b): (b, RESHAPE(a)), each passed on without a copy
  void BuildAllInplaceScenariosSubgraph(Subgraph* subgraph);
  // (a, b, c) -> (a + 1, b + 1)
  void BuildOutputNotConsumedSubgraph(Subgraph& subgraph);
  // FLOAT32 (a, b) -> (2 * (a + b), 2 * (a + b)), each sum computed twice
  void BuildXNNPACKSubgraph(Subgraph* subgraph);
  // (STRING, STRING, INT32 [1] n) -> (the first, the first repeated n + 1
  // times, n + 1)
  void BuildBodySubgraphWithDynamicTensor(Subgraph* subgraph);

  // --- DYNAMIC_UPDATE_SLICE ---
  // (operand, update, start) -> the operand with the slice replaced. In the
  // second graph the operand is first incremented by 1; with
  // `multiple_consumers`, this intermediate is also added to the result.
  void BuildInputDynamicUpdateSliceSubgraph(Subgraph& subgraph);
  void BuildInplaceDynamicUpdateSliceSubgraph(Subgraph& subgraph,
                                              bool multiple_consumers);

  // --- Variables; all graphs share one ---
  void BuildAssignRandomValueToVariableSubgraph(Subgraph* subgraph);
  // CALL_ONCE of subgraph 1, then the variable's value, or this value plus 1
  void BuildCallOnceAndReadVariableSubgraph(Subgraph* subgraph);
  void BuildCallOnceAndReadVariablePlusOneSubgraph(Subgraph* subgraph);

 private:
  kernel_tests::SubgraphDraft Draft(Subgraph* subgraph) {
    return kernel_tests::SubgraphDraft(subgraph, &constants_);
  }
  int ReadOnce(kernel_tests::SubgraphDraft* draft);

  kernel_tests::ConstantStore constants_;
};

// A test of graphs with several subgraphs of interpreter_, which
// InterpreterTest adds.
class ControlFlowOpTest : public InterpreterTest {
 public:
  ControlFlowOpTest() : builder_(std::make_unique<SubgraphBuilder>()) {}

 protected:
  std::unique_ptr<SubgraphBuilder> builder_;
};

// Sets values; the tensor must have the same number of elements.
void FillIntTensor(TfLiteTensor* tensor, const std::vector<int32_t>& data);
void FillScalarStringTensor(TfLiteTensor* tensor, const std::string& data);

// Fail the running test unless type, shape and values match.
void CheckScalarStringTensor(const TfLiteTensor* tensor,
                             const std::string& data);
void CheckStringTensor(const TfLiteTensor* tensor,
                       const std::vector<int>& shape,
                       const std::vector<std::string>& data);
void CheckIntTensor(const TfLiteTensor* tensor, const std::vector<int>& shape,
                    const std::vector<int32_t>& data);
void CheckBoolTensor(const TfLiteTensor* tensor, const std::vector<int>& shape,
                     const std::vector<bool>& data);

// Makes it a tensor that nodes write, without a shape.
void SetupTensor(Subgraph* subgraph, int tensor_index, TfLiteType type);

}  // namespace subgraph_test_util
}  // namespace tflite

#endif  // TESTING_KERNEL_TESTS_SUBGRAPH_TEST_UTIL_H_
