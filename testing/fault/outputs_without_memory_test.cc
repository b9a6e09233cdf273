// A delegate or a program may take a tensor's memory away. Whatever the
// operator, a run then ends with an error that names the tensor.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tensorflow_lite_lite/c/common.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite::fault {
namespace {

using conformance::Case;
using conformance::CaseRun;
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

// Returns whether a kernel missed its memory.
bool Check(const Case& c, const OpResolver& resolver) {
  CaseRun run(c, /*seed=*/1);
  const base::Status built = run.Build(resolver, nullptr);
  EXPECT_TRUE(built.ok()) << FullName(c) << ": " << built;
  const base::Status allocated = run.Allocate(CaseRun::Memory::kPlanned);
  EXPECT_TRUE(allocated.ok()) << FullName(c) << ": " << allocated;
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

class OutputsWithoutMemory : public testing::TestWithParam<std::string> {};

TEST_P(OutputsWithoutMemory, AreErrors) {
  bool missed = false;
  const conformance::CaseTable table = conformance::LinkedCases();
  for (const Case& c : table.cases()) {
    if (OperatorName(c) != GetParam()) continue;
    for (const OpResolver* kernels :
         {&conformance::FastKernels(), &conformance::ReferenceKernels()}) {
      missed |= Check(c, *kernels);
    }
  }
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

std::vector<std::string> Operators() {
  std::vector<std::string> out;
  const conformance::CaseTable table = conformance::LinkedCases();
  for (const Case& c : table.cases()) out.push_back(OperatorName(c));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

INSTANTIATE_TEST_SUITE_P(AllOperators, OutputsWithoutMemory,
                         testing::ValuesIn(Operators()), [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace tflite::fault
