// Outputs whose values are known before a run, in memory of the application.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/c/builtin_op_data.h"
#include "tensorflow_lite_lite/core/interpreter.h"
#include "testing/conformance/case_run.h"

namespace tflite::kernels {
namespace {

using conformance::Case;
using conformance::CaseRun;
using conformance::kBool;
using conformance::kFloat16;
using conformance::kFloat32;
using conformance::kInt32;
using conformance::kInt64;
using conformance::kResource;

TEST(LentOutput, OfAnOperatorThatEvaluatesAtPrepare) {
  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver;
  alignas(64) int32_t lent[16] = {}, other[16] = {};
  conformance::TensorHandle out;
  const Case c = Case("Lent", "int32")
                     .Op(kTfLiteBuiltinShape, TfLiteShapeParams{kTfLiteInt32})
                     .In(kFloat32, {2, 3})
                     .Out(kInt32)
                     .As(out);
  CaseRun run(c, /*seed=*/1);
  ASSERT_EQ(run.Build(resolver, nullptr), OkStatus());
  Interpreter& interpreter = run.interpreter();
  const auto lend = [&](int32_t* memory) {
    return interpreter.SetCustomAllocationForTensor(out.index, {memory, 8});
  };
  ASSERT_EQ(lend(lent), kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(lent[0], 2);
  EXPECT_EQ(lent[1], 3);

  ASSERT_EQ(interpreter.ResizeInputTensor(0, {7, 5}), kTfLiteOk);
  ASSERT_EQ(lend(other), kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(other[0], 7);
  EXPECT_EQ(lent[0], 2);

  // Another rank needs more.
  ASSERT_EQ(interpreter.ResizeInputTensor(0, {1, 2, 3}), kTfLiteOk);
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteError);
  EXPECT_EQ(other[2], 0);
  interpreter.primary_subgraph().ClearCustomAllocations();
  ASSERT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  ASSERT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(run.tensor(out)->data.i32[2], 3);
}

// One case for each operator that computes constants while preparing.
std::vector<Case> OfShapesAndTypes() {
  TfLiteVarHandleParams variable = {"", "v"};
  return {
      Case("Shape", "float32")
          .Op(kTfLiteBuiltinShape, TfLiteShapeParams{kTfLiteInt64})
          .Const(kFloat32, {2, 3})
          .Out(kInt64),
      Case("Rank", "float32")
          .Op(kTfLiteBuiltinRank)
          .Const(kFloat32, {2, 3})
          .Out(kInt32),
      Case("VarHandle", "resource")
          .Op(kTfLiteBuiltinVarHandle, variable)
          .Out(kResource),
      Case("BroadcastArgs", "int32")
          .Op(kTfLiteBuiltinBroadcastArgs)
          .List({2, 1})
          .List({1, 3})
          .Out(kInt32),
      Case("Range", "int32")
          .Op(kTfLiteBuiltinRange)
          .Const(kInt32, {}, {2})
          .Const(kInt32, {}, {9})
          .Const(kInt32, {}, {3})
          .Out(kInt32),
      Case("Cast", "int32")
          .Op(kTfLiteBuiltinCast, TfLiteCastParams{})
          .Const(kInt32, {3}, {5, 0, 7})
          .Out(kFloat32),
      Case("Dequantize", "float16")
          .Op(kTfLiteBuiltinDequantize)
          .Const(kFloat16, {5})
          .Out(kFloat32),
      Case("Densify", "float32")
          .Op(kTfLiteBuiltinDensify)
          .Sparse(kFloat32, {2, 3}, {1, 2, 3},
                  {{0, 1}, {}, {{2, {}, {}}, {0, {0, 1, 3}, {2, 0, 1}}}})
          .Out(kFloat32),
      Case("Mul", "int32")
          .Op(kTfLiteBuiltinMul, TfLiteMulParams{})
          .Const(kInt32, {2}, {5, 6})
          .Const(kInt32, {2}, {7, 8})
          .Out(kInt32),
      Case("ReduceProd", "int32")
          .Op(kTfLiteBuiltinReduceProd, TfLiteReducerParams{false})
          .Const(kInt32, {2, 2}, {5, 6, 7, 8})
          .List({0})
          .Out(kInt32),
  };
}
std::vector<Case> OfMovement() {
  const auto start = [](const char* name, auto... op) {
    return Case(name, "int32")
        .Op(op...)
        .Const(kInt32, {2, 3}, {1, 2, 3, 4, 5, 6});
  };
  return {
      start("Gather", kTfLiteBuiltinGather, TfLiteGatherParams{0, 0})
          .List({1, 0})
          .Out(kInt32),
      start("GatherNd", kTfLiteBuiltinGatherNd)
          .Const(kInt32, {1, 2}, {1, 1})
          .Out(kInt32),
      start("Slice", kTfLiteBuiltinSlice).List({0, 1}).List({2, 2}).Out(kInt32),
      start("StridedSlice", kTfLiteBuiltinStridedSlice,
            TfLiteStridedSliceParams{})
          .List({0, 0})
          .List({2, 3})
          .List({1, 2})
          .Out(kInt32),
      start("Tile", kTfLiteBuiltinTile).List({2, 1}).Out(kInt32),
      start("BroadcastTo", kTfLiteBuiltinBroadcastTo)
          .List({2, 2, 3})
          .Out(kInt32),
      start("Transpose", kTfLiteBuiltinTranspose).List({1, 0}).Out(kInt32),
      start("Reverse", kTfLiteBuiltinReverseV2).List({1}).Out(kInt32),
      start("Reshape", kTfLiteBuiltinReshape).List({3, 2}).Out(kInt32),
      start("Concatenation", kTfLiteBuiltinConcatenation,
            TfLiteConcatenationParams{0, kTfLiteActNone})
          .Const(kInt32, {1, 3}, {7, 8, 9})
          .Out(kInt32),
      start("Pack", kTfLiteBuiltinPack, TfLitePackParams{2, 0})
          .Const(kInt32, {2, 3}, {7, 8, 9})
          .Out(kInt32),
      start("SplitV", kTfLiteBuiltinSplitV, TfLiteSplitVParams{2})
          .List({1, 2})
          .Const(kInt32, {}, {1})
          .Out(kInt32)
          .Out(kInt32),
      start("Unpack", kTfLiteBuiltinUnpack, TfLiteUnpackParams{2, 0})
          .Out(kInt32)
          .Out(kInt32),
      Case("Split", "int32")
          .Op(kTfLiteBuiltinSplit, TfLiteSplitParams{2})
          .Const(kInt32, {}, {0})
          .Const(kInt32, {2, 3}, {1, 2, 3, 4, 5, 6})
          .Out(kInt32)
          .Out(kInt32),
      Case("Fill", "bool")
          .Op(kTfLiteBuiltinFill)
          .List({2, 3})
          .Const(kBool, {}, {1})
          .Out(kBool),
  };
}
std::vector<Case> AllCases() {
  std::vector<Case> all = OfShapesAndTypes();
  for (const Case& c : OfMovement()) all.push_back(c);
  return all;
}

// Memory of an application, filled with a pattern.
struct Lent {
  static constexpr size_t kBytes = 256;
  Lent() { std::memset(bytes, 0x5a, kBytes); }
  bool Untouched(size_t from) const {
    return std::string(bytes + from, bytes + kBytes) ==
           std::string(kBytes - from, 0x5a);
  }
  alignas(64) char bytes[kBytes];
};

class LentConstant : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    CaseRun plain(case_, /*seed=*/1);
    ASSERT_EQ(plain.Build(resolver_, nullptr), OkStatus());
    ASSERT_EQ(plain.interpreter().AllocateTensors(), kTfLiteOk);
    for (const int t : plain.interpreter().outputs()) {
      const TfLiteTensor& tensor = *plain.interpreter().tensor(t);
      // Otherwise the case belongs in another table.
      ASSERT_EQ(tensor.allocation_type, kTfLitePersistentRo);
      values_.emplace_back(tensor.data.raw, tensor.bytes);
    }
    ASSERT_EQ(run_.Build(resolver_, nullptr), OkStatus());
  }
  Interpreter& interpreter() { return run_.interpreter(); }
  // Lends new memory to all outputs.
  std::vector<std::unique_ptr<Lent>> Lend() {
    std::vector<std::unique_ptr<Lent>> out;
    for (size_t i = 0; i < values_.size(); ++i) {
      out.push_back(std::make_unique<Lent>());
      EXPECT_EQ(interpreter().SetCustomAllocationForTensor(
                    interpreter().outputs()[i],
                    {out.back()->bytes, values_[i].size()}),
                kTfLiteOk);
    }
    return out;
  }
  void RunAndExpectValues() {
    ASSERT_EQ(interpreter().AllocateTensors(), kTfLiteOk) << run_.reported();
    ASSERT_EQ(interpreter().Invoke(), kTfLiteOk) << run_.reported();
    for (size_t i = 0; i < values_.size(); ++i) {
      const TfLiteTensor& t = *interpreter().output_tensor(i);
      EXPECT_EQ(std::string(t.data.raw, t.bytes), values_[i]);
    }
  }
  void ExpectValues(const std::vector<std::unique_ptr<Lent>>& lent) {
    for (size_t i = 0; i < values_.size(); ++i) {
      const size_t bytes = values_[i].size();
      EXPECT_EQ(std::string(lent[i]->bytes, bytes), values_[i]);
      EXPECT_TRUE(lent[i]->Untouched(bytes));
    }
  }

  const ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
  const Case case_ = GetParam();
  CaseRun run_{case_, /*seed=*/1};
  std::vector<std::string> values_;
};

TEST_P(LentConstant, ReachesTheMemoryAndNothingElseIsFreed) {
  const auto first = Lend();
  RunAndExpectValues();
  ExpectValues(first);
  const auto second = Lend();
  RunAndExpectValues();
  ExpectValues(second);
  interpreter().primary_subgraph().ClearCustomAllocations();
  RunAndExpectValues();
}

INSTANTIATE_TEST_SUITE_P(AllOperators, LentConstant,
                         testing::ValuesIn(AllCases()),
                         [](const auto& info) { return info.param.id(); });

}  // namespace
}  // namespace tflite::kernels
