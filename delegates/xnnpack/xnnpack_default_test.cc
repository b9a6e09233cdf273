#include "delegates/xnnpack/xnnpack_default.h"

#include <memory>
#include <string>
#include <vector>

#include "delegates/xnnpack/xnnpack_delegate.h"
#include "gtest/gtest.h"
#include "kernels/register/builtin_op_kernels.h"
#include "kernels/register/register.h"
#include "tensorflow_lite_lite/base/cpu_features.h"
#include "tensorflow_lite_lite/core/interpreter_builder.h"
#include "testing/fault/small_model.h"

namespace tflite::xnnpack {
namespace {

// A chain of three ADD of floats.
std::unique_ptr<Interpreter> Chain(const FlatBufferModel& model,
                                   const OpResolver& resolver,
                                   TfLiteDelegate* delegate) {
  std::unique_ptr<Interpreter> interpreter;
  EXPECT_EQ(InterpreterBuilder(model, resolver)(&interpreter), kTfLiteOk);
  EXPECT_EQ(interpreter->ModifyGraphWithDelegate(delegate), kTfLiteOk);
  EXPECT_EQ(interpreter->AllocateTensors(), kTfLiteOk);
  return interpreter;
}

class XnnpackDefaultTest : public ::testing::Test {
 protected:
  const std::string bytes_ = fault::Pack(fault::AddChain(3));
  const std::unique_ptr<FlatBufferModel> model_ =
      FlatBufferModel::BuildFromBuffer(bytes_.data(), bytes_.size());
  // Default delegates may differ by processor.
  ops::builtin::BuiltinOpResolverWithoutDefaultDelegates resolver_;
};

TEST_F(XnnpackDefaultTest, TakesWhatIsNotLeftToTheKernels) {
  const auto all = CreateDefaultXnnpackDelegate({});
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(Chain(*model_, resolver_, all.get())
                ->GetDelegationReport()
                .graphs[0]
                .NodesDelegated(),
            3);
  const auto integers = CreateDefaultXnnpackDelegate({kTfLiteFloat32});
  ASSERT_NE(integers, nullptr);
  EXPECT_EQ(Chain(*model_, resolver_, integers.get())
                ->GetDelegationReport()
                .graphs[0]
                .NodesDelegated(),
            0);
  EXPECT_EQ(
      CreateDefaultXnnpackDelegate({kTfLiteFloat32, kTfLiteInt8, kTfLiteUInt8}),
      nullptr);
}

TEST_F(XnnpackDefaultTest, TakesTheIntegersThatAreNotLeft) {
  const auto flags = [](const std::vector<TfLiteType>& left) {
    const auto delegate = CreateDefaultXnnpackDelegate(left);
    return TfLiteXNNPackDelegateGetFlags(delegate.get());
  };
  EXPECT_EQ(flags({}), TFLITE_XNNPACK_DELEGATE_FLAG_QS8 |
                           TFLITE_XNNPACK_DELEGATE_FLAG_QU8);
  EXPECT_EQ(flags({kTfLiteFloat32, kTfLiteInt8}),
            TFLITE_XNNPACK_DELEGATE_FLAG_QU8);
  EXPECT_EQ(flags({kTfLiteUInt8}), TFLITE_XNNPACK_DELEGATE_FLAG_QS8);
  EXPECT_NE(CreateDefaultXnnpackDelegate({kTfLiteInt8, kTfLiteUInt8}), nullptr);
}

TEST(TypesLeftToKernels, AreIntegersAndWithAvx2Floats) {
  std::vector<TfLiteType> expected = {kTfLiteInt8, kTfLiteUInt8};
  if (base::DetectX86().avx2) {
    expected.insert(expected.begin(), kTfLiteFloat32);
  }
  EXPECT_EQ(TypesLeftToKernels(), expected);
}

TEST_F(XnnpackDefaultTest, LeavesOperatorsOfTheApplicationsOwn) {
  resolver_.AddBuiltin(BuiltinOperator_ADD, ops::builtin::Register_MUL(), 1, 2);
  const auto delegate = CreateDefaultXnnpackDelegate({});
  const auto interpreter = Chain(*model_, resolver_, delegate.get());
  const auto graph = interpreter->GetDelegationReport().graphs[0];
  EXPECT_EQ(graph.NodesDelegated(), 0);
  ASSERT_EQ(graph.nodes[0].refusals.size(), 1u);
  EXPECT_NE(graph.nodes[0].refusals[0].reason.find("its own code"),
            std::string::npos)
      << graph.nodes[0].refusals[0].reason;
}

}  // namespace
}  // namespace tflite::xnnpack
