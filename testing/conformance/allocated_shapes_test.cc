// What is known of shapes when tensors are allocated. Results do not show
// whether an operator finds it then or only when it runs.
#include <climits>
#include <string>

#include "gtest/gtest.h"
#include "testing/conformance/case_run.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {
namespace {

// Whether a case's tensors can be allocated; `text` gets the errors.
bool Allocates(const Case& c, std::string* text) {
  CaseRun run(c, 1);
  EXPECT_TRUE(run.Build(FastKernels(), nullptr).ok());
  const base::Status status = run.Allocate(CaseRun::Memory::kPlanned);
  *text = std::string(status.message());
  return status.ok();
}

void AddCondition(const Elements& result, Case* c) {
  c->NextGraph().Op(kTfLiteBuiltinLess).In(kInt32, {1}).Const(kInt32, {}, {5});
  c->Out(result).Unread(kFloat32, {3});
}

// While a counter is below 5, it grows by one; the body's other result is the
// negated value, or its first two elements.
Case Loop(bool keeps_shape) {
  Case c("Loop", "float32");
  c.Op(kTfLiteBuiltinWhile, TfLiteWhileParams{1, 2}).In(kInt32, {1}, {2});
  c.In(kFloat32, {3}).Out(kInt32).Out(kFloat32);
  AddCondition(kBool, &c);
  c.NextGraph().Op(kTfLiteBuiltinAdd, TfLiteAddParams{}).In(kInt32, {1});
  c.Const(kInt32, {}, {1}).Out(kInt32);
  if (keeps_shape) {
    c.Op(kTfLiteBuiltinNeg).In(kFloat32, {3}).Out(kFloat32);
  } else {
    c.Op(kTfLiteBuiltinSlice).In(kFloat32, {3}).List({0}).List({2});
    c.Out(kFloat32);
  }
  return c;
}

TEST(AllocatedShapes, LoopsThatKeepShapesHaveStaticOutputs) {
  for (const bool keeps_shape : {false, true}) {
    const Case c = Loop(keeps_shape);
    CaseRun run(c, 1);
    ASSERT_TRUE(run.Build(FastKernels(), nullptr).ok());
    ASSERT_TRUE(run.Allocate(CaseRun::Memory::kPlanned).ok());
    for (const int t : run.interpreter().outputs()) {
      const TfLiteTensor& output = *run.interpreter().tensor(t);
      EXPECT_EQ(output.allocation_type,
                keeps_shape ? kTfLiteArenaRw : kTfLiteDynamic)
          << t;
    }
    if (!keeps_shape) continue;
    EXPECT_EQ(base::Shape(run.interpreter().output_tensor(0)->dims),
              base::Shape({1}));
    EXPECT_EQ(base::Shape(run.interpreter().output_tensor(1)->dims),
              base::Shape({3}));
  }
}

TEST(AllocatedShapes, LoopsWithoutGraphsAreRefused) {
  for (const auto& params :
       {TfLiteWhileParams{1, 2}, TfLiteWhileParams{2, 1},
        TfLiteWhileParams{7, 1}, TfLiteWhileParams{1, 7}}) {
    Case c("Loop", "float32");
    c.Op(kTfLiteBuiltinWhile, params).In(kFloat32, {3}).Out(kFloat32);
    c.NextGraph().Op(kTfLiteBuiltinNeg).In(kFloat32, {3}).Out(kFloat32);
    c.NextGraph().Op(kTfLiteBuiltinAbs).In(kFloat32, {3}).Out(kFloat32);
    std::string text;
    EXPECT_FALSE(Allocates(c, &text)) << params.cond_subgraph_index;
    // The condition is no boolean, or there is no such graph.
    const bool absent =
        params.cond_subgraph_index == 7 || params.body_subgraph_index == 7;
    EXPECT_NE(text.find(absent ? "C1" : "C2"), std::string::npos) << text;
  }
}

// Windows of one element over an axis that is padded to `extent`, beside an
// axis without elements, so that no memory is needed.
bool WindowsOver(int64_t extent, std::string* text) {
  TfLiteStablehloReduceWindowParams params{};
  for (int d = 0; d < 2; ++d) {
    params.window_dimensions[d] = params.window_strides[d] = 1;
    params.base_dilations[d] = params.window_dilations[d] = 1;
  }
  params.padding[0] = extent - 1;
  params.body_subgraph_index = 1;
  Case c("Wide", "float32");
  c.Op(kTfLiteBuiltinStablehloReduceWindow, params).In(kFloat32, {1, 0});
  c.Const(kFloat32, {}, {0}).Out(kFloat32);
  c.NextGraph().Op(kTfLiteBuiltinStablehloAdd).In(kFloat32, {});
  c.In(kFloat32, {}).Out(kFloat32);
  return Allocates(c, text);
}

TEST(AllocatedShapes, WindowsHaveAsManyPlacesAsAShapeCanHold) {
  std::string text;
  EXPECT_TRUE(WindowsOver(INT32_MAX, &text)) << text;
  EXPECT_FALSE(WindowsOver(int64_t{INT32_MAX} + 1, &text));
  EXPECT_NE(text.find("C4"), std::string::npos) << text;
}

}  // namespace
}  // namespace conformance
}  // namespace tflite
