// Nodes whose operands make the CPU's kernels report an error during Invoke:
// the delegate under test must leave them to the CPU or fail as well, and the
// interpreter must run again with other operands.

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "testing/conformance/graphs/tested_delegate.h"
#include "testing/conformance/suite.h"

namespace tflite {
namespace conformance {

void PrintTo(const Case& c, std::ostream* out) { *out << c.id(); }

namespace {

class InvokeErrorTest : public ::testing::TestWithParam<Case> {};

// Stored value `bad` is what the operator has no result for.
Case Divided(int code, const Elements& e, double bad) {
  Case c("VariableDivisor" + std::to_string(code), e.name);
  code == kTfLiteBuiltinDiv ? c.Op(code, TfLiteDivParams{kTfLiteActNone})
                            : c.Op(code);
  return c.In(e, {2, 3}).In(e, {2, 3}, {bad}).Out(e);
}

Case DividedByConstant(int code, const Elements& e, double bad) {
  Case c("ConstantDivisor" + std::to_string(code), e.name);
  code == kTfLiteBuiltinDiv ? c.Op(code, TfLiteDivParams{kTfLiteActNone})
                            : c.Op(code);
  return c.In(e, {2, 3}).Const(e, {3}, {1, bad, 2}).Out(e);
}

Case Root(int code, const Elements& e, double bad) {
  return Case("Root" + std::to_string(code), e.name)
      .Op(code)
      .In(e, {2, 3}, {bad})
      .Out(e);
}

void AddGathers(std::vector<Case>& cases, const Elements& e, double bad) {
  const std::string id = bad < 0 ? "Below" : "Above";
  cases.push_back(Case("Gather" + id, e.name)
                      .Op(kTfLiteBuiltinGather, TfLiteGatherParams{0, 0})
                      .In(e, {5, 4})
                      .In(kInt32, {2}, {1, bad})
                      .Out(e));
  cases.push_back(Case("GatherNd" + id, e.name)
                      .Op(kTfLiteBuiltinGatherNd)
                      .In(e, {5, 4})
                      .In(kInt32, {2, 1}, {1, bad})
                      .Out(e));
  cases.push_back(Case("EmbeddingLookup" + id, e.name)
                      .Op(kTfLiteBuiltinEmbeddingLookup)
                      .In(kInt32, {2}, {1, bad})
                      .Const(e, {5, 4})
                      .Out(e));
  cases.push_back(Case("ScatterNd" + id, e.name)
                      .Op(kTfLiteBuiltinScatterNd)
                      .In(kInt32, {2, 1}, {1, bad})
                      .In(e, {2, 4})
                      .List({5, 4})
                      .Out(e));
  cases.push_back(
      Case("ReverseSequence" + id, e.name)
          .Op(kTfLiteBuiltinReverseSequence, TfLiteReverseSequenceParams{1, 0})
          .In(e, {2, 5})
          .In(kInt32, {2}, {1, bad < 0 ? -1.0 : 6.0})
          .Out(e));
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const int code :
       {kTfLiteBuiltinDiv, kTfLiteBuiltinFloorDiv, kTfLiteBuiltinFloorMod}) {
    cases.push_back(Divided(code, kInt32, 0));
    cases.push_back(DividedByConstant(code, kInt32, 0));
  }
  for (const Elements& e : {kInt8, kUInt8}) {
    const double zero = e.zero_points[0];
    cases.push_back(Divided(kTfLiteBuiltinDiv, e, zero));
    cases.push_back(DividedByConstant(kTfLiteBuiltinDiv, e, zero));
  }
  for (const int code : {kTfLiteBuiltinSqrt, kTfLiteBuiltinRsqrt}) {
    cases.push_back(Root(code, kInt8, kInt8.zero_points[0] - 1));
  }
  for (const Elements& e : {kFloat32, kInt32}) {
    for (const double bad : {-1, 5}) AddGathers(cases, e, bad);
  }
  cases.push_back(Case("NegativePower", "int32")
                      .Op(kTfLiteBuiltinPow)
                      .In(kInt32, {4})
                      .In(kInt32, {4}, {2, -1})
                      .Out(kInt32));
  return cases;
}

TEST_P(InvokeErrorTest, IsReportedByEveryBackEnd) {
  const Case& c = GetParam();
  CaseRun reference(c, 7);
  ASSERT_EQ(reference.Build(ReferenceKernels(), nullptr), base::OkStatus());
  ASSERT_EQ(reference.Allocate(), base::OkStatus());
  ASSERT_FALSE(reference.Invoke().ok()) << "not a case of an error";

  tools::TfLiteDelegatePtr delegate = tools::CreateNullDelegate();
  if (tested_delegate != nullptr) delegate = tested_delegate->Make({});
  const TensorShapes shapes = reference.Shapes();
  CaseRun run(c, 7);
  ASSERT_EQ(run.Build(FastKernels(), &shapes), base::OkStatus());
  if (delegate != nullptr) {
    ASSERT_EQ(run.interpreter().ModifyGraphWithDelegate(delegate.get()),
              kTfLiteOk);
  }
  ASSERT_EQ(run.Allocate(), base::OkStatus());
  for (int i = 0; i < 2; ++i) {
    const auto results = run.Invoke();
    EXPECT_FALSE(results.ok())
        << "no error from "
        << (PlacementOf(run.interpreter()).delegated ? "the delegate"
                                                     : "the CPU");
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, InvokeErrorTest,
                         ::testing::ValuesIn(Cases()), [](const auto& info) {
                           return info.param.id() + "_" + info.param.type();
                         });

}  // namespace
}  // namespace conformance
}  // namespace tflite
