#include "kernels/variable/variable.h"

#include <cstdint>
#include <utility>

#include "kernels/testing/op_test.h"
#include "kernels/testing/state_memory.h"

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
  OpTest two;
  two.Input<int32_t>({2}, {0, 0}).Output<float>();
  EXPECT_TRUE(Violates(two.Run(kRead), "C1"));
}

TEST(VariableBind, RejectsOtherCounts) {
  OpTest assign;
  assign.Input<int32_t>({1}, {0}).Input<float>({1}, {0});
  assign.Input<float>({1}, {0});
  EXPECT_FALSE(IsOk(assign.Run(kAssign)));
  OpTest read;
  read.Input<int32_t>({1}, {0}).Input<float>({1}, {0}).Output<float>();
  Fill(read);
  EXPECT_FALSE(IsOk(read.Run(kRead)));
}

struct Other : Resource {
  bool IsInitialized() const override { return true; }
  size_t MemoryBytes() const override { return 0; }
};

TEST(VariableReference, RejectsResourcesOfAnotherKind_C1) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<float>({1}, {7});
  test.host().resources().Put(0, std::make_unique<Other>());
  EXPECT_TRUE(Violates(test.Run(kAssign), "C1"));
  EXPECT_EQ(test.host().resources().Find<Variable>(0), nullptr);
}

TEST(VarHandleReference, EachContainerAndNameHasAnId) {
  OpTest test;
  test.Output<int32_t>();
  const auto id = [&](const char* container, const char* name) {
    EXPECT_TRUE(
        IsOk(test.Params(TfLiteVarHandleParams{container, name}).Run(kHandle)));
    return test.Out<int32_t>()[0];
  };
  const int32_t first = id("", "a");
  EXPECT_EQ(id(nullptr, "a"), first);
  EXPECT_NE(id("b", "a"), first);
  EXPECT_NE(id("", "b"), first);
  EXPECT_NE(id("", nullptr), first);
  EXPECT_EQ(id("", nullptr), id("", ""));
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

// It takes as many of the variable's elements as it has.
TEST(VariableReference, OutputsKeepTheShapeThatTheModelGivesThem) {
  for (const int32_t count : {2, 3, 4}) {
    OpTest test;
    test.Input<int32_t>({1}, {0}).Output<float>();
    TfLiteIntArrayFree(test.output(0)->dims);
    test.output(0)->dims = ToIntArray({1, count});
    Fill(test);
    const Status status = test.Run(kRead);
    if (count == 4) {
      EXPECT_TRUE(Violates(status, "C2"));
      continue;
    }
    ASSERT_TRUE(IsOk(status));
    EXPECT_EQ(test.OutShape(), Shape({1, count}));
    EXPECT_TRUE(test.OutputIs(count == 2 ? std::vector<double>{1, 2}
                                         : std::vector<double>{1, 2, 3}));
  }
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

TEST(VariableReference, AValueThatGetsNoMemoryReplacesNothing) {
  OpTest test;
  test.Input<int32_t>({1}, {0}).Input<int8_t>({2}, {7, 8});
  Fill(test);
  ASSERT_TRUE(IsOk(test.Prepare(kAssign)));
  const size_t bytes = std::exchange(test.input(1)->bytes, SIZE_MAX);
  EXPECT_EQ(test.Invoke().message(), "OP: not enough memory");
  test.input(1)->bytes = bytes;
  const Variable* variable = test.host().resources().Find<Variable>(0);
  ASSERT_NE(variable, nullptr);
  EXPECT_EQ(variable->type(), kTfLiteFloat32);
  EXPECT_EQ(variable->shape(), Shape({3}));
  EXPECT_EQ(variable->MemoryBytes(), 3 * sizeof(float));
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
  EXPECT_TRUE(GivesMemoryBack([&] { EXPECT_TRUE(IsOk(read.Invoke())); }));
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
