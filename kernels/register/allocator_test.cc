// Operators that give their outputs memory themselves, in an interpreter with
// an allocator of the application.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "tensorflow_lite_lite/core/testing/own_heap.h"
#include "testing/conformance/case_run.h"

namespace tflite::kernels {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::kBool;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::kResource;
using conformance::kString;
using conformance::Role;

const std::vector<std::string> kTexts = {"one", "", "a longer one than three"};

Case& Texts(Case& c) { return c.Strings(Role::kInput, {3}, kTexts); }

// Graphs that give two of their three strings, and one of them.
void AddTextGraphs(Case& c) {
  for (const bool both : {true, false}) {
    c.NextGraph().Op(kTfLiteBuiltinGather, TfLiteGatherParams{0, 0});
    Texts(c)
        .List(both ? std::vector<double>{2, 0} : std::vector<double>{1})
        .Out(kString);
  }
}

Case IfOfTexts(bool condition) {
  Case c(condition ? "Then" : "Else", "string");
  c.Op(kTfLiteBuiltinIf, TfLiteIfParams{1, 2})
      .In(kBool, {1}, {condition ? 1.0 : 0.0});
  Texts(c).Out(kString);
  AddTextGraphs(c);
  return c;
}

// The branches differ in shape, so that the output is on the heap.
Case IfOfShapes(bool condition) {
  return Case(condition ? "LongBranch" : "ShortBranch", "float32")
      .Op(kTfLiteBuiltinIf, TfLiteIfParams{1, 2})
      .In(kBool, {1}, {condition ? 1.0 : 0.0})
      .In(kFloat32, {4})
      .Out(kFloat32)
      .NextGraph()
      .Op(kTfLiteBuiltinTile)
      .In(kFloat32, {4})
      .List({30})
      .Out(kFloat32)
      .NextGraph()
      .Op(kTfLiteBuiltinAbs)
      .In(kFloat32, {4})
      .Out(kFloat32);
}

Case Branch() {
  TfLiteStablehloCaseParams params{};
  params.branch_subgraph_indices[0] = 1;
  params.branch_subgraph_indices[1] = 2;
  params.num_branches = 2;
  Case c("Branch", "string");
  c.Op(kTfLiteBuiltinStablehloCase, params).In(kInt32, {1}, {1});
  Texts(c).Out(kString);
  AddTextGraphs(c);
  return c;
}

// Reverses the strings three times.
Case Loop() {
  Case c("Loop", "string");
  c.Op(kTfLiteBuiltinWhile, TfLiteWhileParams{1, 2}).In(kInt32, {1}, {2});
  Texts(c)
      .Out(kInt32)
      .Out(kString)
      .NextGraph()
      .Op(kTfLiteBuiltinLess)
      .In(kInt32, {1})
      .Const(kInt32, {}, {5})
      .Out(kBool)
      .Unread(kString, {3})
      .NextGraph()
      .Op(kTfLiteBuiltinAdd, TfLiteAddParams{})
      .In(kInt32, {1})
      .Const(kInt32, {}, {1})
      .Out(kInt32)
      .Op(kTfLiteBuiltinGather, TfLiteGatherParams{0, 0});
  return Texts(c).List({2, 1, 0}).Out(kString);
}

Case Variable(bool texts) {
  conformance::TensorHandle handle;
  Case c(texts ? "VariableOfStrings" : "Variable",
         texts ? "string" : "float32");
  c.Op(kTfLiteBuiltinVarHandle, TfLiteVarHandleParams{"", "v"})
      .Inner(kResource)
      .As(handle)
      .Op(kTfLiteBuiltinAssignVariable)
      .Same(handle);
  if (texts) {
    Texts(c);
  } else {
    c.In(kFloat32, {50});
  }
  return c.Op(kTfLiteBuiltinReadVariable)
      .Same(handle)
      .Out(texts ? kString : kFloat32);
}

class Allocator : public ::testing::TestWithParam<Case> {
 protected:
  // The bytes of the outputs of two runs, and of a third one in new memory.
  std::vector<std::string> Run(TfLiteAllocator* allocator) {
    const Case c = GetParam();
    CaseRun run(c, /*seed=*/1);
    EXPECT_EQ(run.Build(resolver_, nullptr), OkStatus());
    EXPECT_EQ(run.interpreter().SetAllocator(allocator), kTfLiteOk);
    std::vector<std::string> outputs;
    for (int i = 0; i < 3; ++i) {
      if (i == 2) run.interpreter().primary_subgraph().ReleaseMemory();
      EXPECT_EQ(run.Allocate(CaseRun::Memory::kPlanned), OkStatus());
      const auto results = run.Invoke();
      EXPECT_TRUE(results.ok()) << results.status();
      if (!results.ok()) return outputs;
      for (const conformance::Result& r : *results) outputs.push_back(r.bytes);
    }
    return outputs;
  }
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
};

TEST_P(Allocator, GetsBackWhatItGave) {
  const std::vector<std::string> wanted = Run(nullptr);
  tflite::testing::OwnHeap heap;
  EXPECT_EQ(Run(&heap.api), wanted);
  EXPECT_TRUE(heap.live.empty());
  // Strings come from malloc, whatever the allocator; others must not.
  if (GetParam().type() != std::string("string")) {
    EXPECT_GT(heap.allocations, 0);
  }
}

// The repeated shape is known before a run where it has few elements.
TEST(AllocatorOfConstants, GetsBackWhatIsNoConstantAnyMore) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  conformance::TensorHandle shape;
  Case c("Shapes", "int32");
  c.Op(kTfLiteBuiltinShape, TfLiteShapeParams{kTfLiteInt32})
      .In(kFloat32, {2})
      .Inner(kInt32)
      .As(shape)
      .Op(kTfLiteBuiltinTile)
      .Same(shape)
      .List({40})
      .Out(kInt32);
  tflite::testing::OwnHeap heap;
  {
    CaseRun run(c, /*seed=*/1);
    ASSERT_EQ(run.Build(resolver, nullptr), OkStatus());
    Interpreter& interpreter = run.interpreter();
    ASSERT_EQ(interpreter.SetAllocator(&heap.api), kTfLiteOk);
    for (const std::vector<int>& dims :
         {std::vector<int>{2}, {2, 3}, {4}, {5, 6}}) {
      ASSERT_EQ(interpreter.ResizeInputTensor(interpreter.inputs()[0], dims),
                kTfLiteOk);
      ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
      ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
      const TfLiteTensor& out = *interpreter.output_tensor(0);
      EXPECT_EQ(out.allocation_type,
                dims.size() == 1 ? kTfLitePersistentRo : kTfLiteArenaRw);
      EXPECT_EQ(out.data.i32[39], dims[39 % dims.size()]);
    }
  }
  EXPECT_GT(heap.allocations, 0);
  EXPECT_TRUE(heap.live.empty());
}

INSTANTIATE_TEST_SUITE_P(AllOperators, Allocator,
                         ::testing::Values(IfOfTexts(true), IfOfTexts(false),
                                           IfOfShapes(true), IfOfShapes(false),
                                           Branch(), Loop(), Variable(true),
                                           Variable(false)),
                         [](const auto& info) { return info.param.id(); });

}  // namespace
}  // namespace tflite::kernels
