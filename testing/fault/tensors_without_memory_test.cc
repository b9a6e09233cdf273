// A delegate or a program may take a tensor's memory away. Whatever the
// operator, a run then ends with an error that names the tensor.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/c/builtin_ops.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite::fault {
namespace {

using conformance::Case;
using conformance::CaseRun;
using testing::AnyOf;
using testing::HasSubstr;

// Takes away the memory of a graph's outputs. Returns whether a kernel misses
// it: those of tensors on the heap allocate what they need.
bool TakeOutputs(Interpreter& interpreter) {
  bool missed = false;
  for (const int t : interpreter.outputs()) {
    TfLiteTensor& tensor = *interpreter.tensor(t);
    missed |= tensor.data.raw != nullptr && tensor.bytes != 0 &&
              tensor.allocation_type != kTfLiteDynamic;
    TfLiteTensorDataFree(&tensor);
    tensor.data.raw = nullptr;
  }
  return missed;
}

void Prepare(const Case& c, const OpResolver& resolver, CaseRun& run) {
  const base::Status built = run.Build(resolver, nullptr);
  EXPECT_TRUE(built.ok()) << FullName(c) << ": " << built;
  const base::Status allocated = run.Allocate(CaseRun::Memory::kPlanned);
  EXPECT_TRUE(allocated.ok()) << FullName(c) << ": " << allocated;
}

// Returns whether a kernel missed its memory.
bool CheckOutputs(const Case& c, const OpResolver& resolver) {
  CaseRun run(c, /*seed=*/1);
  Prepare(c, resolver, run);
  const bool missed = TakeOutputs(run.interpreter());
  const auto results = run.Invoke();
  EXPECT_EQ(results.ok(), !missed) << FullName(c) << ": " << results.status();
  if (!missed) return false;
  const std::string message(results.status().message());
  EXPECT_THAT(message, HasSubstr("has no memory")) << FullName(c);
  EXPECT_THAT(message, HasSubstr("'output_")) << FullName(c);
  EXPECT_THAT(message, HasSubstr("Node number ")) << FullName(c);
  return true;
}

// The indices of an array that may be null.
std::vector<int> Indices(const TfLiteIntArray* array) {
  if (array == nullptr) return {};
  return {array->data, array->data + array->size};
}

// Whether a run needs more of an input than its shape.
bool IsRead(int builtin_code, size_t input, const TfLiteTensor& tensor) {
  switch (builtin_code) {
    case kTfLiteBuiltinRank:
    case kTfLiteBuiltinShape:
    case kTfLiteBuiltinZerosLike:
      return false;
    case kTfLiteBuiltinReshape:
      return input != 1 || tensor.allocation_type != kTfLiteMmapRo;
    default:
      return true;
  }
}

// A node has nothing to read if its results were computed while preparing.
bool HasResults(Interpreter& interpreter, const TfLiteNode& node) {
  for (const int t : Indices(node.outputs)) {
    if (interpreter.tensor(t)->allocation_type != kTfLitePersistentRo) {
      return false;
    }
  }
  return node.outputs->size != 0;
}

// Runs without the memory of a tensor, and gives it back. Returns whether there
// was any.
bool CheckWithout(int tensor, bool is_read, const Case& c, CaseRun& run) {
  TfLiteTensor& t = *run.interpreter().tensor(tensor);
  void* const memory = t.data.data;
  if (memory == nullptr || t.bytes == 0) return false;
  t.data.data = nullptr;
  const base::Status status = run.InvokeOnly();
  t.data.data = memory;
  const std::string name = t.name == nullptr ? "" : t.name;
  EXPECT_EQ(status.ok(), !is_read) << FullName(c) << " without " << name
                                   << ", tensor " << tensor << ": " << status;
  if (status.ok() || !is_read) return true;
  const std::string message(status.message());
  EXPECT_THAT(message, AnyOf(HasSubstr("has no memory"),
                             HasSubstr("has no data"), HasSubstr("lacks data")))
      << FullName(c) << " without " << name;
  EXPECT_THAT(message,
              AnyOf(HasSubstr("'" + name + "'"),
                    HasSubstr("tensor " + std::to_string(tensor) + " ")))
      << FullName(c);
  return true;
}

// Takes the memory of one tensor after another. What nodes give memory to
// themselves is left out.
bool CheckNode(const TfLiteNode& node, int builtin_code, const Case& c,
               CaseRun& run) {
  Interpreter& interpreter = run.interpreter();
  const std::vector<int>& inputs = interpreter.inputs();
  const bool has_results = HasResults(interpreter, node);
  bool missed = false;
  const std::vector<int> read = Indices(node.inputs);
  for (size_t i = 0; i < read.size(); ++i) {
    if (read[i] < 0) continue;
    const bool is_input =
        std::find(inputs.begin(), inputs.end(), read[i]) != inputs.end();
    const TfLiteTensor& t = *interpreter.tensor(read[i]);
    if (t.allocation_type == kTfLiteDynamic && !is_input) continue;
    if (t.type == kTfLiteVariant) continue;
    // The node that wrote it reports that it is lost.
    if (has_results && t.allocation_type == kTfLitePersistentRo) continue;
    const bool is_read = !has_results && IsRead(builtin_code, i, t);
    missed |= CheckWithout(read[i], is_read, c, run) && is_read;
  }
  if (has_results) return missed;
  for (const int t : Indices(node.temporaries)) CheckWithout(t, true, c, run);
  return missed;
}

// Returns whether a kernel missed an input.
bool CheckInputs(const Case& c, const OpResolver& resolver) {
  CaseRun run(c, /*seed=*/1);
  Prepare(c, resolver, run);
  Interpreter& interpreter = run.interpreter();
  const auto check = [&](int n) {
    const auto* node = interpreter.node_and_registration(n);
    return CheckNode(node->first, node->second.builtin_code, c, run);
  };
  const std::vector<int> plan = interpreter.execution_plan();
  bool missed = false;
  const auto results = run.Invoke();
  EXPECT_TRUE(results.ok()) << FullName(c) << ": " << results.status();
  for (const int n : plan) missed |= check(n);
  const base::Status again = run.InvokeOnly();
  EXPECT_TRUE(again.ok()) << FullName(c) << ": " << again;
  return missed;
}

// Before the first run, which packs constants.
void CheckConstants(const Case& c, const OpResolver& resolver) {
  CaseRun run(c, /*seed=*/1);
  Prepare(c, resolver, run);
  Interpreter& interpreter = run.interpreter();
  const int first = interpreter.execution_plan()[0];
  const auto& [node, registration] = *interpreter.node_and_registration(first);
  if (HasResults(interpreter, node)) return;
  const std::vector<int> read = Indices(node.inputs);
  for (size_t i = 0; i < read.size(); ++i) {
    if (read[i] < 0) continue;
    const TfLiteTensor& t = *interpreter.tensor(read[i]);
    if (t.allocation_type != kTfLiteMmapRo) continue;
    if (!IsRead(registration.builtin_code, i, t)) continue;
    CheckWithout(read[i], true, c, run);
  }
}

class TensorsWithoutMemory : public testing::TestWithParam<std::string> {
 protected:
  // Calls check(case, kernels) for the operator's cases and all kernels.
  template <typename Check>
  void ForEachCase(const Check& check) {
    const conformance::CaseTable table = conformance::LinkedCases();
    for (const Case& c : table.cases()) {
      if (OperatorName(c) != GetParam()) continue;
      check(c, conformance::FastKernels());
      check(c, conformance::ReferenceKernels());
    }
  }
};

TEST_P(TensorsWithoutMemory, AreErrorsOfWhatReadsThem) {
  bool missed = false;
  ForEachCase([&](const Case& c, const OpResolver& kernels) {
    CheckConstants(c, kernels);
    missed |= CheckInputs(c, kernels);
  });
  // The others have cases with inputs whose memory is not their own.
  const std::set<std::string> without_inputs = {"densify", "rank", "shape",
                                                "zeros_like"};
  EXPECT_EQ(missed, without_inputs.count(GetParam()) == 0);
}

TEST_P(TensorsWithoutMemory, AreErrorsOfWhatWritesThem) {
  bool missed = false;
  ForEachCase([&](const Case& c, const OpResolver& kernels) {
    missed |= CheckOutputs(c, kernels);
  });
  // The others have cases whose outputs are not on the heap.
  const std::set<std::string> heap_only = {"assign_variable",
                                           "call_once",
                                           "embedding_lookup_sparse",
                                           "read_variable",
                                           "skip_gram",
                                           "var_handle",
                                           "where"};
  EXPECT_EQ(missed, heap_only.count(GetParam()) == 0);
}

// The first node to run packs the constants of all, those that can be read.
TEST(TensorsOfLaterNodes, AreErrorsOfTheirOwnNode) {
  conformance::TensorHandle inner, weights;
  const conformance::Elements& e = conformance::kFloat32;
  Case c("TwoLayers", "float32");
  c.Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
      .In(e, {3, 8})
      .Const(e, {8, 8})
      .Absent()
      .Inner(e)
      .As(inner)
      .Op(kTfLiteBuiltinFullyConnected, TfLiteFullyConnectedParams{})
      .Same(inner)
      .Const(e, {8, 8})
      .As(weights)
      .Absent()
      .Out(e);
  CaseRun run(c, /*seed=*/1);
  ASSERT_TRUE(
      run.Build(conformance::FastKernels(), nullptr, /*num_threads=*/2).ok());
  ASSERT_TRUE(run.Allocate(CaseRun::Memory::kPlanned).ok());
  EXPECT_TRUE(CheckWithout(weights.index, /*is_read=*/true, c, run));
  EXPECT_TRUE(run.Invoke().ok());
}

std::vector<std::string> Operators() {
  std::vector<std::string> out;
  const conformance::CaseTable table = conformance::LinkedCases();
  for (const Case& c : table.cases()) out.push_back(OperatorName(c));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

INSTANTIATE_TEST_SUITE_P(AllOperators, TensorsWithoutMemory,
                         testing::ValuesIn(Operators()), [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace tflite::fault
