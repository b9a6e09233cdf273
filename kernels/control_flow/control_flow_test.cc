#include "kernels/control_flow/control_flow.h"

#include "kernels/testing/op_test.h"

// What the operators do with graphs is replayed by //testing/golden; these are
// the checks that need none.
namespace tflite::kernels {
namespace {

constexpr OpFunctions kIf = MakeOpFunctions<&BindIf, &EvalBranchReference>();
constexpr OpFunctions kCase =
    MakeOpFunctions<&BindStablehloCase, &EvalBranchReference>();
constexpr OpFunctions kWhile =
    MakeOpFunctions<&BindWhile, &EvalWhileReference>();
constexpr OpFunctions kCallOnce =
    MakeOpFunctions<&BindCallOnce, &EvalCallOnceReference>();

TEST(ControlFlowBind, RejectsMissingGraphs_C1) {
  OpTest branch;
  branch.Input<bool>({}, {true}).Input<float>({1}, {1}).Output<float>();
  TfLiteIfParams params{};
  params.then_subgraph_index = 7;
  params.else_subgraph_index = 8;
  branch.Params(params);
  EXPECT_TRUE(Violates(branch.Run(kIf), "C1"));
  OpTest once;
  TfLiteCallOnceParams init{};
  init.init_subgraph_index = 7;
  once.Params(init);
  EXPECT_TRUE(Violates(once.Run(kCallOnce), "C1"));
}

TEST(ControlFlowBind, RejectsCaseWithoutBranches_C1) {
  OpTest test;
  test.Input<int32_t>({}, {0}).Output<float>().Params(
      TfLiteStablehloCaseParams{});
  EXPECT_TRUE(Violates(test.Run(kCase), "C1"));
}

TEST(ControlFlowBind, TakesCasesOf20Branches_C1) {
  for (const bool fits : {true, false}) {
    TfLiteStablehloCaseParams params{};
    params.num_branches = fits ? 20 : 21;
    OpTest test;
    test.Input<int32_t>({}, {0}).Output<float>().Params(params);
    const Status status = test.Run(kCase);
    EXPECT_TRUE(Violates(status, "C1"));
    // The only graph is the one that calls.
    EXPECT_NE(status.message().find(fits ? "graph 0 calls itself"
                                         : "has 21 branches"),
              std::string::npos)
        << status;
  }
}

TEST(ControlFlowBind, RejectsLoopWithFewerOutputsThanInputs_C1) {
  OpTest test;
  test.Input<float>({1}, {1}).Input<float>({1}, {1}).Output<float>();
  test.Params(TfLiteWhileParams{});
  EXPECT_TRUE(Violates(test.Run(kWhile), "C1"));
}

TEST(ControlFlowBind, RejectsConditionOfTwoElements_C2) {
  OpTest test;
  test.Input<bool>({2}, {true, false}).Input<float>({1}, {1}).Output<float>();
  test.Params(TfLiteIfParams{});
  EXPECT_TRUE(Violates(test.Run(kIf), "C2"));
}

TEST(ControlFlowBind, RejectsCallOnceWithInputsOrOutputs_C3) {
  OpTest takes;
  takes.Input<float>({1}, {1}).Params(TfLiteCallOnceParams{});
  EXPECT_TRUE(Violates(takes.Run(kCallOnce), "C3"));
  OpTest gives;
  gives.Output<float>().Params(TfLiteCallOnceParams{});
  EXPECT_TRUE(Violates(gives.Run(kCallOnce), "C3"));
}

}  // namespace
}  // namespace tflite::kernels
