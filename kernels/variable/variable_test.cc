#include "kernels/variable/variable.h"

#include "kernels/testing/op_test.h"

namespace tflite::kernels {
namespace {

constexpr OpFunctions kHandle =
    MakeOpFunctions<&BindVarHandle, &EvalVarHandleReference>();
constexpr OpFunctions kAssign =
    MakeOpFunctions<&BindAssignVariable, &EvalAssignVariableReference>();
constexpr OpFunctions kRead =
    MakeOpFunctions<&BindReadVariable, &EvalReadVariableReference>();

// A variable that holds [1, 2, 3], under id 0.
void Fill(OpTest& test) {
  OpTest value;
  value.Input<float>({3}, {1, 2, 3});
  auto variable = std::make_unique<Variable>();
  ThreadPool threads;
  variable->Assign(TensorView(value.input(0)), threads);
  test.host().resources().Put(0, std::move(variable));
}

TEST(VariableBind, RejectsHandleThatIsNone_C1) {
  OpTest test;
  test.Input<float>({1}, {0}).Input<float>({1}, {0});
  EXPECT_TRUE(Violates(test.Run(kAssign), "C1"));
  OpTest output;
  output.Output<float>().Params(TfLiteVarHandleParams{});
  EXPECT_TRUE(Violates(output.Run(kHandle), "C1"));
}

TEST(VariableReference, RejectsReadingBeforeAssigning_C2) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Output<float>();
  EXPECT_TRUE(Violates(test.Run(kRead), "C2"));
}

TEST(VariableReference, RejectsReadingAnotherType_C2) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Output<int32_t>();
  Fill(test);
  EXPECT_TRUE(Violates(test.Run(kRead), "C2"));
}

TEST(VariableBind, RejectsValuesWithoutASize_C3) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<float>({1}, {0});
  test.input(1)->type = kTfLiteVariant;
  EXPECT_TRUE(Violates(test.Bound(&BindAssignVariable).status(), "C3"));
}

TEST(VariableReference, ReadsShapeAndValue) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Output<float>();
  Fill(test);
  ASSERT_TRUE(IsOk(test.Run(kRead)));
  EXPECT_EQ(test.OutShape(), Shape({3}));
  EXPECT_TRUE(test.OutputIs({1, 2, 3}));
}

TEST(VariableReference, AssignReplacesTheValue) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<float>({2}, {7, 8});
  Fill(test);
  ASSERT_TRUE(IsOk(test.Run(kAssign)));
  const Variable* variable = test.host().resources().Find<Variable>(0);
  ASSERT_NE(variable, nullptr);
  EXPECT_EQ(variable->shape(), Shape({2}));
  EXPECT_EQ(variable->MemoryBytes(), 2 * sizeof(float));
}

TEST(VariableReference, StringsKeepTheirShape) {
  OpTest assign;
  assign.Input<int32_t>({1}, {0});
  assign.Input<std::string>({2, 3}, {"a", "", "bc", "d", "e", "fgh"});
  ASSERT_TRUE(IsOk(assign.Run(kAssign)));
  const Variable* variable = assign.host().resources().Find<Variable>(0);
  ASSERT_NE(variable, nullptr);
  OpTest read;
  read.Input<int32_t>({1}, {0}).Output<std::string>();
  read.host().resources().Put(0, std::make_unique<Variable>(*variable));
  ASSERT_TRUE(IsOk(read.Run(kRead)));
  EXPECT_EQ(read.OutShape(), Shape({2, 3}));
  EXPECT_EQ(read.Out<std::string>(), assign.In<std::string>(1));
}

TEST(VariableReference, SavedValueIsRestored) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<float>({2}, {7, 8});
  Fill(test);
  ResourceStore& resources = test.host().resources();
  ResourceStore::Snapshot snapshot;
  EXPECT_NE(resources.Save(3 * sizeof(float) - 1, &snapshot), "");
  ASSERT_EQ(resources.Save(3 * sizeof(float), &snapshot), "");
  ASSERT_TRUE(IsOk(test.Run(kAssign)));
  resources.Restore(snapshot);
  OpTest read;
  read.Input<int32_t>({1}, {0}).Output<float>();
  read.host().resources().Put(
      0, std::make_unique<Variable>(*resources.Find<Variable>(0)));
  ASSERT_TRUE(IsOk(read.Run(kRead)));
  EXPECT_EQ(read.OutShape(), Shape({3}));
  EXPECT_TRUE(read.OutputIs({1, 2, 3}));
}

}  // namespace
}  // namespace tflite::kernels
